package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"feltlab/internal/disk"
)

// standardOutput is the path that stands for it.
const standardOutput = "-"

// writeTo lets write fill a file, which appears whole or not at all; without a path, or with "-",
// it fills standard output.
func (a *app) writeTo(path string, write func(io.Writer) error) error {
	if path == "" || path == standardOutput {
		return write(a.stdout)
	}
	return disk.Write(path, write)
}

// beside is where a command says what it wrote to a path: not into the same stream.
func (a *app) beside(path string) io.Writer {
	if path == standardOutput {
		return a.stderr
	}
	return a.stdout
}

// oneStream refuses to write a file and JSON to standard output at once.
func oneStream(path string, asJSON bool) error {
	if asJSON && path == standardOutput {
		return usage("--out - and --json both write to standard output: want one of them, or a file")
	}
	return nil
}

// writable fails early when a file could not be written later: work should not start in vain.
func writable(path string) error {
	if path == standardOutput {
		return nil
	}
	info, err := os.Stat(filepath.Dir(path))
	if err == nil && !info.IsDir() {
		err = errors.New("its folder is a file")
	}
	if err != nil {
		return named(fmt.Errorf("cannot write %s: %w", path, err))
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".feltlab-*.tmp")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}
