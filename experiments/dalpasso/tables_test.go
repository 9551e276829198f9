package dalpasso

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/experiments/reproduce"
	"feltlab/pipeline/verify"
)

// holdVerified expects feltlab verify to find a table right, and each change of it wrong. A change
// replaces the first occurrence of a text.
func holdVerified(t *testing.T, env *reproduce.Env, name string, changes [][2]string) {
	t.Helper()
	path := filepath.Join(env.Out, name)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	report, err := verify.NewChecker(verify.Options{Workers: 2, Tables: Tables()}).File(t.Context(), path)
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
		report, err := verify.NewChecker(verify.Options{Workers: 2, Tables: Tables()}).File(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, p := range report.Problems {
			found = found || p.Column == "table"
		}
		if !found {
			t.Errorf("%q for %q: %v", c[1], c[0], report.Problems)
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
