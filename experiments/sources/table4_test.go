package sources

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestTable4 runs two rows for a second each, and once more, which computes nothing.
func TestTable4(t *testing.T) {
	env, out := filled(t)
	env.TimeLimit = time.Second
	some := func(q question.Question) bool { return only("AA", "RUS", 10)(q) || only("QQ", "ATC", 10)(q) }
	must.Do(t, run(t, env, "table4", some))
	table := readCSV(t, env.Out, "table4.csv")
	if got := strings.Join(table[0], ","); len(table) != 3 ||
		got != "hand,range,max_features,average_error_percent,lower_bound_percent,status,seconds,features" {
		t.Fatalf("%d lines, header %s", len(table), got)
	}
	for _, row := range table[1:] {
		holdRow(t, env, row, regression.AvgErr)
	}
	hold(t, pageOf(t, env, "table4"), "| 2, if truncated |", "| 2, if rounded |", "| AA | RUS | ",
		"F6 +0.34, F9 +0.28, F12 +0.28, F24 +0.24, F41 -0.18 |", "F41 flop of one suit", "at most 1 s a row")
	if !strings.Contains(out.String(), "of 2 rows") {
		t.Errorf("summary %q", out)
	}
	first := filesOf(t, env.Out)
	if len(first) != 7 { // with a proof: that of AA against RUS in a second, or its relaxation
		t.Errorf("%d files", len(first))
	}
	must.Do(t, run(t, env, "table4", some))
	must.Equal(t, filesOf(t, env.Out), first, "the second run writes other files")
}

// TestPart solves one row of the table: its page says so and can be rendered again.
func TestPart(t *testing.T) {
	env, _ := filled(t)
	env.TimeLimit, env.Part = time.Second, "Only hand=AA,range=RUS: 1 of 44 questions, the other 43 are left out"
	must.Do(t, run(t, env, "table4", only("AA", "RUS", 10)))
	if rows := readCSV(t, env.Out, "table4.csv"); len(rows) != 2 || rows[1][0] != "AA" || rows[1][1] != "RUS" {
		t.Errorf("rows %v", rows)
	}
	page := pageOf(t, env, "table4")
	if !strings.HasPrefix(page, "> **This is a part.** "+env.Part+".\n\n# Table 4") {
		t.Errorf("the page does not say that it is a part:\n%s", page)
	}
	answers := must.Get(ledger.Read(env.Out + "/table4"))(t)
	again, err := Source.Renderers()["table4/README.md"]([]byte(page), answers)
	if err != nil || string(again) != page {
		t.Errorf("rendered again it differs; %v", err)
	}
	if lie := strings.Replace(page, "1 of 44", "<b>all</b>", 1); len(experiments.PartNote([]byte(lie))) > 0 {
		t.Errorf("a note with markup is taken as it is")
	}
}

// TestInterrupted expects a cancelled run to leave files alone and to say how to go on.
func TestInterrupted(t *testing.T) {
	env, _ := emptyEnv(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, e := range Source.Experiments() {
		if e.Name != "table4" {
			continue
		}
		err := e.Run(ctx, env)
		must.Fail(t, err, experiments.ErrInterrupted, "0 of 44 solves done; the same command resumes")
	}
	must.Equal(t, len(filesOf(t, env.Out)), 0)
}

// TestTable4Page has rows that are proved, open, refuted and without a formula, and then none that is open or refuted.
func TestTable4Page(t *testing.T) {
	p := published.Table4()[:5]
	row := func(i int, above, bound float64, status question.Status) *question.Answer {
		r := answerOf(p[i].Hand, p[i].Range, 10, p[i].AverageErrorPercent+above, p[i].AverageErrorPercent+bound, status)
		r.Kind = regression.AvgErr
		return r
	}
	none := row(4, math.NaN(), math.NaN(), question.Infeasible)
	rows := []*question.Answer{
		row(0, 0.01, 0.01, question.Optimal), row(1, 0.07, 0.06, question.Feasible),
		row(2, 0.13, 0.12, question.Feasible),
		row(3, -0.02, -1, question.Feasible), none,
	}
	env, out := rewrite(t, "table4", rows, ", with at most 110 s a row")
	hold(t, pageOf(t, env, "table4"), "In 2 of 5 rows the certified bound", "In 1 rows it is above by a last digit",
		"Not proved in the time: ", "at most 110 s a row", "| refutes both | 1 |",
		"In 1 rows neither way of printing is possible", "| refutes rounding | 1 |")
	hold(t, out, "truncated: of 5 rows 1 are better, 2 equal within its last digit, 2 worse", "proved optimal: 1 of 5;",
		"rule out rounding in 2 rows, and the printed value altogether in 1")
	for some, want := range map[int]string{
		1: "No certified bound rules out that", 2: "Truncation explains all of them.\n\nNot proved",
	} {
		env, _ := rewrite(t, "table4", rows[:some], ", with at most 60 s a row")
		hold(t, pageOf(t, env, "table4"), want)
	}
}

func TestBelow(t *testing.T) {
	for bound, want := range map[float64]string{
		0.02166666666666: "2.16666666", 0.0199999999999: "1.99999999", 0.02: "2.00000000", math.NaN(): "",
	} {
		must.Equal(t, belowText(bound), want, bound)
	}
}
