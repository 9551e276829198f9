package main

import (
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
	mammo := " " + smallTables + "mammo.csv.gz --target Malignant "
	out := says(t, "regress curve"+mammo+"--features 2 --folds 4")
	for _, want := range []string{"4 folds dealt with seed 0", "8 of 8 fits proved", "* 1 ", "misclassified"} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	says(t, "regress curve --json"+mammo+"--features 2 --folds 4", `"one_standard_error_at": 1`)
	says(t, "regress --json"+mammo+"--features 2", `"complements": [`, `"both_outcomes": true`)
	says(t, "regress curve --with IrregularShape"+mammo+"--features 2 --folds 4", "4 folds dealt with seed 0")
	refuses(t, "", map[string]string{
		"curve --hand AA --features 2 --folds 4":                "unknown flag: --folds",
		"regress curve x.csv --target y --features 2 --folds 5": "x.csv",
		"regress curve" + mammo + "--features 2 --folds 1":      "--folds 1, want 2 to 100",
		"regress" + mammo + "--max-error 2 --folds 5":           "unknown flag: --folds",
		"regress curve" + mammo + "--features 2 --folds 101":    "--folds 101, want 2 to 100",
	})
}

// TestPredict estimates the rows that a formula was fitted to, and new ones.
func TestPredict(t *testing.T) {
	for _, x := range []struct{ file, target, more string }{
		{"mammo", "Malignant", ""}, {"diabetes", "progression", ""}, {"diabetes", "progression", "--no-intercept"},
		{"diabetes", "progression", "--quantile=0.9"},
	} {
		path, folder := smallTables+x.file+".csv.gz", t.TempDir()
		out := says(t, "regress --features 2 --thresholds 4 --json "+path+" --target "+x.target+" "+x.more)
		result := write(t, filepath.Join(folder, "result.json"), out)
		a := must.Get(question.ReadAnswers(strings.NewReader(out)))(t)[0]
		estimates := filepath.Join(folder, "out.csv")
		var got predictAnswer
		answers(t, "regress predict "+result+" "+path+" --out "+estimates, &got)
		size := map[string]float64{"Malignant": 1, "progression": 346 - 25}[x.target]
		if x.more == "--no-intercept" {
			size = 346 // 0 belongs to the range
		}
		if (got.UpTo != nil) != (x.more == "--quantile=0.9") || got.UpTo != nil && *got.UpTo < 9*got.Rows/10 {
			t.Errorf("%s: %v rows at or below their estimates", x.more, got.UpTo)
		}
		if e := float64(a.AverageError) * size; math.Abs(float64(got.AverageError)-e) > 1e-9*size ||
			got.Known != got.Rows || math.Abs(float64(got.MaxError)-size*float64(a.MaxError)) > 1e-9*size {
			t.Errorf("%s: %+v, want the errors %v and %v", x.file, got, e, size*float64(a.MaxError))
		}
		if (got.Wrong != nil) != (x.file == "mammo") || got.Wrong != nil && *got.Wrong != 218 {
			t.Errorf("%s: misclassified %v", x.file, got.Wrong)
		}
		text, err := os.ReadFile(estimates)
		if err != nil || int64(strings.Count(string(text), "\n")) != got.Rows+1 {
			t.Errorf("%d lines, %v", strings.Count(string(text), "\n"), err)
		}
		bad, none := write(t, filepath.Join(folder, "bad.csv"), "a,b\n1,2\n"), filepath.Join(folder, "none.csv")
		fails(t, 2, "regress predict "+result+" "+bad+" --out "+none, "the formula needs a column for")
		if _, err := os.Stat(none); err == nil {
			t.Error("a file of no estimates")
		}
	}
}

// TestPredictStep takes the formula of a step out of a result with several.
func TestPredictStep(t *testing.T) {
	folder := t.TempDir()
	rows, result := filepath.Join(folder, "rows.csv"), filepath.Join(folder, "result.json")
	text := "age,city,y\n20,A,11.5\n30,A,12\n40,B,30.5\n50,B,31\n60,A,22\n70,B,42\n"
	write(t, rows, text)
	write(t, result, says(t, "regress "+rows+" --target y --features 2 --step 5 --json"))
	for _, step := range []string{"0", "5"} {
		out := says(t, "regress predict "+result+" "+rows+" --step "+step)
		all := true
		for _, line := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
			estimate := must.Get(strconv.ParseFloat(strings.Split(line, ",")[0], 64))(t)
			all = all && math.Mod(estimate, 5) == 0
		}
		if all != (step == "5") {
			t.Errorf("step %s:\n%s", step, out)
		}
	}
	fails(t, 2, "regress predict "+result+" "+rows+" --step 7", "--step")
}
