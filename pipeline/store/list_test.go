package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"feltlab/internal/must"
)

func TestRoot(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "/cache")
	t.Setenv("HOME", "/home/me")
	if root, err := DefaultRoot(); !strings.HasSuffix(root, "feltlab") || err != nil {
		t.Error(root, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o666))
	_, err := Open(filepath.Join(file, "cache"), nil)
	if !errors.Is(err, ErrRoot) || !strings.Contains(err.Error(), RootVariable) || strings.Contains(err.Error(), "\n") {
		t.Errorf("a root below a file: %v", err)
	}
}

// readOnly returns a store that cannot write: a file is in the place of its temporary directory.
func readOnly(t *testing.T, s *Store) *Store {
	t.Helper()
	must.Do(t, errors.Join(os.Remove(s.tmp()), os.WriteFile(s.tmp(), nil, 0o444)))
	return must.Get(Open(s.root, nil))(t)
}

func TestReadOnly(t *testing.T) {
	s, _ := open(t)
	var calls atomic.Int32
	must.Get(s.Do(t.Context(), greeting, text("hello", &calls)))(t)
	s = readOnly(t, s)
	if a, err := s.Do(t.Context(), greeting, text("hello", &calls)); err != nil || a.Computed {
		t.Errorf("a stored artifact: %v, %v", a, err)
	}
	other := greeting
	other.Config = "other"
	if _, err := s.Do(t.Context(), other, text("hello", &calls)); !errors.Is(err, ErrRoot) || calls.Load() != 1 {
		t.Errorf("a missing artifact, computed %d times: %v", calls.Load(), err)
	}
	key, _ := greeting.Key()
	must.Fail(t, s.Remove(key), ErrRoot)
}

func TestListAndRemove(t *testing.T) {
	s, _ := open(t)
	var calls atomic.Int32
	a := must.Get(s.Do(t.Context(), greeting, text("hello", &calls)))(t)
	for _, name := range []string{"zz/strange", "ab/ab12", "00/" + strings.Repeat("f", 64)} {
		must.Do(t, os.MkdirAll(filepath.Join(s.root, name), 0o777))
	}
	all, err := s.List()
	if err != nil || len(all) != 1 || all[0].Key != a.Manifest.Key || all[0].Stage != "greet" || all[0].Bytes <= 6 ||
		all[0].Written.IsZero() {
		t.Fatalf("%+v, %v", all, err)
	}
	must.Do(t, s.Remove(all[0].Key))
	must.Fails(s.Get(all[0].Key))(t, ErrNotFound)
	emptyTmp(t, s)
}

func TestManifestIsReadable(t *testing.T) {
	s, _ := open(t)
	var calls atomic.Int32
	a := must.Get(s.Do(t.Context(), greeting, text("hello", &calls)))(t)
	raw := must.Get(os.ReadFile(filepath.Join(filepath.Dir(a.Path), manifestName)))(t)
	var m map[string]any
	must.Do(t, json.Unmarshal(raw, &m))
	for _, field := range []string{"key", "stage", "version", "config", "inputs", "schema", "rows", "bytes", "sha256",
		"versions", "seconds"} {
		if _, ok := m[field]; !ok {
			t.Errorf("no %q in %s", field, raw)
		}
	}
}

// TestItems keeps, finds, replaces and removes artifacts one by one.
func TestItems(t *testing.T) {
	s := must.Get(Open(t.TempDir(), slog.New(slog.DiscardHandler)))(t)
	if a, err := s.Find(greeting); a != nil || err != nil {
		t.Fatal(a, err)
	}
	must.Do(t, s.Keep(t.Context(), greeting, []byte("hello")))
	a, err := s.Find(greeting)
	if err != nil || a == nil || a.Manifest.Bytes != 5 {
		t.Fatal(a, err)
	}
	must.Do(t, os.WriteFile(a.Path, []byte("hullo"), 0o666))
	if a, err := s.Find(greeting); a != nil || err != nil {
		t.Fatal("damaged:", a, err)
	}
	must.Do(t, s.Keep(t.Context(), greeting, []byte("hello")))
	if a, err := s.Find(greeting); a == nil || err != nil {
		t.Fatal("replaced:", a, err)
	}
	must.Do(t, s.Remove(a.Manifest.Key))
	if a, err := s.Find(greeting); a != nil || err != nil {
		t.Fatal("removed:", a, err)
	}
}

// TestLatest returns the intact state of a computation with the most rows.
func TestLatest(t *testing.T) {
	s := must.Get(Open(t.TempDir(), slog.New(slog.DiscardHandler)))(t)
	input, other := Key{1}, Key{2}
	put := func(input Key, rows int64) *Artifact {
		spec := Spec{Stage: "state", Version: "1", Config: rows, Inputs: []Key{input}}
		return must.Get(s.Put(t.Context(), spec, func(_ context.Context, w io.Writer) (int64, error) {
			_, err := fmt.Fprint(w, rows)
			return rows, err
		}))(t)
	}
	put(input, 3)
	put(input, 9)
	put(other, 8)
	seven := put(input, 7)
	latest := func(most int64) int64 {
		a := must.Get(s.Latest(Spec{Stage: "state", Version: "1", Inputs: []Key{input}}, most))(t)
		if a == nil {
			return 0
		}
		return a.Manifest.Rows
	}
	if got := []int64{latest(2), latest(3), latest(8), latest(100)}; !slices.Equal(got, []int64{0, 3, 7, 9}) {
		t.Error(got)
	}
	must.Do(t, os.Remove(seven.Path))
	must.Equal(t, latest(8), 3, "without the damaged one")
}

// TestPatterns has a root whose name would be a pattern: its artifacts are listed, found and removed.
func TestPatterns(t *testing.T) {
	for _, name := range []string{"k[1]", "k[", "*", `a\b?`} {
		s := must.Get(Open(filepath.Join(t.TempDir(), name), nil))(t)
		spec := Spec{Stage: "state", Version: "1", Inputs: []Key{{1}}}
		must.Do(t, s.Keep(t.Context(), spec, []byte("hello")))
		all, err := s.List()
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %+v, %v", name, all, err)
			continue
		}
		if a, err := s.Latest(spec, 1); a == nil || err != nil {
			t.Errorf("%s: the state is not found: %v", name, err)
		}
		if err := s.Remove(all[0].Key); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if all, err := s.List(); err != nil || len(all) != 0 {
			t.Errorf("%s: %+v are left, %v", name, all, err)
		}
	}
}

// TestChecked computes an artifact again that the caller refuses, once.
func TestChecked(t *testing.T) {
	s, log := open(t)
	var calls atomic.Int32
	refuse := func(line string) func(a *Artifact) error {
		return func(a *Artifact) error {
			if content, err := a.Read(); err != nil || string(content) == line+"\n" {
				return errors.New("not what the key says")
			}
			return nil
		}
	}
	must.Get(s.Do(t.Context(), greeting, text("kings", &calls)))(t)
	for range 2 {
		a := must.Get(s.Checked(t.Context(), greeting, text("aces", &calls), refuse("kings")))(t)
		if content, err := a.Read(); err != nil || string(content) != "aces\n" || calls.Load() != 2 {
			t.Errorf("%q, %v after %d calls", content, err, calls.Load())
		}
	}
	must.Equal(t, strings.Count(log.String(), "not what the key says"), 1, log)
	s = readOnly(t, s)
	must.Fails(s.Checked(t.Context(), greeting, text("kings", &calls), refuse("aces")))(t, ErrCorrupt)
}

// TestJSON computes a value once.
func TestJSON(t *testing.T) {
	s := must.Get(Open(t.TempDir(), nil))(t)
	for _, first := range []bool{true, false} {
		got, computed, err := JSON(t.Context(), s, greeting, func(context.Context) ([]int, error) {
			return []int{1, 2}, nil
		})
		if err != nil || computed != first || !slices.Equal(got, []int{1, 2}) {
			t.Error(got, computed, err)
		}
	}
}
