package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"feltlab/internal/must"
)

// open returns a store in a fresh directory and the text it logs.
func open(t *testing.T) (*Store, *bytes.Buffer) {
	t.Helper()
	var text bytes.Buffer
	s := must.Get(Open(filepath.Join(t.TempDir(), "cache"), slog.New(slog.NewTextHandler(&text, nil))))(t)
	return s, &text
}

func text(line string, calls *atomic.Int32) Compute {
	return func(_ context.Context, w io.Writer) (int64, error) {
		calls.Add(1)
		_, err := io.WriteString(w, line+"\n")
		return 1, err
	}
}

var greeting = Spec{Stage: "greet", Version: "1", Config: map[string]int{"b": 2, "a": 1}, Schema: "text"}

func TestKey(t *testing.T) {
	type ordered struct {
		B int `json:"b"`
		A int `json:"a"`
	}
	key := func(s Spec) Key {
		t.Helper()
		return must.Get(s.Key())(t)
	}
	base := key(greeting)
	// sha256sum of {"config":{"a":1,"b":2},"inputs":[],"stage":"greet","version":"1"}
	if got := base.String(); got != "0a6bac60d869a8c248e1af0e08b5170f9e002386c9632a1559fa0a7672c6a2f8" {
		t.Errorf("the key of the same specification has changed: %s", got)
	}
	same := greeting
	same.Config, same.Inputs, same.Schema = ordered{2, 1}, []Key{}, "other words"
	must.Equal(t, key(same), base, "order of fields, an empty list of inputs or the description changes the key")
	other := Key{1}
	for name, change := range map[string]func(*Spec){
		"stage":         func(s *Spec) { s.Stage = "greets" },
		"version":       func(s *Spec) { s.Version = "2" },
		"config":        func(s *Spec) { s.Config = map[string]int{"a": 1, "b": 3} },
		"no config":     func(s *Spec) { s.Config = nil },
		"inputs":        func(s *Spec) { s.Inputs = []Key{base} },
		"two inputs":    func(s *Spec) { s.Inputs = []Key{base, other} },
		"other order":   func(s *Spec) { s.Inputs = []Key{other, base} },
		"same boundary": func(s *Spec) { s.Stage, s.Version = "gree", "t1" },
	} {
		t.Run(name, func(t *testing.T) {
			changed := greeting
			change(&changed)
			if key(changed) == base {
				t.Errorf("%s does not change the key", name)
			}
		})
	}
	var back Key
	if err := back.UnmarshalText([]byte(base.String())); err != nil || back != base {
		t.Errorf("the key does not read back: %v", err)
	}
	if err := back.UnmarshalText([]byte("abc")); err == nil {
		t.Error("abc is read as a key")
	}
}

func TestSpecErrors(t *testing.T) {
	s, _ := open(t)
	for _, spec := range []Spec{
		{Version: "1"}, {Stage: "x"}, {Stage: "x", Version: "1", Config: math.NaN()},
		{Stage: "x", Version: "1", Config: func() {}},
	} {
		if _, err := s.Do(t.Context(), spec, nil); err == nil {
			t.Errorf("%v: %v", spec, err)
		}
	}
}

func TestDo(t *testing.T) {
	s, log := open(t)
	var calls atomic.Int32
	spec := greeting
	spec.Inputs = []Key{{7}}
	first, err := s.Do(t.Context(), spec, text("hello", &calls))
	if err != nil || !first.Computed {
		t.Fatal(first, err)
	}
	again, err := s.Do(t.Context(), spec, text("hello", &calls))
	if err != nil || again.Computed || calls.Load() != 1 || again.Path != first.Path {
		t.Fatalf("computed %d times: %v, %v", calls.Load(), again, err)
	}
	if data, err := os.ReadFile(again.Path); err != nil || string(data) != "hello\n" {
		t.Fatalf("%q, %v", data, err)
	}
	m := again.Manifest
	const sum = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03" // sha256sum of hello and a line feed
	if m.Rows != 1 || m.Bytes != 6 || m.SHA256 != sum || m.Schema != "text" || m.Seconds < 0 ||
		string(m.Config) != `{"a":1,"b":2}` || m.Inputs[0] != spec.Inputs[0] || m.Versions["go"] == "" {
		t.Errorf("manifest %+v", m)
	}
	if log.Len() > 0 {
		t.Errorf("logged %s", log)
	}
	must.Fails(s.Get(Key{9}))(t, ErrNotFound)
	emptyTmp(t, s)
}

func emptyTmp(t *testing.T, s *Store) {
	t.Helper()
	if left, err := os.ReadDir(s.tmp()); err != nil || len(left) != 0 {
		t.Errorf("left under tmp: %v, %v", left, err)
	}
}

// TestCorruption damages an artifact in every way: the store logs it and computes it again.
func TestCorruption(t *testing.T) {
	edit := func(name string, change func([]byte) []byte) func(dir string) error {
		return func(dir string) error {
			path := filepath.Join(dir, name)
			old, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path, change(old), 0o666))
		}
	}
	damage := map[string]func(dir string) error{
		"flipped bit":  edit(dataName, func(b []byte) []byte { b[2] ^= 1; return b }),
		"truncated":    edit(dataName, func(b []byte) []byte { return b[:3] }),
		"longer":       edit(dataName, func(b []byte) []byte { return append(b, '!') }),
		"no data":      func(dir string) error { return os.Remove(filepath.Join(dir, dataName)) },
		"no manifest":  func(dir string) error { return os.Remove(filepath.Join(dir, manifestName)) },
		"manifest cut": edit(manifestName, func(b []byte) []byte { return b[:len(b)/2] }),
		"other stage": edit(manifestName, func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"greet"`), []byte(`"grope"`), 1)
		}),
		"unknown field": edit(manifestName, func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"rows"`), []byte(`"cows"`), 1)
		}),
		"empty directory": func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, dataName)), os.Remove(filepath.Join(dir, manifestName)))
		},
	}
	for name, break_ := range damage {
		t.Run(name, func(t *testing.T) {
			s, log := open(t)
			var calls atomic.Int32
			a := must.Get(s.Do(t.Context(), greeting, text("hello", &calls)))(t)
			must.Do(t, break_(filepath.Dir(a.Path)))
			must.Fails(s.Get(a.Manifest.Key))(t, ErrCorrupt)
			b, err := s.Do(t.Context(), greeting, text("hello", &calls))
			if err != nil || !b.Computed || calls.Load() != 2 {
				t.Fatalf("computed %d times: %v, %v", calls.Load(), b, err)
			}
			if _, err := s.Get(a.Manifest.Key); err != nil {
				t.Errorf("after the repair: %v", err)
			}
			if !strings.Contains(log.String(), "corrupt artifact") || !strings.Contains(log.String(),
				a.Manifest.Key.String()) {
				t.Errorf("logged %q", log)
			}
			emptyTmp(t, s)
		})
	}
}

func TestFailures(t *testing.T) {
	s, _ := open(t)
	full := errors.New("no space left on device")
	_, err := s.Do(t.Context(), greeting, func(_ context.Context, w io.Writer) (int64, error) {
		io.WriteString(w, "half of it")
		return 0, full
	})
	must.Fail(t, err, full)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = s.Do(ctx, greeting, func(context.Context, io.Writer) (int64, error) {
		cancel()
		return 0, nil // a stage that stops early without saying so
	})
	must.Fail(t, err, context.Canceled)
	func() {
		defer func() { recover() }()
		s.Do(t.Context(), greeting, func(context.Context, io.Writer) (int64, error) { panic("stage") })
	}()
	key, _ := greeting.Key()
	must.Fails(s.Get(key))(t, ErrNotFound)
	emptyTmp(t, s)
	var calls atomic.Int32
	if a, err := s.Do(t.Context(), greeting, text("hello", &calls)); err != nil || !a.Computed {
		t.Errorf("the next try: %v, %v", a, err)
	}
}

func TestConcurrentDo(t *testing.T) {
	s, _ := open(t)
	var calls atomic.Int32
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			spec := greeting
			spec.Config = i % 4
			a, err := s.Do(t.Context(), spec, text(fmt.Sprint(i%4), &calls))
			if err != nil {
				t.Error(err)
				return
			}
			if data, err := os.ReadFile(a.Path); err != nil || string(data) != fmt.Sprintln(i%4) {
				t.Errorf("%q, %v", data, err)
			}
		})
	}
	wg.Wait()
	must.Equal(t, calls.Load(), 4, "four keys were computed")
}

// TestWaitingIsCancelled expects a caller that waits for a busy key to stop with its context.
func TestWaitingIsCancelled(t *testing.T) {
	s, _ := open(t)
	entered, leave := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		_, err := s.Do(t.Context(), greeting, func(context.Context, io.Writer) (int64, error) {
			close(entered)
			<-leave
			return 0, nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Fails(s.Do(ctx, greeting, nil))(t, context.Canceled)
	close(leave)
	wg.Wait()
}

// TestLosingTheRace commits an artifact while another store is computing the same key.
func TestLosingTheRace(t *testing.T) {
	s, _ := open(t)
	other := must.Get(Open(s.root, nil))(t)
	var calls atomic.Int32
	a, err := s.Do(t.Context(), greeting, func(ctx context.Context, w io.Writer) (int64, error) {
		if _, err := other.Do(ctx, greeting, text("winner", &calls)); err != nil {
			t.Error(err)
		}
		_, err := io.WriteString(w, "loser\n")
		return 1, err
	})
	if err != nil || a.Computed {
		t.Fatal(a, err)
	}
	if data, _ := os.ReadFile(a.Path); string(data) != "winner\n" {
		t.Errorf("the artifact in place was overwritten by %q", data)
	}
	emptyTmp(t, s)
}
