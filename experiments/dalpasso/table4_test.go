package dalpasso

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/experiments/experimentstest"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// TestTable4 runs two rows for a second each, and once more, which computes nothing.
func TestTable4(t *testing.T) {
	env, out := filled(t)
	env.TimeLimit = time.Second
	rows := []published.Formula{printedRow(t, published.Table4(), "AA", "RUS"), printedRow(t, published.Table4(), "QQ", "ATC")}
	if err := runTable4(t.Context(), env, rows); err != nil {
		t.Fatal(err)
	}
	table := readCSV(t, env, "table4.csv")
	if got := strings.Join(table[0], ","); got != "hand,range,max_features,average_error_percent,lower_bound_percent,status,seconds,features" {
		t.Errorf("header %s", got)
	}
	if len(table) != 3 {
		t.Fatalf("%d lines", len(table))
	}
	for _, row := range table[1:] {
		holdRow(t, env, row, regression.AvgErr)
	}
	page := readPage(t, env, "table4/README.md")
	for _, want := range []string{"| 2, if truncated |", "| 2, if rounded |", "| AA | RUS | ", "F6 +0.34, F9 +0.28, F12 +0.28, F24 +0.24, F41 -0.18 |", "F41 flop of one suit", "at most 1 s a row"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if !strings.Contains(out.String(), "of 2 rows") {
		t.Errorf("summary %q", out)
	}
	first := experimentstest.Files(t, env.Out)
	if len(first) != 7 { // with a proof: that of AA against RUS in a second, or its relaxation
		t.Errorf("%d files", len(first))
	}
	if err := runTable4(t.Context(), env, rows); err != nil {
		t.Fatal(err)
	}
	for name, content := range experimentstest.Files(t, env.Out) {
		if string(content) != string(first[name]) {
			t.Errorf("%s differs on the second run", name)
		}
	}
}

// TestPart solves one row of the table: its page says so, can be rendered again, and lies beside the whole.
func TestPart(t *testing.T) {
	env, _ := filled(t)
	env.TimeLimit, env.Part = time.Second, "Only hand=AA,range=RUS: 1 of 44 questions, the other 43 are left out"
	env.Only = func(q question.Question) bool { return q.Hand().Text == "AA" && q.RangeText() == "RUS" }
	if err := table4.Run(t.Context(), env); err != nil {
		t.Fatal(err)
	}
	if rows := readCSV(t, env, "table4.csv"); len(rows) != 2 || rows[1][0] != "AA" || rows[1][1] != "RUS" {
		t.Errorf("rows %v", rows)
	}
	page := readPage(t, env, "table4/README.md")
	if !strings.HasPrefix(page, "> **This is a part.** "+env.Part+".\n\n# Table 4") {
		t.Errorf("the page does not say that it is a part:\n%s", page)
	}
	results, err := readSweep(env, "table4")
	if err != nil {
		t.Fatal(err)
	}
	again, err := Tables()["table4/README.md"]([]byte(page), results)
	if err != nil || string(again) != page {
		t.Errorf("rendered again it differs; %v", err)
	}
	if lie := strings.Replace(page, "1 of 44", "<b>all</b>", 1); len(experiments.PartNote([]byte(lie))) > 0 {
		t.Errorf("a note with markup is taken as it is")
	}
	few, err := figureStudy.page(results, time.Second)
	if err != nil || len(few.(curvesPage).Curves) != 1 {
		t.Errorf("a part of the figures has the sections %+v; %v", few, err)
	}
}

// TestOutcomes goes through the edges of the last digit.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		ours, printed    float64
		truncated, round outcome
	}{
		{2.14, 2.2, better, better}, {2.16, 2.2, better, equal}, {2.199, 2.2, better, equal}, {2.2, 2.2, equal, equal},
		{2.24, 2.2, equal, equal}, {2.26, 2.2, equal, worse}, {2.299, 2.2, equal, worse}, {2.31, 2.2, worse, worse},
	} {
		t.Run(fmt.Sprintf("%v beside %v", c.ours, c.printed), func(t *testing.T) {
			if a, b := truncated(c.ours, c.printed), rounded(c.ours, c.printed); a != c.truncated || b != c.round {
				t.Errorf("%v beside %v: %v, %v", c.ours, c.printed, a, b)
			}
		})
	}
}

// TestTable4Summary counts rows made up for each case.
func TestTable4Summary(t *testing.T) {
	row := func(e, bound, printed float64, status question.Status) table4Row {
		return table4Row{
			&question.Answer{Subject: question.MustSubject("AA", "RUS"), ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: 10}, Status: status, AverageError: question.Number(e / 100), LowerBound: question.Number(bound / 100), Seconds: 2},
			published.Formula{AverageErrorPercent: printed},
		}
	}
	s := summarizeTable4([]table4Row{
		row(2.1, 2.1, 2.2, question.Optimal),           // better
		row(2.27, 2.26, 2.2, question.Feasible),        // cannot be rounded
		row(2.33, 2.32, 2.2, question.Feasible),        // nor truncated
		row(2.17, 2.0, 2.2, question.Feasible),         // better only if truncated
		row(math.NaN(), 2.0, 2.2, question.Infeasible), // no formula
	}, time.Minute)
	if s.Truncated != (tally{2, 1, 2}) || s.Rounded != (tally{1, 1, 3}) || s.Proved != 1 || len(s.NotRounded) != 2 || len(s.Unreachable) != 1 || len(s.Open) != 4 {
		t.Errorf("%+v", s)
	}
	if math.Abs(s.SumOfGaps-0.19) > 1e-9 || math.Abs(s.LargestGap-0.17) > 1e-9 || s.Seconds != 10 {
		t.Errorf("%+v", s)
	}
}
