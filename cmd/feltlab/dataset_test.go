package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
)

// TestAllIn writes the table of pairs to a compressed file and reads it back.
func TestAllIn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pairs.csv.gz")
	says(t, "dataset --allin pairs --out "+path, "28561 pairs")
	plain := says(t, "dataset --allin pairs --format csv --out -")
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	lines := strings.Split(plain, "\n")
	begin := func(h tablefile.Header) ([]bool, error) { return make([]bool, len(h.Columns)), nil }
	rows := 0
	must.Do(t, tablefile.Rows(file, begin, func(int64, []string) error { rows++; return nil }))
	if rows != 169*169 || len(lines) != rows+2 || lines[1] != "AA,AA,6,223260,9827304,223260,0.5" {
		t.Errorf("%d rows in the file, %d lines on standard output, %q", rows, len(lines), lines[1])
	}
}
