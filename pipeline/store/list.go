package store

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

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
	paths, err := filepath.Glob(filepath.Join(s.root, "??", "*"))
	if err != nil {
		return nil, err
	}
	var all []Entry
	for _, path := range paths {
		var e Entry
		if e.Key.UnmarshalText([]byte(filepath.Base(path))) != nil || s.dir(e.Key) != path {
			continue
		}
		err := filepath.WalkDir(path, func(_ string, file fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := file.Info()
			if err == nil && info.Mode().IsRegular() {
				e.Bytes += info.Size()
			}
			if err == nil && info.ModTime().After(e.Written) {
				e.Written = info.ModTime()
			}
			return err
		})
		if err != nil {
			continue // another process has just removed it
		}
		var m Manifest
		text, err := os.ReadFile(filepath.Join(path, manifestName))
		if err == nil && json.Unmarshal(text, &m) == nil {
			e.Stage, e.version, e.Schema, e.rows, e.inputs = m.Stage, m.Version, m.Schema, m.Rows, m.Inputs
		}
		all = append(all, e)
	}
	return all, nil
}

// Latest returns the intact artifact with the stage, version and first input of a specification that
// has the most rows, at most the given number; nil if there is none. An iteration stores its state
// after n rounds with n rows.
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
