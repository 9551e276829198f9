package dalpasso

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/experiments"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
)

// holdVerified expects feltlab verify to find a table right, and each change of it wrong. A change
// replaces the first occurrence of a text.
func holdVerified(t *testing.T, env *experiments.Env, name string, changes [][2]string) {
	t.Helper()
	path := filepath.Join(env.Out, name)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	report, err := sweep.NewChecker(ledger.Options{Workers: 2, Tables: Tables()}).File(t.Context(), path)
	if err != nil || !report.OK() || report.Unproved > 0 {
		t.Errorf("%+v, %v", report, err)
	}
	for _, c := range changes {
		if !strings.Contains(string(text), c[0]) {
			t.Fatalf("%q is not in %s", c[0], text)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), c[0], c[1], 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		report, err := sweep.NewChecker(ledger.Options{Workers: 2, Tables: Tables()}).File(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, p := range report.Faults {
			found = found || p.Column == "table"
		}
		if !found {
			t.Errorf("%q for %q: %v", c[1], c[0], report.Faults)
		}
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// flipped changes the last digit of a number.
func flipped(text string) string {
	last := text[len(text)-1]
	return text[:len(text)-1] + string('0'+(last-'0'+1)%10)
}

// TestPages renders the pages of results again from the solves beside them, and once with one of
// these changed.
func TestPages(t *testing.T) {
	for name, render := range Tables() {
		if filepath.Base(name) != "README.md" {
			continue
		}
		path := filepath.Join("..", "..", "results", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		solves, err := os.Open(filepath.Join(filepath.Dir(path), ledger.SolvesFile))
		if err != nil {
			t.Fatal(err)
		}
		results, err := question.ReadAnswers(solves)
		if solves.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := render(text, results)
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: rendered again it differs, %v", name, err)
		}
		results[0].AverageError, results[0].MaxError = results[0].AverageError/2, results[0].MaxError/2
		if got, err := render(text, results); err != nil || bytes.Equal(got, text) {
			t.Errorf("%s: half the error makes the same page, %v", name, err)
		}
		if _, err := render([]byte("# Page\n"), results); err == nil && pageLimit.Match(text) {
			t.Errorf("%s: a page without a limit is rendered", name)
		}
	}
}
