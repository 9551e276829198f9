package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"feltlab/internal/disk"
)

// Put computes an artifact and commits it. If another process has stored the same key in the
// meantime, Put returns that artifact. After an error, such as a full disk, nothing is left behind.
func (s *Store) Put(ctx context.Context, spec Spec, compute Compute) (_ *Artifact, err error) {
	key, err := spec.Key()
	if err != nil {
		return nil, err
	}
	if s.readOnly != nil {
		return nil, fmt.Errorf("%w; it does not hold the result of stage %s", s.readOnly, spec.Stage)
	}
	temp, release, err := s.hold(key.String()[:16])
	if err != nil {
		return nil, err
	}
	defer release() // after the rename it has nothing to remove

	config, err := canonicalJSON(spec.Config)
	if err != nil {
		return nil, err
	}
	m := &Manifest{Key: key, Stage: spec.Stage, Version: spec.Version, Config: config,
		Inputs: append([]Key{}, spec.Inputs...), Schema: spec.Schema, Versions: versions()}
	start := time.Now()
	err = disk.Create(filepath.Join(temp, dataName), func(w io.Writer) error {
		counted := &countingHash{w: w, hash: sha256.New()}
		m.Rows, err = compute(ctx, counted)
		m.Bytes, m.SHA256 = counted.n, hex.EncodeToString(counted.hash.Sum(nil))
		return errors.Join(err, ctx.Err())
	})
	if err != nil {
		return nil, err
	}
	m.Seconds = time.Since(start).Seconds()
	err = disk.Create(filepath.Join(temp, manifestName), func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(m)
	})
	if err != nil {
		return nil, fmt.Errorf("cannot write the manifest of %s: %w", spec.Stage, err)
	}
	return s.commit(temp, key)
}

// commit renames the finished directory to its place. Renaming onto a non-empty directory fails, so
// an intact artifact is never overwritten; a damaged one is set aside.
func (s *Store) commit(temp string, key Key) (*Artifact, error) {
	dir := s.dir(key)
	err := errors.Join(
		disk.FS.RemoveAll(filepath.Join(temp, lockName)), disk.SyncDir(temp),
		disk.FS.MkdirAll(filepath.Dir(dir), 0o777), disk.SyncDir(s.root),
	)
	if err != nil {
		return nil, err
	}
	if err = disk.FS.Rename(temp, dir); err != nil {
		there, corrupt := s.Get(key)
		if corrupt == nil {
			return there, nil // another process was faster
		}
		if errors.Is(corrupt, ErrCorrupt) {
			err = errors.Join(s.setAside(dir), disk.FS.Rename(temp, dir))
		}
	}
	if err = errors.Join(err, disk.SyncDir(filepath.Dir(dir))); err != nil {
		return nil, err
	}
	a, err := s.Get(key)
	if err == nil {
		a.Computed = true
	}
	return a, err
}

// setAside moves a directory out of the readers' sight in one step, then deletes it.
func (s *Store) setAside(dir string) error {
	temp, err := disk.FS.MkdirTemp(s.tmp(), "corrupt-")
	if err != nil {
		return err
	}
	err = disk.FS.Rename(dir, filepath.Join(temp, "artifact"))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // another process was faster
	}
	return errors.Join(err, disk.FS.RemoveAll(temp))
}

type countingHash struct {
	w    io.Writer
	hash hash.Hash
	n    int64
}

func (c *countingHash) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.hash.Write(p[:n]) // a hash never returns an error
	c.n += int64(n)
	return n, err
}
