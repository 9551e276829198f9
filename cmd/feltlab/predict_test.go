package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/question"
)

// TestFolds asks for errors out of sample, and for what is wrong with that.
func TestFolds(t *testing.T) {
	mammo := []string{smallTables + "mammo.csv.gz", "--target", "Malignant", "--features", "2", "--folds", "4"}
	out, err := feltlab(t, append([]string{"regress", "curve"}, mammo...)...)
	for _, want := range []string{"4 folds dealt with seed 0", "8 of 8 fits proved", "* 1 ", "misclassified"} {
		if err != nil || !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("%v, no %q in\n%s", err, want, out)
		}
	}
	out, err = feltlab(t, append([]string{"regress", "curve", "--json"}, mammo...)...)
	if err != nil || !strings.Contains(out, `"one_standard_error_at": 1`) {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = feltlab(t, append([]string{"regress", "--json"}, mammo[:5]...)...)
	var answer fitAnswer
	if err != nil || json.Unmarshal([]byte(out), &answer) != nil || !strings.Contains(out, `"complements": [`) ||
		!strings.Contains(out, `"both_outcomes": true`) {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = feltlab(t, append([]string{"regress", "curve", "--with", "IrregularShape"}, mammo...)...)
	if err != nil || !strings.Contains(out, "4 folds dealt with seed 0") {
		t.Errorf("%v\n%s", err, out)
	}
	for args, want := range map[string]string{
		"curve --hand AA --features 2 --folds 4":                                     "unknown flag: --folds",
		"regress curve x.csv --target y --features 2 --folds 5":                      "x.csv",
		"regress curve " + mammo[0] + " --target Malignant --features 2 --folds 1":   "--folds 1, want 2 to 100",
		"regress " + mammo[0] + " --target Malignant --max-error 2 --folds 5":        "unknown flag: --folds",
		"regress curve " + mammo[0] + " --target Malignant --features 2 --folds 101": "--folds 101, want 2 to 100",
	} {
		if _, err := feltlab(t, strings.Split(args, " ")...); ExitCode(err) != 2 || !strings.Contains(err.Error(),
			want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}

// TestPredict estimates the rows that a formula was fitted to, and new ones.
func TestPredict(t *testing.T) {
	for _, x := range []struct{ file, target, more string }{
		{"mammo", "Malignant", ""}, {"diabetes", "progression", ""}, {"diabetes", "progression", "--no-intercept"},
		{"diabetes", "progression", "--quantile=0.9"},
	} {
		path, folder := smallTables+x.file+".csv.gz", t.TempDir()
		args := []string{"regress", path, "--target", x.target, "--features", "2", "--thresholds", "4", "--json"}
		if x.more != "" {
			args = append(args, x.more)
		}
		out := must.Get(feltlab(t, args...))(t)
		result := filepath.Join(folder, "result.json")
		must.Do(t, os.WriteFile(result, []byte(out), 0o600))
		answers := must.Get(question.ReadAnswers(strings.NewReader(out)))(t)
		estimates := filepath.Join(folder, "out.csv")
		out = must.Get(feltlab(t, "regress", "predict", result, path, "--out", estimates, "--json"))(t)
		var got predictAnswer
		must.Do(t, json.Unmarshal([]byte(out), &got))
		a := answers[0]
		size := map[string]float64{"Malignant": 1, "progression": 346 - 25}[x.target]
		if x.more == "--no-intercept" {
			size = 346 // 0 belongs to the range
		}
		if (got.UpTo != nil) != (x.more == "--quantile=0.9") || got.UpTo != nil && *got.UpTo < 9*got.Rows/10 {
			t.Errorf("%s: %v rows at or below their estimates", x.more, got.UpTo)
		}
		if e := float64(a.AverageError) * size; math.Abs(float64(got.AverageError)-e) > 1e-9*size ||
			got.Known != got.Rows ||
			math.Abs(float64(got.MaxError)-size*float64(a.MaxError)) > 1e-9*size {
			t.Errorf("%s: %+v, want the errors %v and %v", x.file, got, e, size*float64(a.MaxError))
		}
		if (got.Wrong != nil) != (x.file == "mammo") || got.Wrong != nil && *got.Wrong != 218 {
			t.Errorf("%s: misclassified %v", x.file, got.Wrong)
		}
		text, err := os.ReadFile(estimates)
		if err != nil || int64(strings.Count(string(text), "\n")) != got.Rows+1 {
			t.Errorf("%d lines, %v", strings.Count(string(text), "\n"), err)
		}
		bad := filepath.Join(folder, "bad.csv")
		must.Do(t, os.WriteFile(bad, []byte("a,b\n1,2\n"), 0o600))
		if _, err := feltlab(t, "regress", "predict", result, bad, "--out",
			filepath.Join(folder, "none.csv")); err == nil ||
			!strings.Contains(err.Error(), "the formula needs a column for") {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(folder, "none.csv")); err == nil {
			t.Error("a file of no estimates")
		}
	}
}

// TestPredictStep takes the formula of a step out of a result with several.
func TestPredictStep(t *testing.T) {
	folder := t.TempDir()
	rows, result := filepath.Join(folder, "rows.csv"), filepath.Join(folder, "result.json")
	text := "age,city,y\n20,A,11.5\n30,A,12\n40,B,30.5\n50,B,31\n60,A,22\n70,B,42\n"
	must.Do(t, os.WriteFile(rows, []byte(text), 0o600))
	out := must.Get(feltlab(t, "regress", rows, "--target", "y", "--features", "2", "--step", "5", "--json"))(t)
	must.Do(t, os.WriteFile(result, []byte(out), 0o600))
	for _, step := range []string{"0", "5"} {
		out := must.Get(feltlab(t, "regress", "predict", result, rows, "--step", step))(t)
		all := true
		for _, line := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
			estimate := must.Get(strconv.ParseFloat(strings.Split(line, ",")[0], 64))(t)
			all = all && math.Mod(estimate, 5) == 0
		}
		if all != (step == "5") {
			t.Errorf("step %s:\n%s", step, out)
		}
	}
	if _, err := feltlab(t, "regress", "predict", result, rows, "--step", "7"); err == nil ||
		!strings.Contains(err.Error(), "--step") {
		t.Errorf("another step: %v", err)
	}
}
