package main

import (
	"bytes"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// TestPaths sweeps over a table whose path is relative to the YAML file, with more features than the table has columns.
func TestPaths(t *testing.T) {
	folder := t.TempDir()
	rows := write(t, filepath.Join(folder, "rows", "a.csv"), ",x,y\n0,5,yes\n1,7,no\n2,5,yes\n3,8,no\n")
	config := write(t, filepath.Join(folder, "a.yaml"), "data: rows/a.csv\ntargets: y\nprograms: AVGERR\n"+
		"features: 1..5\noutput: "+filepath.Join(folder, "out")+"\n")
	var out bytes.Buffer
	err := Run(t.Context(), []string{"--cache", cacheDir, "sweep", config}, &out, &out)
	for _, want := range []string{"a.csv  y=yes", "makes 2 yes/no columns, so that 3 in a formula are too many",
		"2 solves in "} {
		if err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%v, no %q in\n%s", err, want, out.String())
		}
	}
	says(t, "regress "+rows+" --target y --features 9 --json", `"max_features": 2,`)
	text := says(t, "regress curve "+rows+" --target y")
	if !strings.Contains(strings.Join(strings.Fields(text), " "), "so that 5 in a formula are too many") {
		t.Error(text)
	}
}

// TestUnits has the numbers of tables in the unit of the target, in JSON, CSV and curves, and their fractions beside;
// and keeps a key in estimates.
func TestUnits(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string { return write(t, filepath.Join(folder, name), text) }
	rows := file("gdp.csv", "id,x,y\na;1,1,2e12\nb,2,4e12\nc,3,12e12\nd,4,10e12\n")
	var answer struct {
		Unit     string  `json:"unit"`
		Average  float64 `json:"average_error"`
		Bound    float64 `json:"lower_bound"`
		Start    float64 `json:"intercept"`
		Features []struct {
			Weight float64 `json:"weight"`
		} `json:"features"`
		OfRange struct {
			Average float64   `json:"average_error"`
			Weights []float64 `json:"weights"`
		} `json:"of_range"`
	}
	text := answers(t, "regress "+rows+" --target y --drop id --features 1", &answer)
	result := file("r.json", text)
	if answer.Unit != "1e12 y" || answer.Average != 1 || answer.OfRange.Average != 0.1 || answer.Bound > 1 ||
		answer.Bound < 0.999 || len(answer.Features) != 1 ||
		math.Abs(answer.Features[0].Weight-10*answer.OfRange.Weights[0]) > 1e-9 ||
		answer.Start < 2 || answer.Start > 4 {
		t.Errorf("%+v\n%s", answer, text)
	}
	says(t, "verify "+result+" --data "+rows)
	forged := file("forged.json", strings.Replace(text, `"average_error": 1,`, `"average_error": 0.5,`, 1))
	_, err := feltlab(t, "verify", forged, "--data", rows)
	if err == nil || !strings.Contains(err.Error(), "of_range") {
		t.Error(err)
	}
	out := says(t, "regress predict "+result+" "+rows+" --keep id")
	if lines := strings.Split(out, "\n"); lines[0] != "id,estimate,y,error" ||
		!strings.HasPrefix(lines[1], "a;1,4000000000000,2e12,") {
		t.Error(out)
	}
	fails(t, 2, "regress predict "+result+" "+rows+" --keep ID", `did you mean "id"`)
	results := filepath.Join(folder, "out")
	config := file("gdp.yaml",
		"data: gdp.csv\ntargets: y\ndrop: id\nprograms: AVGERR\nfeatures: 1\noutput: "+results+"\n")
	says(t, "sweep "+config, "4.000; +6.000 if x >= 3", "in the unit of the target")
	says(t, "verify "+results+" --data "+rows)
	out = says(t, "export "+results+" --format csv", "gdp.csv,y,1e12 y,AVGERR,1,", ",x >= 3\n")
	if !strings.HasPrefix(out, "file,target,unit,program,") {
		t.Error(out)
	}
	says(t, "regress curve "+rows+" --target y --drop id --features 1 --json", `"unit": "1e12 y"`,
		`"average_error": 1,`)
}
