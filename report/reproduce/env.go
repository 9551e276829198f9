package reproduce

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/pipeline/store"
	"feltlab/pipeline/work"
	"feltlab/report/draw"
)

// Env is where an experiment finds artifacts and leaves files and summary.
type Env struct {
	// Store keeps what was computed before.
	Store *store.Store
	// Out is the folder for the files, such as "results".
	Out string
	// Workers is the number of goroutines that compute, at least 1.
	Workers int
	// Pool is where pieces are computed; nil means here, by Workers.
	Pool work.Pool
	// TimeLimit bounds each solve; 0 means the experiment's own.
	TimeLimit time.Duration
	// Fresh makes solves begin from nothing rather than from what is known.
	Fresh bool
	// JSON makes Summarize write JSON.
	JSON bool
	// Stdout gets the summary, Stderr the progress if it is a terminal.
	Stdout, Stderr io.Writer
}

// Summary is what an experiment found, in short. Its exported fields are the JSON.
type Summary interface {
	// Text writes it for a person.
	Text(w io.Writer) error
}

// Summarize prints a summary.
func (e *Env) Summarize(s Summary) error {
	if !e.JSON {
		return s.Text(e.Stdout)
	}
	enc := json.NewEncoder(e.Stdout)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(s)
}

// Write replaces a file, named relative to Out with slashes, as a whole or not at all.
func (e *Env) Write(name string, write func(io.Writer) error) error {
	path := filepath.Join(e.Out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return disk.Write(path, write)
}

// Draw writes a figure as name.svg and name.png.
func (e *Env) Draw(name string, f draw.Figure) error {
	for suffix, write := range map[string]func(io.Writer, draw.Figure) error{".svg": draw.SVG, ".png": draw.PNG} {
		if err := e.Write(name+suffix, func(w io.Writer) error { return write(w, f) }); err != nil {
			return err
		}
	}
	return nil
}

// Progress shows a bar for work of so many steps.
func (e *Env) Progress(name string, total int) *progress.Bar {
	return progress.Start(e.Stderr, name, total)
}

// Cached returns the value of a specification from the store, computing it if it is not
// there. Values are kept as JSON and must come back from it unchanged.
func Cached[T any](ctx context.Context, e *Env, spec store.Spec, compute func(context.Context) (T, error)) (value T, err error) {
	a, err := e.Store.Do(ctx, spec, func(ctx context.Context, w io.Writer) (int64, error) {
		computed, err := compute(ctx)
		if err != nil {
			return 0, err
		}
		return 1, json.NewEncoder(w).Encode(computed)
	})
	if err != nil {
		return value, err
	}
	content, err := os.ReadFile(a.Path)
	if err != nil {
		return value, err
	}
	if err := json.Unmarshal(content, &value); err != nil {
		return value, fmt.Errorf("reproduce: %s: %w", a.Path, err)
	}
	return value, nil
}
