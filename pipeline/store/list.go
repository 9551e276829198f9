package store

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Entry is an artifact that a store holds, as its manifest describes it. Nobody has compared the
// two: that is what Get does.
type Entry struct {
	Key     Key
	Stage   string    // empty if the manifest cannot be read
	Schema  string    // as the stage, of the manifest
	Bytes   int64     // on disk, with the manifest
	Written time.Time // when the artifact was finished
}

// List returns the artifacts of the store in the order of their keys. What is no artifact is
// passed over.
func (s *Store) List() ([]Entry, error) {
	paths, err := filepath.Glob(filepath.Join(s.root, "??", "*"))
	if err != nil {
		return nil, fmt.Errorf("artifact: %w", err)
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
			e.Stage, e.Schema = m.Stage, m.Schema
		}
		all = append(all, e)
	}
	return all, nil
}

// Remove deletes an artifact. It is gone for readers in one step.
func (s *Store) Remove(key Key) error {
	if s.readOnly != nil {
		return s.readOnly
	}
	if err := s.setAside(s.dir(key)); err != nil {
		return fmt.Errorf("artifact: %w", err)
	}
	return nil
}

// Root returns the directory of the store.
func (s *Store) Root() string { return s.root }
