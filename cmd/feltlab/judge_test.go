package main

import (
	"encoding/json"
	"math"
	"os"
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
var risk = []string{"regress", "milp", "testdata/risk.csv", "--target", "risk", "--features", "2", "--thresholds", "3"}

// TestJudge judges what CBC found, and refuses it for another program.
func TestJudge(t *testing.T) {
	out := mustRun(t, append(risk, "--judge", "testdata/risk.sol")...)
	for _, want := range []string{"formula of testdata/risk.sol (CBC):", "-12.00 if smoker = no",
		"optimal: bound 3.50"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	var answer struct {
		question.AnswerKeys
		Judged fit.Judged `json:"judged"`
	}
	text := mustRun(t, append(risk, "--judge", "testdata/risk.sol", "--json", "--fresh")...)
	must.Do(t, json.Unmarshal([]byte(text), &answer))
	j := answer.Judged
	if j.Format != "CBC" || j.Objective != 0.11666667 || math.Abs(j.AverageError-3.5) > 1e-6 ||
		len(j.Features) != 2 {
		t.Errorf("%+v", j)
	}
	path := filepath.Join(t.TempDir(), "answer.json")
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	if out, err := feltlab(t, "verify", path, "--data", "testdata/risk.csv"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, c := range [][2]string{{"--loss=max",
		"testdata/risk.sol: no solution of this program: line 17: the program"},
		{"--bound=0.3", "column x2 is 0.36666667, want -0.3 to 0.3; is it the solution of another question?"},
		{"--judge=none.sol", "none.sol"}} {
		_, err := feltlab(t, append(append(risk, "--judge", "testdata/risk.sol"), c[0])...)
		if ExitCode(err) != 2 || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v", c[0], err)
		}
	}
}

// TestJudgeTogether writes and judges programs with round and positive weights, and of hands together.
func TestJudgeTogether(t *testing.T) {
	dir := t.TempDir()
	sol := filepath.Join(dir, "x.sol")
	for _, args := range []string{"fit --hand AA --range RUS --features 1 --step 10",
		"fit --hand AA --range RUS --features 1 --positive", "fit --hand AA --together --range RUS --features 1",
		"fit --hand AA --range RUS --max-error 20"} {
		fields := strings.Fields(args)
		var a question.Answer
		must.Do(t, json.Unmarshal([]byte(mustRun(t, append(fields, "--json")...)), &a))
		if a.Round != nil {
			a = *a.Round[0]
		}
		fields[0] = "milp"
		out := mustRun(t, append(fields, "--out", filepath.Join(dir, "x.mps"))...)
		if !strings.Contains(out, "columns") {
			t.Error(out)
		}
		inst := must.Get(fit.NewInstances(nil, 1).Get(t.Context(), a.Subject))(t)
		built := must.Get(mip.Build(inst, a.Program(), regression.Pattern))(t)
		writeSolution(t, sol, built.Model, built.Start(a.Formula()))
		out = mustRun(t, append(fields, "--judge", sol)...)
		if !strings.Contains(out, "(Gurobi)") || !strings.Contains(out, "optimal: bound") {
			t.Errorf("%s:\n%s", args, out)
		}
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
	must.Do(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600))
}

// mustRun returns what a command prints.
func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	out, err := feltlab(t, args...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out
}
