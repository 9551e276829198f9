package dalpasso

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/experiments"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestRound solves two sizes of a row and reads page, sheet and answers.
func TestRound(t *testing.T) {
	env, out := filled(t)
	must.Do(t, run(t, env, "round", only("AA", "RUS", 2)))
	results, err := ledger.Read(filepath.Join(env.Out, "round"))
	if err != nil || len(results) != 8 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for i, r := range results {
		if r.Status != question.Optimal || r.Proof == nil || i%4 > 0 && r.Objective() < results[i-i%4].Objective() {
			t.Errorf("%v: %s, error %v", r, r.Status, r.Objective())
		}
	}
	hold(t, env, "round", "| 1 | 10 | 1 of 1 |", "| 2 | 1 | 1 of 1 |")
	if !strings.Contains(out.String(), "2 features, step 5: 1 of 1 proved") {
		t.Error(out)
	}
	if text, err := os.ReadFile(filepath.Join(env.Out, "round", "sheet.html")); err != nil ||
		!strings.Contains(string(text), "<table>") {
		t.Errorf("%v: %s", err, text)
	}
}

// TestBaselines compares methods with the optima of one and two features, and writes the page.
func TestBaselines(t *testing.T) {
	env, out := filled(t)
	var results []*question.Answer
	inst := must.Get(fit.NewInstances(env.Store, 2).Get(t.Context(), question.MustSubject("AA", "ATC")))(t)
	for n := 1; n <= 2; n++ {
		q := question.Question{Subject: question.MustSubject("AA", "ATC"), Engine: question.Auto,
			Program: regression.Program{Kind: regression.AvgErr, N: n}, TimeLimit: 20 * time.Second, Seed: 1}
		r, err := fit.Solve(t.Context(), inst, q, fit.Options{})
		if err != nil || r.Status != question.Optimal {
			t.Fatalf("%v, %+v", err, r)
		}
		results = append(results, r)
	}
	folder := filepath.Join(env.Out, "paper")
	must.Do(t, os.MkdirAll(folder, 0o777))
	must.Do(t, ledger.WriteSolves(folder, results))
	m := &computed{ctx: t.Context(), env: env}
	rows, err := m.compareAll(experiments.Rows(results), 10)
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows {
		best := experiments.Number(r.Best["objective"])
		for _, c := range r.Methods {
			errs := must.Get(inst.Evaluate(c.Formula()))(t)
			if float64(len(c.Features)) > experiments.Number(r.Best["max_features"]) || c.Excess < 0 ||
				c.AverageError < best-1e-9 || c.AverageError-errs.Average > 1e-9 || errs.Average-c.AverageError > 1e-9 {
				t.Errorf("%s: %v, best %v", c.Name(), c.AverageError, best)
			}
		}
	}
	if rows[0].Methods[0].Excess != 0 {
		t.Errorf("one feature by greedy selection is %v above", rows[0].Methods[0].Excess)
	}
	must.Do(t, run(t, env, "baselines", nil))
	if lines := readCSV(t, env, "baselines/baselines.csv"); len(lines) != 3 || lines[1][3] != "optimal" {
		t.Errorf("%v", lines)
	}
	hold(t, env, "baselines", "2 of the 2 are proved", "greedy forward selection reaches", "(errors.svg)",
		"| AA | ATC | 2 |")
	if !strings.Contains(out.String(), "2 programs, 2 proved") {
		t.Error(out.String())
	}
}
