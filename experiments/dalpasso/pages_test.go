package dalpasso

import (
	"math"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/experiments/experimentstest"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
)

// resultOf is a formula that nobody computed, with errors in percentage points.
func resultOf(hand, rng string, n int, e, bound float64, status question.Status) *question.Answer {
	r := &question.Answer{
		Subject: question.MustSubject(hand, rng), ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: n}, Status: status,
		AverageError: question.Number(e / 100), LowerBound: question.Number(bound / 100), Seconds: 1.25,
	}
	for i := range n {
		r.Features = append(r.Features, question.Weight{ID: 3*i + 1, Weight: 0.5 - 0.13*float64(i)})
	}
	return r
}

// hold expects parts on a page.
func hold(t *testing.T, env *experiments.Env, name string, parts ...string) {
	t.Helper()
	page := experimentstest.Page(t, env, name)
	for _, part := range parts {
		if !strings.Contains(page, part) {
			t.Errorf("%s: no %q in\n%s", name, part, page)
		}
	}
}

// TestTable4Page has rows that are proved, open, refuted and without a formula, and then none that
// is open or refuted.
func TestTable4Page(t *testing.T) {
	printed := published.Table4()[:5]
	ours := []*question.Answer{
		resultOf(printed[0].Hand, printed[0].Range, 10, printed[0].AverageErrorPercent+0.01, printed[0].AverageErrorPercent+0.01, question.Optimal),
		resultOf(printed[1].Hand, printed[1].Range, 10, printed[1].AverageErrorPercent+0.07, printed[1].AverageErrorPercent+0.06, question.Feasible),
		resultOf(printed[2].Hand, printed[2].Range, 10, printed[2].AverageErrorPercent+0.13, printed[2].AverageErrorPercent+0.12, question.Feasible),
		resultOf(printed[3].Hand, printed[3].Range, 10, printed[3].AverageErrorPercent-0.02, 1, question.Feasible),
		{Subject: question.MustSubject(printed[4].Hand, printed[4].Range), ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: 10}, Status: question.Infeasible, AverageError: question.Number(math.NaN()), LowerBound: question.Number(math.NaN())},
	}
	var rows []table4Row
	for i, r := range ours {
		rows = append(rows, table4Row{r, printed[i]})
	}
	env, _ := experimentstest.Env(t)
	if err := writeTable4(env, rows, summarizeTable4(rows, 110*time.Second)); err != nil {
		t.Fatal(err)
	}
	hold(t, env, "table4", "In 2 of 5 rows the certified bound", "In 1 rows it is above by a last digit", "Not proved in the time: ", "at most 110 s a row")
	for some, want := range map[int]string{1: "No certified bound rules out that", 2: "Truncation explains all of them.\n\nNot proved"} {
		rows := rows[:some]
		if err := writeTable4(env, rows, summarizeTable4(rows, time.Minute)); err != nil {
			t.Fatal(err)
		}
		hold(t, env, "table4", want)
	}
}

// TestTable3Page has rows whose number of features is proved, open, refuted and not found.
func TestTable3Page(t *testing.T) {
	count := func(p published.Formula, n int, e, bound float64) *question.Answer {
		r := resultOf(p.Hand, p.Range, n, e, 0, question.Feasible)
		r.Kind, r.N, r.E, r.LowerBound = regression.FeatAvgErr, 0, table3Error, question.Number(bound)
		return r
	}
	printed := published.Table3()[:4]
	none := count(printed[3], 0, math.NaN(), 3)
	none.Status = question.Infeasible
	var rows []*table3Row
	for i, r := range []*question.Answer{
		count(printed[0], printed[0].FeaturesNeeded, 2.45, float64(printed[0].FeaturesNeeded)),
		count(printed[1], printed[1].FeaturesNeeded+1, 2.4, float64(printed[1].FeaturesNeeded)),
		count(printed[2], printed[2].FeaturesNeeded+1, 2.49, float64(printed[2].FeaturesNeeded)),
		none,
	} {
		rows = append(rows, &table3Row{printed: printed[i], count: r})
	}
	short := printed[2].FeaturesNeeded
	rows[2].sized = []*question.Answer{resultOf(printed[2].Hand, printed[2].Range, short, 2.53, 2.52, question.Feasible), resultOf(printed[2].Hand, printed[2].Range, short+1, 2.41, 2.3, question.Feasible)}
	for _, r := range rows {
		r.combine()
	}
	env, _ := experimentstest.Env(t)
	best := &lad.Fit{IDs: []int{48, 54}, Weights: []float64{.1234, .8512}, Error: .025297}
	shown := printed[1]
	shown.Terms = []regression.Term{{ID: 54, Weight: .85}, {ID: 48, Weight: .12}}
	full := []fullFormula{{Formula: printed[0], Average: 0.0254512}, {shown, 0.0254512, best}}
	if err := writeTable3(env, rows, full, summarizeTable3(rows, 2*time.Minute)); err != nil {
		t.Fatal(err)
	}
	hold(t, env, "table3", "printed number of features:\n\n| hand |", "at most 120 s for each number of\nfeatures and 60 s", "Not proved in the time: ", "## Formulas printed in full",
		"as the\nlimit.\n\n| hand |", shown.Range+" | F54 +0.851, F48 +0.123 | 2.529700 | 2.5 |\n\n![")
	if err := writeTable3(env, rows[:1], nil, summarizeTable3(rows[:1], 40*time.Second)); err != nil {
		t.Fatal(err)
	}
}

// TestCurvePages has curves of two features for figures and sor13, and a race.
func TestCurvePages(t *testing.T) {
	results := []*question.Answer{
		resultOf("AA", "RUS", 1, 5, 5, question.Optimal), resultOf("AA", "RUS", 2, 4, 3.5, question.Feasible),
		resultOf("AA", "ATC", 1, 4.5, 4.5, question.Optimal), resultOf("AA", "ATC", 2, 4.2, 4.1, question.Feasible),
	}
	env, _ := experimentstest.Env(t)
	some := *figureStudy
	some.sections = figureSections("pairs", "Pairs", "AA")
	if err := some.write(env, results, 45*time.Second); err != nil {
		t.Fatal(err)
	}
	hold(t, env, "figures", "tested.\n\n## Pairs against RUS\n\n![Pairs against RUS](pairs-rus.svg)\n\n| features | AA |", "at most 45 s a solve")
	for _, r := range results {
		r.Kind, r.MaxError = regression.MaxErr, r.AverageError
	}
	some = *sor13Study
	some.sections = []curveSection{{"AA", "aa", []string{"AA"}, []string{"RUS", "ATC"}, nil}}
	if err := some.write(env, results, 90*time.Second); err != nil {
		t.Fatal(err)
	}
	hold(t, env, "sor13", "tested.\n\n## AA\n\n![AA](aa.svg)\n\n| features | against RUS |")
}
