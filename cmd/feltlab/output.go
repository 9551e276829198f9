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

// show prints an answer as JSON, or for people.
func (a *app) show(asJSON bool, answer any, text func(io.Writer) error) error {
	if asJSON {
		return a.printJSON(answer)
	}
	return text(a.stdout)
}

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
