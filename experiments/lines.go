package experiments

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// ReadLines reads values that WriteLines left, none if the file is not there: from them an experiment
// of hours goes on, on another machine too.
func ReadLines[T any](e *Env, name string) (values []T, err error) {
	path := filepath.Join(e.Out, filepath.FromSlash(name))
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(content)); d.More(); {
		var v T
		if err := d.Decode(&v); err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", path, len(values)+1, err)
		}
		values = append(values, v)
	}
	return values, nil
}

// WriteLines writes values without loss, one JSON object a line; where there is none, no file is left.
func WriteLines[T any](e *Env, name string, values []T) error {
	if len(values) == 0 {
		if err := os.Remove(filepath.Join(e.Out, filepath.FromSlash(name))); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return e.Write(name, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		for i := range values {
			if err := enc.Encode(&values[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// WithKept returns values, and after them those kept before that have another key: a run that is asked
// otherwise, or is cut short, loses nothing.
func WithKept[T any](values, kept []T, key func(T) string) []T {
	there := map[string]bool{}
	for _, v := range values {
		there[key(v)] = true
	}
	all := slices.Clone(values)
	for _, v := range kept {
		if !there[key(v)] {
			all = append(all, v)
		}
	}
	return all
}
