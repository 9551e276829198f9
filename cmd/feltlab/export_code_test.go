package main

import (
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestExportCode writes formulas about a hand and about a table as Python, and has Python estimate the rows that
// predict estimates: the numbers are the same.
func TestExportCode(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	flops := at("aa.csv")
	must.Get(feltlab(t, "dataset", "--hand", "AA", "--range", "RUS", "--out", flops))(t)
	diabetes := at("diabetes.csv.gz")
	content := must.Get(os.ReadFile(smallTables + "diabetes.csv.gz"))(t)
	must.Do(t, os.WriteFile(diabetes, content, 0o600))
	const rest = `
import csv, gzip, sys
source = gzip.open if sys.argv[1].endswith(".gz") else open
estimate = [f for name, f in list(globals().items()) if name.endswith("avgerr_2")][0]
for row in csv.DictReader(source(sys.argv[1], "rt", newline="")):
    print(round(estimate(row), 9))
`
	for _, c := range []struct {
		file string
		fit  []string
		name string
	}{
		{flops, []string{"fit", "--hand", "AA", "--range", "RUS"}, "def equity_aa_against_rus_avgerr_2(row):"},
		{diabetes, []string{"regress", diabetes, "--target", "progression", "--thresholds", "3"},
			"def progression_avgerr_2(row):"},
	} {
		out := must.Get(feltlab(t, append(c.fit, "--features", "2", "--json")...))(t)
		must.Do(t, os.WriteFile(at("r.json"), []byte(out), 0o600))
		code, err := feltlab(t, "regress", "export", at("r.json"), "--format", "python", "--data", c.file)
		if err != nil || !strings.Contains(code, c.name) {
			t.Fatalf("%v\n%s", err, code)
		}
		must.Do(t, os.WriteFile(at("f.py"), []byte(code+rest), 0o600))
		said, err := exec.Command(python, "-B", at("f.py"), c.file).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		table := must.Get(feltlab(t, "regress", "predict", at("r.json"), c.file))(t)
		lines := must.Get(csv.NewReader(strings.NewReader(table)).ReadAll())(t)
		estimates := strings.Fields(string(said))
		if len(estimates) != len(lines)-1 {
			t.Fatalf("%d estimates, predict has %d", len(estimates), len(lines)-1)
		}
		for i, e := range estimates {
			if want := lines[i+1][0]; strings.TrimSuffix(e, ".0") != want {
				t.Fatalf("row %d: %s, predict says %s", i+1, e, want)
			}
		}
	}
	for want, args := range map[string][]string{
		"unknown flag: --top":   {at("r.json"), "--format", "go", "--top", "3"},
		"--format is missing":   {at("r.json"), "--data", flops},
		`needs a column for`:    {at("r.json"), "--format", "sql", "--data", flops},
		`did you mean "python"`: {at("r.json"), "--format", "pyton"},
		"no such file":          {at("none.json"), "--format", "go"},
	} {
		if _, err := feltlab(t, append([]string{"regress", "export"}, args...)...); ExitCode(err) != 2 ||
			!strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v, want %s", args, err, want)
		}
	}
}
