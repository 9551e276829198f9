package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"feltlab/internal/must"
)

const roleVariable = "FELTLAB_ARTIFACT_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "":
		os.Exit(m.Run())
	case "hang":
		play(func(_ context.Context, w io.Writer) (int64, error) {
			io.WriteString(w, strings.Repeat("half of it ", 1<<16))
			fmt.Println("writing")
			time.Sleep(time.Minute)
			return 1, errors.New("nobody has killed this process")
		})
	case "race":
		play(func(_ context.Context, w io.Writer) (int64, error) {
			for range 100 {
				if _, err := io.WriteString(w, strings.Repeat("x", 1<<12)); err != nil {
					return 0, err
				}
			}
			return 100, nil
		})
	}
}

func play(compute Compute) {
	s, err := Open(os.Getenv(RootVariable), nil)
	if err == nil {
		_, err = s.Do(context.Background(), greeting, compute)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func process(t *testing.T, role, root string) *exec.Cmd {
	t.Helper()
	self := must.Get(os.Executable())(t)
	c := exec.Command(self)
	c.Env = append(os.Environ(), roleVariable+"="+role, RootVariable+"="+root)
	c.Stderr = os.Stderr
	return c
}

// TestKilledRun kills a process in the middle of a stage: no reader sees its remains, and the next process
// removes them, but not while the first one lives.
func TestKilledRun(t *testing.T) {
	s, log := open(t)
	child := process(t, "hang", s.root)
	out := must.Get(child.StdoutPipe())(t)
	must.Do(t, child.Start())
	must.Get(io.ReadFull(out, make([]byte, len("writing\n"))))(t)
	left, err := os.ReadDir(s.tmp())
	if err != nil || len(left) != 1 {
		t.Fatalf("a running process has %v, %v", left, err)
	}
	remains := filepath.Join(s.tmp(), left[0].Name())
	age(t, remains)
	if n, err := s.Clean(StaleAge); n != 0 || err != nil {
		t.Errorf("Clean removed %d of a process that lives, %v", n, err)
	}
	must.Do(t, child.Process.Kill())
	child.Wait()
	key, _ := greeting.Key()
	must.Fails(s.Get(key))(t, ErrNotFound)
	must.Do(t, os.Rename(remains, filepath.Join(s.tmp(), "0-elsewhere")))
	now := time.Now()
	must.Do(t, os.Chtimes(filepath.Join(s.tmp(), "0-elsewhere"), now, now))
	if n, err := s.Clean(StaleAge); n != 0 || err != nil {
		t.Errorf("Clean removed %d that may be another machine's, %v", n, err)
	}
	must.Do(t, os.Rename(filepath.Join(s.tmp(), "0-elsewhere"), remains))
	must.Get(Open(s.root, nil))(t)
	emptyTmp(t, s)
	a, err := s.Do(t.Context(), greeting, text("all of it", new(atomic.Int32)))
	if err != nil || !a.Computed || a.Manifest.Bytes != 10 {
		t.Errorf("the next run: %+v, %v", a, err)
	}
	if log.Len() > 0 {
		t.Errorf("logged %s", log)
	}
}

// age makes a directory and its files look older than StaleAge.
func age(t *testing.T, dir string) {
	t.Helper()
	old := time.Now().Add(-2 * StaleAge)
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	for _, path := range append(paths, dir) {
		err = errors.Join(err, os.Chtimes(path, old, old))
	}
	must.Do(t, err)
}

// TestOldRemains removes directories without a lock only when they are old.
func TestOldRemains(t *testing.T) {
	s, _ := open(t)
	dir := filepath.Join(s.tmp(), "of-another-machine")
	must.Do(t, os.MkdirAll(filepath.Join(dir, "x"), 0o777))
	if n, err := s.Clean(StaleAge); n != 0 || err != nil {
		t.Errorf("Clean removed %d, %v", n, err)
	}
	age(t, dir)
	if n, err := s.Clean(StaleAge); n != 1 || err != nil {
		t.Errorf("Clean removed %d, %v", n, err)
	}
}

// TestRacingProcesses lets processes compute one key at the same time.
func TestRacingProcesses(t *testing.T) {
	s, _ := open(t)
	var children []*exec.Cmd
	for range 4 {
		c := process(t, "race", s.root)
		must.Do(t, c.Start())
		children = append(children, c)
	}
	for _, c := range children {
		must.Do(t, c.Wait())
	}
	key, _ := greeting.Key()
	a, err := s.Get(key)
	if err != nil || a.Manifest.Bytes != 100<<12 {
		t.Errorf("%+v, %v", a, err)
	}
	emptyTmp(t, s)
}
