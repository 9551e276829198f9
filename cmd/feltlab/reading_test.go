package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestPaths sweeps over a table whose path is relative to the YAML file, with more features than the table has columns.
func TestPaths(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(folder, "rows"), 0o700))
	must.Do(t, os.WriteFile(filepath.Join(folder, "rows", "a.csv"),
		[]byte(",x,y\n0,5,yes\n1,7,no\n2,5,yes\n3,8,no\n"), 0o600))
	config := filepath.Join(folder, "a.yaml")
	must.Do(t, os.WriteFile(config, []byte("data: rows/a.csv\ntargets: y\nprograms: AVGERR\nfeatures: 1..5\noutput: "+
		filepath.Join(folder, "out")+"\n"), 0o600))
	var out bytes.Buffer
	err := Run(t.Context(), []string{"--cache", cacheDir, "sweep", config}, &out, &out)
	for _, want := range []string{"a.csv  y=yes", "makes 2 yes/no columns, so that 3 in a formula are too many",
		"2 solves in "} {
		if err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%v, no %q in\n%s", err, want, out.String())
		}
	}
	text := must.Get(feltlab(t, "regress", filepath.Join(folder, "rows", "a.csv"), "--target", "y", "--features", "9",
		"--json"))(t)
	var answer struct {
		N int `json:"max_features"`
	}
	if must.Do(t, json.Unmarshal([]byte(text), &answer)); answer.N != 2 {
		t.Errorf("%d features at most", answer.N)
	}
	text = must.Get(feltlab(t, "regress", "curve", filepath.Join(folder, "rows", "a.csv"), "--target", "y"))(t)
	if !strings.Contains(strings.Join(strings.Fields(text), " "), "so that 5 in a formula are too many") {
		t.Error(text)
	}
}

// TestUnits has the numbers of tables in the unit of the target, in JSON, CSV and curves, and their fractions beside;
// and keeps a key in estimates.
func TestUnits(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	rows := file("gdp.csv", "id,x,y\na;1,1,2e12\nb,2,4e12\nc,3,12e12\nd,4,10e12\n")
	text := must.Get(feltlab(t, "regress", rows, "--target", "y", "--drop", "id", "--features", "1", "--json"))(t)
	result := file("r.json", text)
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
	must.Do(t, json.Unmarshal([]byte(text), &answer))
	if answer.Unit != "1e12 y" || answer.Average != 1 || answer.OfRange.Average != 0.1 || answer.Bound > 1 ||
		answer.Bound < 0.999 || len(answer.Features) != 1 ||
		math.Abs(answer.Features[0].Weight-10*answer.OfRange.Weights[0]) > 1e-9 ||
		answer.Start < 2 || answer.Start > 4 {
		t.Errorf("%+v\n%s", answer, text)
	}
	if out, err := feltlab(t, "verify", result, "--data", rows); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	forged := file("forged.json", strings.Replace(text, `"average_error": 1,`, `"average_error": 0.5,`, 1))
	_, err := feltlab(t, "verify", forged, "--data", rows)
	if err == nil || !strings.Contains(err.Error(), "of_range") {
		t.Error(err)
	}
	out := must.Get(feltlab(t, "regress", "predict", result, rows, "--keep", "id"))(t)
	if lines := strings.Split(out, "\n"); lines[0] != "id,estimate,y,error" ||
		!strings.HasPrefix(lines[1], "a;1,4000000000000,2e12,") {
		t.Error(out)
	}
	if _, err := feltlab(t, "regress", "predict", result, rows, "--keep", "ID"); ExitCode(err) != 2 ||
		!strings.Contains(err.Error(), `did you mean "id"`) {
		t.Error(err)
	}
	results := filepath.Join(folder, "out")
	config := file("gdp.yaml",
		"data: gdp.csv\ntargets: y\ndrop: id\nprograms: AVGERR\nfeatures: 1\noutput: "+results+"\n")
	out = must.Get(feltlab(t, "sweep", config))(t)
	if !strings.Contains(out, "4.000; +6.000 if x >= 3") || !strings.Contains(out, "in the unit of the target") {
		t.Error(out)
	}
	if out, err := feltlab(t, "verify", results, "--data", rows); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	out = must.Get(feltlab(t, "export", results, "--format", "csv"))(t)
	if !strings.HasPrefix(out, "file,target,unit,program,") || !strings.Contains(out, "gdp.csv,y,1e12 y,AVGERR,1,") ||
		!strings.Contains(out, ",x >= 3\n") {
		t.Error(out)
	}
	out = must.Get(feltlab(t, "regress", "curve", rows, "--target", "y", "--drop", "id", "--features", "1",
		"--json"))(t)
	if !strings.Contains(out, `"unit": "1e12 y"`) || !strings.Contains(out, `"average_error": 1,`) {
		t.Error(out)
	}
}
