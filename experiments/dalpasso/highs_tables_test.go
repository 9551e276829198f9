package dalpasso

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"feltlab/experiments"
	"feltlab/experiments/experimentstest"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
)

// raceTables sets two formulations and feltlab side by side on one easy row.
func raceTables(t *testing.T, env *experiments.Env, out *bytes.Buffer) {
	env.TimeLimit = time.Second
	q := experiments.HiGHS{Formulations: []regression.Formulation{regression.Merged, regression.Pattern}, Start: question.StartSearch}
	rows := []question.Question{{Subject: question.MustSubject("AA", "ATC"), Program: regression.Program{Kind: regression.FeatAvgErr, E: 0.1}}}
	err := runHighsTable(t.Context(), env, q, "3", rows)
	if !highs.Available() {
		if !errors.Is(err, highs.ErrMissing) {
			t.Error(err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	table := readCSV(t, env, "highs-table3-search.csv")
	if len(table) != 4 || table[1][11] != "merged" || table[2][11] != "pattern" || table[3][3] != "feltlab" {
		t.Fatalf("%v", table)
	}
	if ours := table[3]; ours[13] != "1" || ours[14] != "1" || ours[9] != "optimal" || ours[12] != "true" || table[1][13] != "1" || table[1][5] != "" {
		t.Errorf("%v", table)
	}
	page := readPage(t, env, "highs-table3-search/README.md")
	for _, want := range []string{"# Table 3 by HiGHS", "our incumbent as its start", "at most 1 s each", "number of features;", "| feltlab | 1 | 1 | 1 | 0% | 0.0000 |", "| AA | ATC | 1 |"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if !strings.Contains(out.String(), "table3, 1 rows, 1 s each, start search") {
		t.Error(out)
	}
	goOn(t, env, q, rows)
}

// goOn loses one race of three, marks another, and begins again where the store is empty.
func goOn(t *testing.T, env *experiments.Env, q experiments.HiGHS, rows []question.Question) {
	const file = "highs-table3-search/races.jsonl"
	races, err := experiments.ReadLines[race](env, file)
	if err != nil || len(races) != 3 {
		t.Fatal(races, err)
	}
	races[0].Seconds = 123.4
	other := races[1] // as if asked with another limit
	other.Key = "other"
	if err := experiments.WriteLines(env, file, append(races[:2], other)); err != nil {
		t.Fatal(err)
	}
	before := readPage(t, env, file)
	empty, _ := experimentstest.Env(t)
	elsewhere := *env
	elsewhere.Store = empty.Store
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := runHighsTable(stopped, &elsewhere, q, "3", rows); !errors.Is(err, experiments.ErrInterrupted) {
		t.Error(err)
	}
	if after := readPage(t, env, file); after != before {
		t.Errorf("an interrupted run leaves %s of %s", after, before)
	}
	if err := runHighsTable(t.Context(), env, q, "3", rows); err != nil {
		t.Fatal(err)
	}
	if table := readCSV(t, env, "highs-table3-search.csv"); len(table) != 4 || table[1][7] != "123.4" || table[3][3] != "feltlab" || table[3][13] != "1" {
		t.Errorf("%v", table)
	}
	if after, err := experiments.ReadLines[race](env, file); err != nil || len(after) != 4 || after[3].Key != "other" {
		t.Errorf("%v, %v", after, err)
	}
}

// TestHighsTableSummary counts races made up for each case.
func TestHighsTableSummary(t *testing.T) {
	none := question.Number(math.NaN())
	one := func(solver string, e, bound question.Number, settled bool) race {
		return race{Hand: "AA", Range: "RUS", Solver: solver, Incumbent: e, LowerBound: bound, Settled: settled, Nodes: 3}
	}
	s := summarizeHighsTable([]race{
		one("a", 0.05, none, false), one("b", 0.02, 0.015, false),
		one("a", none, none, false), one("b", 0.02, 0.02, true),
		one("a", 0.02, 0.02, true), one("b", 0.02, 0.02, true),
	}, "table4", question.StartNone, time.Minute, 2)
	a, b := s.Solvers[0], s.Solvers[1]
	if s.Rows != 3 || s.Unit != "percentage points" || a.Found != 2 || a.Best != 1 || a.Settled != 1 || math.Abs(a.TimedOut-2./3) > 1e-9 || math.Abs(a.Gaps-5) > 1e-9 || a.Nodes != 9 {
		t.Errorf("%+v", a)
	}
	if b.Found != 3 || b.Best != 3 || b.Settled != 2 || math.Abs(b.Gaps-0.5) > 1e-9 {
		t.Errorf("%+v", b)
	}
}
