package sweep

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/store"
)

// The test binary starts itself with this variable set to be a sweep that is killed.
const configVariable = "FELTLAB_SWEEP_TEST_CONFIG"

func TestMain(m *testing.M) {
	if config := os.Getenv(configVariable); config != "" {
		if err := play(config); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	if dir, err := madeUp(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// play sweeps a configuration and prints a line for each result that it has kept.
func play(config string) error {
	c, err := Load(config)
	if err != nil {
		return err
	}
	store, err := store.Open(os.Getenv(store.RootVariable), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	folder, err := OpenFolder(c)
	if err != nil {
		return err
	}
	defer folder.Close()
	results, err := Run(context.Background(), c.Questions, store,
		Options{Workers: c.Workers, Observe: func(e Event) error {
			_, err := fmt.Println(e.Index)
			return err
		}})
	if err != nil {
		return err
	}
	_, err = folder.Finish(results)
	return err
}

func child(t *testing.T, config, root string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(must.Get(os.Executable())(t))
	cmd.Env = append(os.Environ(), configVariable+"="+config, store.RootVariable+"="+root)
	cmd.Stderr = os.Stderr
	return cmd
}

// TestKilled kills a sweep after two results: the next run may write to its folder, and takes both from the store.
func TestKilled(t *testing.T) {
	const before = 2
	root, out := cache(t), filepath.Join(t.TempDir(), "out")
	config := written(t, yaml+"output: "+out+"\n")
	child := child(t, config, root)
	lines := must.Get(child.StdoutPipe())(t)
	must.Do(t, child.Start())
	kept := bufio.NewScanner(lines)
	for range before {
		if !kept.Scan() {
			t.Fatalf("the sweep ends early: %v, %v", kept.Err(), child.Wait())
		}
	}
	must.Do(t, child.Process.Kill())
	if err := child.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("it was not killed: %v", err)
	}
	c := must.Get(Load(config))(t)
	_, cached, err := run(t, c, open(t, root), before+1)
	if !errors.Is(err, context.Canceled) || cached < before {
		t.Errorf("the next run took %d results from the store, %v", cached, err)
	}
	if again, err := ledger.Read(out); err != nil || len(again) <= before {
		t.Errorf("the next run leaves %d results, %v", len(again), err)
	}
}
