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
	says(t, "dataset --hand AA --range RUS --out "+flops)
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
		fit  string
		name string
	}{
		{flops, "fit --hand AA --range RUS", "def equity_aa_against_rus_avgerr_2(row):"},
		{diabetes, "regress " + diabetes + " --target progression --thresholds 3", "def progression_avgerr_2(row):"},
	} {
		write(t, at("r.json"), says(t, c.fit+" --features 2 --json"))
		code := says(t, "regress export "+at("r.json")+" --format python --data "+c.file, c.name)
		write(t, at("f.py"), code+rest)
		said, err := exec.Command(python, "-B", at("f.py"), c.file).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		table := says(t, "regress predict "+at("r.json")+" "+c.file)
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
	refuses(t, "regress export", map[string]string{
		at("r.json") + " --format go --top 3":          "unknown flag: --top",
		at("r.json") + " --data " + flops:              "--format is missing",
		at("r.json") + " --format sql --data " + flops: "needs a column for",
		at("r.json") + " --format pyton":               `did you mean "python"`,
		at("none.json") + " --format go":               "no such file",
	})
}
