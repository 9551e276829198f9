//go:build slow

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/ledger"
)

// readFile is what testdata/read.mjs prints of a file.
type readFile struct {
	Columns []string
	Rows    []map[string]any
}

// TestSecondReaders opens every kind of exported file with DuckDB, or the JavaScript of Apache Arrow, which share no
// code with the writers. It installs them with npm and is skipped only where there is no node.
func TestSecondReaders(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	must.Do(t, os.CopyFS(dir, os.DirFS("testdata")))
	install := exec.Command("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--cache",
		filepath.Join(dir, "cache"))
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm cannot install the readers: %v\n%s", err, out)
	}
	small := filepath.Join("..", "..", "results", "small")
	paths := []string{"s.parquet", "s.arrow", "m.parquet", "m.arrow", "u.parquet"}
	for i, args := range [][]string{
		{"export", small, "--format", "parquet", "--out"},
		{"export", small, "--format", "arrow", "--out"},
		{"dataset", "--hand", "AA", "--range", "ATC", "--out"},
		{"dataset", "--hand", "AA", "--range", "ATC", "--out"},
		{"convert", "--game", "kuhn", "uniform"},
	} {
		paths[i] = filepath.Join(dir, paths[i])
		must.Get(feltlab(t, append(args, paths[i])...))(t)
	}
	read := exec.Command(node, append([]string{"read.mjs"}, paths...)...)
	read.Dir, read.Stderr = dir, os.Stderr
	out := must.Get(read.Output())(t)
	var files []readFile
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var f readFile
		must.Do(t, dec.Decode(&f))
		files = append(files, f)
	}
	if len(files) != len(paths) {
		t.Fatalf("%d files", len(files))
	}
	t.Run("results", func(t *testing.T) { holdReadResults(t, small, files[0], files[1]) })
	t.Run("matrix", func(t *testing.T) {
		if parquet, arrow := files[2], files[3]; len(parquet.Rows) != 19_600 || len(parquet.Columns) != 82 ||
			!reflect.DeepEqual(parquet.Rows, arrow.Rows) {
			t.Errorf("%d and %d rows, %v", len(parquet.Rows), len(arrow.Rows), parquet.Columns)
		}
	})
	t.Run("strategy", func(t *testing.T) {
		if f := files[4]; len(f.Rows) == 0 || len(f.Columns) == 0 {
			t.Errorf("%+v", f)
		}
	})
}

// holdReadResults holds exported results to what they were exported from.
func holdReadResults(t *testing.T, folder string, parquet, arrow readFile) {
	results := must.Get(ledger.Read(folder))(t)
	if len(parquet.Rows) != len(results) || !reflect.DeepEqual(parquet.Rows, arrow.Rows) {
		t.Fatalf("%d and %d rows, want %d", len(parquet.Rows), len(arrow.Rows), len(results))
	}
	for i, r := range results {
		row := parquet.Rows[i]
		terms, _ := row["formula"].([]any)
		if row["hand"] != r.Hand().String() || row["range"] != r.Against().Range.String() ||
			row["status"] != string(r.Status) || len(terms) != len(r.Features) {
			t.Errorf("row %d: %v", i, row)
		}
		if e, ok := row["average_error"].(float64); ok != r.Found() || ok && e != float64(r.AverageError) {
			t.Errorf("row %d: average error %v, want %v", i, row["average_error"], r.AverageError)
		}
		for k, weight := range r.ByWeight() {
			term, _ := terms[k].(map[string]any)
			if term["id"] != float64(weight.ID) || term["name"] != weight.Name || term["weight"] != weight.Weight {
				t.Errorf("row %d: term %v, want %+v", i, term, weight)
			}
		}
	}
}
