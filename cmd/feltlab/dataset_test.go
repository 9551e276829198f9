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
	if out, err := feltlab(t, "dataset", "--allin", "pairs", "--out", path); err != nil ||
		!strings.Contains(out, "28561 pairs") {
		t.Fatalf("%v\n%s", err, out)
	}
	plain := must.Get(feltlab(t, "dataset", "--allin", "pairs", "--format", "csv", "--out", "-"))(t)
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

// TestFitMatrixAgain fits formulas to a matrix that another program wrote again, and to one with changed counts and an
// added column: that is someone's own data.
func TestFitMatrixAgain(t *testing.T) {
	again := filepath.Join("..", "..", "dataset", "matrix", "testdata", "again", "pandas.csv.gz")
	same, err := feltlab(t, "fit", "--dataset", again, "--features", "1")
	if err != nil || !strings.Contains(same, "AA against ATC, AVGERR(1), 19600 flops") {
		t.Fatalf("%v\n%s", err, same)
	}
	folder := t.TempDir()
	matrix, changed := filepath.Join(folder, "aa.csv"), filepath.Join(folder, "changed.csv")
	must.Get(feltlab(t, "dataset", "--hand", "AA", "--range", "ATC", "--out", matrix))(t)
	text := must.Get(os.ReadFile(matrix))(t)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i := range lines {
		lines[i] += "," + []string{"1", "0"}[i%2]
	}
	lines[0] = strings.TrimSuffix(lines[0], "1") + "mine"
	must.Do(t, os.WriteFile(changed, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	out, err := feltlab(t, "fit", "--dataset", changed, "--features", "1", "--json")
	if err != nil || !strings.Contains(out, "not poker's: it has columns that a matrix lacks: mine; the target is") ||
		strings.Contains(out, `"hand"`) || !strings.Contains(out, `"status": "optimal"`) {
		t.Errorf("%v\n%s", err, out)
	}
	_, err = feltlab(t, "fit", "--dataset", changed, "--features", "1", "--step", "5")
	if ExitCode(err) != 2 || !strings.Contains(err.Error(), "use feltlab regress") {
		t.Error(err)
	}
	mps := filepath.Join(folder, "x.mps")
	if _, err := feltlab(t, "milp", "--dataset", changed, "--features", "1", "--out", mps); err != nil {
		t.Error(err)
	}
	result := filepath.Join(folder, "r.json")
	must.Do(t, os.WriteFile(result, []byte(out), 0o600))
	said, err := feltlab(t, "verify", result, "--data", changed)
	if err != nil || !strings.Contains(said, "not judged: data.note, engine") {
		t.Errorf("%v\n%s", err, said)
	}
}
