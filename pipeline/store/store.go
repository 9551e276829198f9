package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"feltlab/internal/disk"
)

const (
	// RootVariable names the environment variable by which a user sets the store's root
	// directory; programs read it, this package only tells of it.
	RootVariable = "FELTLAB_CACHE"
	// StaleAge is how long a directory under tmp must lie untouched before Open takes it for the
	// remains of a run that was killed on another machine. No stage computes for a day without
	// writing.
	StaleAge = 24 * time.Hour

	tmpName = "tmp"
)

// ErrRoot marks a root directory that cannot be used.
var ErrRoot = errors.New("artifact: cannot use the cache directory")

// Store is a directory of artifacts. Its methods may be called from many goroutines, and
// many processes may use one directory.
type Store struct {
	root     string
	log      *slog.Logger
	readOnly error    // why nothing can be written; nil if it can
	busy     sync.Map // Key -> chan struct{} of capacity 1, held while the key is looked up or computed
}

// Compute writes an artifact's bytes to w and returns its number of rows. It must depend on
// nothing but the specification.
type Compute func(ctx context.Context, w io.Writer) (rows int64, err error)

// DefaultRoot returns the root directory where none is named: "feltlab" in the user's cache
// directory. The error wraps [ErrRoot].
func DefaultRoot() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w: %v; set %s", ErrRoot, err, RootVariable)
	}
	return filepath.Join(dir, "feltlab"), nil
}

// Open returns the store in the directory root, which it creates if need be (an error wraps
// [ErrRoot]), and removes what killed runs have left, as [Store.Clean] does with [StaleAge]. A
// directory that is there but cannot be written serves what it holds; what it does not hold is
// then an error that wraps [ErrRoot]. A nil logger stands for slog.Default().
func Open(root string, log *slog.Logger) (*Store, error) {
	if log == nil {
		log = slog.Default()
	}
	s := &Store{root: root, log: log}
	if err := s.probe(); err != nil {
		s.readOnly = fmt.Errorf("%w %s: %w; set %s to a directory that can be written", ErrRoot, root, err, RootVariable)
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

// Folder returns the path of a folder beside the artifacts, for what is none: it changes.
func (s *Store) Folder(name string) string { return filepath.Join(s.root, name) }

func (s *Store) tmp() string { return filepath.Join(s.root, tmpName) }

func (s *Store) dir(key Key) string {
	name := key.String()
	return filepath.Join(s.root, name[:2], name)
}

// Get returns the artifact of a key after checking its data against its manifest. The error
// wraps [ErrNotFound] or [ErrCorrupt], or tells why the files cannot be read.
func (s *Store) Get(key Key) (*Artifact, error) {
	a, err := load(s.dir(key), key)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Do returns the artifact of a specification, computing it if the store does not hold it
// intact. Concurrent calls for one key wait for the first; if that one fails, the next tries.
// The error wraps [ErrSpec], the context's error, or whatever compute or the disk returned.
func (s *Store) Do(ctx context.Context, spec Spec, compute Compute) (*Artifact, error) {
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
	switch a, err := s.Get(key); {
	case err == nil:
		return a, nil
	case errors.Is(err, ErrCorrupt):
		if s.readOnly != nil {
			return nil, err
		}
		s.log.Warn("corrupt artifact, computing it again", "stage", spec.Stage, "key", key, "err", err)
	case !errors.Is(err, ErrNotFound):
		return nil, err
	}
	return s.Put(ctx, spec, compute)
}
