package dalpasso

import (
	"strings"
	"testing"
	"time"

	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// TestBaselines compares methods with the optima of one and two features, and writes the page.
func TestBaselines(t *testing.T) {
	env, out := filled(t)
	var results []*question.Answer
	inst, err := fit.NewInstances(env.Store, 2).Get(t.Context(), question.MustSubject("AA", "ATC"))
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 2; n++ {
		q := paperTask("AA", "ATC", regression.Program{Kind: regression.AvgErr, N: n}, 20*time.Second)
		r, err := fit.Solve(t.Context(), inst, q, fit.Options{})
		if err != nil || r.Status != question.Optimal {
			t.Fatalf("%v, %+v", err, r)
		}
		results = append(results, r)
	}
	rows, err := compareAll(t.Context(), env, results)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows {
		for _, m := range fit.Methods {
			c := r.methods[m]
			errs, err := inst.Evaluate(c.Formula())
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Features) > r.best.N || r.excess(m) < 0 || c.AverageError < r.best.Objective()-1e-9 ||
				c.AverageError-errs.Average > 1e-9 || errs.Average-c.AverageError > 1e-9 {
				t.Errorf("%s with %d features: %v, best %v", m, r.best.N, c.AverageError, r.best.Objective())
			}
		}
	}
	if rows[0].excess(fit.Greedy) != 0 {
		t.Errorf("one feature by greedy selection is %v above", rows[0].excess(fit.Greedy))
	}
	if err := writeBaselines(env, rows); err != nil {
		t.Fatal(err)
	}
	if lines := readCSV(t, env, "baselines/baselines.csv"); len(lines) != 3 || lines[1][3] != "optimal" {
		t.Errorf("%v", lines)
	}
	page := readPage(t, env, "baselines/README.md")
	for _, want := range []string{"2 of the 2 are proved", "greedy forward selection reaches", "(errors.svg)", "| AA | ATC | 2 |"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if !strings.Contains(out.String(), "2 programs, 2 proved") {
		t.Error(out.String())
	}
}
