package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// room is space on a disk that is kept for a file until there is something to write.
type room struct{ file *os.File }

// reserve finds out before long work whether a file of so many bytes can be written, and keeps
// the space. What it keeps has no name and goes with the process.
func reserve(path string, bytes int64) (*room, error) {
	if err := writable(path); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".feltlab-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	r := &room{file}
	err = os.Remove(file.Name())
	zeros := make([]byte, 1<<20)
	for ; err == nil && bytes > 0; bytes -= int64(len(zeros)) {
		_, err = file.Write(zeros[:min(int64(len(zeros)), bytes)])
	}
	if err = errors.Join(err, file.Sync()); err != nil {
		r.release()
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	return r, nil
}

// release gives the space back; a second time it does nothing.
func (r *room) release() {
	if r != nil && r.file != nil {
		r.file.Close()
		r.file = nil
	}
}
