package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"feltlab/internal/disk"
)

const (
	// RootVariable is the environment variable that names the root directory. Programs read it; this
	// package names it in messages.
	RootVariable = "FELTLAB_CACHE"
	// StaleAge is how long a directory under tmp must be untouched before Open takes it for the remains of a run that
	// was killed on another machine. No stage computes for a day without writing.
	StaleAge = 24 * time.Hour

	tmpName = "tmp"

	// prefixDigits is the number of digits of a key that name the folder of its artifact's folder.
	prefixDigits = 2
)

// ErrRoot is returned for a root directory that cannot be used.
var ErrRoot = errors.New("cannot use the cache directory")

// Store is a directory of artifacts. Its methods may be called from many goroutines, and
// many processes may use one directory.
type Store struct {
	root     string
	log      *slog.Logger
	readOnly error    // why nothing can be written; nil if it can
	busy     sync.Map // Key -> chan struct{} of capacity 1, full while the key is looked up or computed
}

// Compute writes an artifact's bytes to w and returns its number of rows. It must depend only on the specification.
type Compute func(ctx context.Context, w io.Writer) (rows int64, err error)

// DefaultRoot returns the root directory if the user names none: "feltlab" in the user's cache
// directory. The error wraps [ErrRoot].
func DefaultRoot() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w: %v; set %s", ErrRoot, err, RootVariable)
	}
	return filepath.Join(dir, "feltlab"), nil
}

// Open returns the store in the directory root, creates the directory if needed (an error wraps [ErrRoot]), and removes
// the remains of killed runs: see [Store.Clean]. A read-only directory serves the artifacts that it holds; asking for
// others returns an error that wraps [ErrRoot]. A nil logger means slog.Default().
func Open(root string, log *slog.Logger) (*Store, error) {
	if log == nil {
		log = slog.Default()
	}
	s := &Store{root: root, log: log}
	if err := s.probe(); err != nil {
		s.readOnly = fmt.Errorf("%w %s: %w; set %s to a directory that can be written",
			ErrRoot, root, err, RootVariable)
		if _, err := os.ReadDir(root); err != nil {
			return nil, s.readOnly
		}
		return s, nil
	}
	if _, err := s.Clean(StaleAge); err != nil {
		log.Warn("cannot remove the remains of killed runs", "err", err)
	}
	return s, nil
}

func (s *Store) probe() error {
	if err := disk.FS.MkdirAll(s.tmp(), 0o777); err != nil {
		return err
	}
	dir, err := disk.FS.MkdirTemp(s.tmp(), "probe-")
	if err != nil {
		return err
	}
	return disk.FS.RemoveAll(dir)
}

// Folder returns the path of a folder next to the artifacts for files that change.
func (s *Store) Folder(name string) string { return filepath.Join(s.root, name) }

func (s *Store) tmp() string { return filepath.Join(s.root, tmpName) }

func (s *Store) dir(key Key) string {
	name := key.String()
	return filepath.Join(s.root, name[:prefixDigits], name)
}

// Find returns the artifact of a specification if the store holds it intact, else nil.
func (s *Store) Find(spec Spec) (*Artifact, error) {
	key, err := spec.Key()
	if err != nil {
		return nil, err
	}
	return s.find(key)
}

func (s *Store) find(key Key) (*Artifact, error) {
	a, err := s.Get(key)
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrCorrupt) {
		return nil, nil
	}
	return a, err
}

// Keep stores bytes as an artifact, in the place of a damaged one.
func (s *Store) Keep(ctx context.Context, spec Spec, content []byte) error {
	_, err := s.Put(ctx, spec, func(_ context.Context, w io.Writer) (int64, error) {
		_, err := w.Write(content)
		return 1, err
	})
	return err
}

// JSON returns the value of a specification, from the store or computed now, and whether it was
// computed. The store keeps the value as JSON, which must preserve it.
func JSON[T any](ctx context.Context, s *Store, spec Spec,
	compute func(context.Context) (T, error)) (value T, computed bool, err error) {
	a, err := s.Do(ctx, spec, func(ctx context.Context, w io.Writer) (int64, error) {
		computed, err := compute(ctx)
		if err != nil {
			return 0, err
		}
		return 1, json.NewEncoder(w).Encode(computed)
	})
	if err != nil {
		return value, false, err
	}
	text, err := a.Read()
	if err != nil {
		return value, false, err
	}
	if err := json.Unmarshal(text, &value); err != nil {
		return value, false, fmt.Errorf("%s: %w", a.Path, err)
	}
	return value, a.Computed, nil
}

// Do returns the artifact of a specification and computes it if the store does not hold it intact.
// Concurrent calls for one key wait for the first; if that one fails, the next tries. The error is
// that of the specification, the context, compute or the disk.
func (s *Store) Do(ctx context.Context, spec Spec, compute Compute) (*Artifact, error) {
	return s.Checked(ctx, spec, compute, func(*Artifact) error { return nil })
}

// Checked is Do for an artifact whose bytes may be those of another key, though its manifest has their hash: what check
// refuses is not intact.
func (s *Store) Checked(ctx context.Context, spec Spec, compute Compute, check func(*Artifact) error,
) (*Artifact, error) {
	key, err := spec.Key()
	if err != nil {
		return nil, err
	}
	slot, _ := s.busy.LoadOrStore(key, make(chan struct{}, 1))
	select {
	case slot.(chan struct{}) <- struct{}{}:
		defer func() { <-slot.(chan struct{}) }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	a, err := s.Get(key)
	if err == nil {
		wrong := check(a)
		if wrong == nil || ctx.Err() != nil {
			return a, wrong
		}
		err = fmt.Errorf("%w: %s: %w", ErrCorrupt, a.Path, wrong)
	}
	switch {
	case errors.Is(err, ErrCorrupt):
		if s.readOnly != nil {
			return nil, err
		}
		s.log.Warn("corrupt artifact, computing it again", "stage", spec.Stage, "key", key, "err", err)
		if err := s.Remove(key); err != nil {
			return nil, err
		}
	case !errors.Is(err, ErrNotFound):
		return nil, err
	}
	return s.Put(ctx, spec, compute)
}

// Entry is an artifact of a store as its manifest describes it. List does not compare the data with
// the manifest; Get does.
type Entry struct {
	Key     Key
	Stage   string    // empty if the manifest cannot be read
	Schema  string    // from the manifest, like Stage
	Bytes   int64     // on disk, with the manifest
	Written time.Time // when the artifact was finished

	version string // from the manifest, like rows and inputs
	rows    int64
	inputs  []Key
}

// List returns the artifacts of the store, ordered by key. It skips other files.
func (s *Store) List() ([]Entry, error) {
	prefixes, err := os.ReadDir(s.root)
	if err != nil {
		return nil, err
	}
	var names []fs.DirEntry
	for _, prefix := range prefixes {
		if len(prefix.Name()) == prefixDigits {
			some, _ := os.ReadDir(filepath.Join(s.root, prefix.Name())) // no folder has no artifacts
			names = append(names, some...)
		}
	}
	var all []Entry
	for _, name := range names {
		var e Entry
		if e.Key.UnmarshalText([]byte(name.Name())) != nil {
			continue
		}
		path := s.dir(e.Key)
		if e.Bytes, e.Written, err = measure(path); err != nil {
			continue // another process has just removed it
		}
		var m Manifest
		text, err := disk.ReadFile(filepath.Join(path, manifestName), mostManifest)
		if err == nil && json.Unmarshal(text, &m) == nil {
			e.Stage, e.version, e.Schema, e.rows, e.inputs = m.Stage, m.Version, m.Schema, m.Rows, m.Inputs
		}
		all = append(all, e)
	}
	return all, nil
}

// Latest returns the intact artifact with the stage, version and first input of a specification that has the most rows,
// at most the given number; nil if there is none. An iteration stores its state after n rounds with n rows.
func (s *Store) Latest(spec Spec, rows int64) (*Artifact, error) {
	all, err := s.List()
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(e Entry) bool {
		return e.Stage != spec.Stage || e.version != spec.Version || e.rows > rows ||
			len(e.inputs) == 0 || e.inputs[0] != spec.Inputs[0]
	})
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Compare(b.rows, a.rows) })
	for _, e := range all {
		if a, err := s.find(e.Key); a != nil || err != nil {
			return a, err
		}
	}
	return nil, nil
}

// Remove deletes an artifact. It is gone for readers in one step.
func (s *Store) Remove(key Key) error {
	if s.readOnly != nil {
		return s.readOnly
	}
	return s.setAside(s.dir(key))
}

// Root returns the directory of the store.
func (s *Store) Root() string { return s.root }
