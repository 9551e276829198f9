package checkpoint

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

var header = Header{Computation: "test", Input: "abc", Items: 5, Values: 3}

func open(t *testing.T, path string) *File {
	t.Helper()
	f, err := Open(path, header)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func values(item int) []float64 { return []float64{float64(item), -1.5, 1e-300} }

func put(t *testing.T, f *File, items ...int) {
	t.Helper()
	for _, i := range items {
		if err := f.Put(i, values(i)); err != nil {
			t.Fatal(err)
		}
	}
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestCutAnywhere kills a computation at every byte of its file: whole records survive, and it
// goes on.
func TestCutAnywhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	f := open(t, path)
	start := len(content(t, path))
	put(t, f, 3, 0, 4)
	whole := content(t, path)
	for n := range whole {
		path := filepath.Join(t.TempDir(), "c")
		if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		f := open(t, path)
		want := max(n-start, 0) / recordSize(header.Values)
		if f.Done() != want {
			t.Fatalf("%d of %d bytes: %d items done, want %d", n, len(whole), f.Done(), want)
		}
		for _, i := range []int{3, 0, 4}[want:] {
			if f.Get(i) != nil {
				t.Fatalf("%d bytes: item %d is there", n, i)
			}
			put(t, f, i)
		}
		if !bytes.Equal(content(t, path), whole) {
			t.Fatalf("%d of %d bytes: the file differs when it is done", n, len(whole))
		}
	}
}

func TestGet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	first := open(t, path)
	put(t, first, 2, 1)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	f := open(t, path)
	for i := range header.Items {
		got := f.Get(i)
		if done := i == 1 || i == 2; done != (got != nil) || done && !slices.Equal(got, values(i)) {
			t.Errorf("item %d: %v", i, got)
		}
	}
}

// TestRefused says what is wrong with files that cannot be taken up, and leaves them alone.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "good")
	put(t, open(t, path), 1, 2)
	good := content(t, path)
	flipped := slices.Clone(good)
	flipped[len(flipped)-recordSize(header.Values)-10] ^= 1
	for name, c := range map[string]struct {
		content []byte
		header  Header
		want    error
	}{
		"a picture":           {[]byte("\x89PNG\r\n"), header, ErrFormat},
		"another version":     {bytes.Replace(good, []byte("checkpoint 1"), []byte("checkpoint 2"), 1), header, ErrVersion},
		"another input":       {good, Header{"test", "abd", 5, 3}, ErrOther},
		"another computation": {good, Header{"rest", "abc", 5, 3}, ErrOther},
		"more items":          {good, Header{"test", "abc", 6, 3}, ErrOther},
		"a flipped bit":       {flipped, header, ErrCorrupt},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, "bad")
			if err := os.WriteFile(path, c.content, 0o666); err != nil {
				t.Fatal(err)
			}
			f, err := Open(path, c.header)
			if !errors.Is(err, c.want) || !bytes.Contains([]byte(fmt.Sprint(err)), []byte(path)) {
				t.Errorf("%s: %v, want %v and the path", name, err, c.want)
			}
			if err == nil {
				f.Close()
			}
			if !bytes.Equal(content(t, path), c.content) {
				t.Errorf("%s: the file was changed", name)
			}
		})
	}
}

func TestPutErrors(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "c"))
	for _, err := range []error{f.Put(-1, values(0)), f.Put(5, values(0)), f.Put(0, values(0)[:2])} {
		if !errors.Is(err, ErrRecord) {
			t.Errorf("%v, want %v", err, ErrRecord)
		}
	}
}

func TestConcurrent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	f := open(t, path)
	var group sync.WaitGroup
	for i := range header.Items {
		group.Go(func() {
			if err := f.Put(i, values(i)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if g := open(t, path); g.Done() != header.Items {
		t.Errorf("%d items", g.Done())
	}
}

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "squares")
	h := Header{Computation: "squares", Input: "none", Items: 4, Values: 1}
	for range 2 { // the second time goes on
		f, err := Open(path, h)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(f.Done(), "of", h.Items, "done")
		for i := range 3 {
			if f.Get(i) == nil {
				if err := f.Put(i, []float64{float64(i * i)}); err != nil {
					fmt.Println(err)
				}
			}
		}
		f.Close()
	}
	// Output:
	// 0 of 4 done
	// 3 of 4 done
}

func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	f := open(t, path)
	put(t, f, 2)
	if _, err := Open(path, header); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), path) {
		t.Errorf("a second process: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if f := open(t, path); f.Done() != 1 {
		t.Errorf("%d items afterwards, want 1", f.Done())
	}
}
