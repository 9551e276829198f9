package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"feltlab/dataset/atomicfile"
)

// writeTo lets write fill a file, which appears whole or not at all; without a path it fills
// standard output.
func (a *app) writeTo(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(a.stdout)
	}
	return atomicfile.Write(path, write)
}

// writable fails early when a file could not be written later: work should not start in vain.
func writable(path string) error {
	info, err := os.Stat(filepath.Dir(path))
	if err == nil && !info.IsDir() {
		err = errors.New("its folder is a file")
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".feltlab-*.tmp")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}
