package checkpoint

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// The test binary starts itself with this variable set to be a computation that is killed.
const pathVariable = "FELTLAB_CHECKPOINT_TEST_PATH"

var long = Header{Computation: "test", Input: "abc", Items: 1_000_000, Values: 3}

func TestMain(m *testing.M) {
	if path := os.Getenv(pathVariable); path != "" {
		fmt.Fprintln(os.Stderr, play(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// play puts one item after the other, and prints each once it is put, until it is killed.
func play(path string) error {
	f, err := Open(path, long)
	if err != nil {
		return err
	}
	for item := f.Done(); ; item++ {
		if err := f.Put(item, values(item)); err != nil {
			return err
		}
		fmt.Println(item)
	}
}

// TestKilled kills a computation again and again: what was put is there the next time.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	put := 0
	for kill := range 5 {
		child := exec.Command(self)
		child.Env = append(os.Environ(), pathVariable+"="+path)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; n <= kill && lines.Scan(); n++ {
			item, err := strconv.Atoi(lines.Text())
			if err != nil || item < put {
				t.Errorf("the computation put item %q, %d were put before", lines.Text(), put)
			}
			put = item + 1
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		child.Wait() // its error is that it was killed
	}
	f, err := Open(path, long)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for item := range put {
		if !slices.Equal(f.Get(item), values(item)) {
			t.Errorf("item %d is %v", item, f.Get(item))
		}
	}
	if put < 5 {
		t.Errorf("%d items", put)
	}
}
