package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/mip"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// risk is a question about a table, and testdata/risk.sol what CBC found for its program.
const risk = "regress milp testdata/risk.csv --target risk --features 2 --thresholds 3 --judge testdata/risk.sol "

// TestJudge judges what CBC found, and refuses it for another program.
func TestJudge(t *testing.T) {
	says(t, risk, "formula of testdata/risk.sol (CBC):", "-12.00  if smoker = no", "optimal: bound 3.50")
	var answer struct {
		question.AnswerKeys
		Judged fit.Judged `json:"judged"`
	}
	text := answers(t, risk+"--fresh", &answer)
	j := answer.Judged
	if j.Format != "CBC" || j.Objective != 0.11666667 || math.Abs(j.AverageError-3.5) > 1e-6 || len(j.Features) != 2 {
		t.Errorf("%+v", j)
	}
	path := write(t, filepath.Join(t.TempDir(), "answer.json"), text)
	says(t, "verify "+path+" --data testdata/risk.csv")
	refuses(t, risk, map[string]string{
		"--loss=max":       "testdata/risk.sol: no solution of this program: line 17: the program",
		"--bound=0.3":      "column x2 is 0.36666667, want -0.3 to 0.3; is it the solution of another question?",
		"--judge=none.sol": "none.sol",
	})
}

// TestJudgeTogether writes and judges programs with round and positive weights, and of hands together.
func TestJudgeTogether(t *testing.T) {
	dir := t.TempDir()
	sol := filepath.Join(dir, "x.sol")
	for _, args := range []string{"fit --hand AA --range RUS --features 1 --step 10",
		"fit --hand AA --range RUS --features 1 --positive", "fit --hand AA --together --range RUS --features 1",
		"fit --hand AA --range RUS --max-error 20"} {
		var a question.Answer
		answers(t, args, &a)
		if a.Round != nil {
			a = *a.Round[0]
		}
		args = "milp" + strings.TrimPrefix(args, "fit")
		says(t, args+" --out "+filepath.Join(dir, "x.mps"), "columns")
		inst := must.Get(fit.NewInstances(nil, 1).Get(t.Context(), a.Subject))(t)
		built := must.Get(mip.Build(inst, a.Program(), regression.Pattern))(t)
		writeSolution(t, sol, built.Model, built.Start(a.Formula()))
		says(t, args+" --judge "+sol, "(Gurobi)", "optimal: bound")
	}
}

// writeSolution writes a point as Gurobi does.
func writeSolution(t *testing.T, path string, m *mip.Model, x []float64) {
	lines := []string{"# Solution"}
	for j, c := range m.Columns {
		lines = append(lines, c.Name+" "+string(must.Get(json.Marshal(x[j]))(t)))
	}
	if m.Offset != 0 {
		lines = append(lines, "offset 1")
	}
	write(t, path, strings.Join(lines, "\n"))
}
