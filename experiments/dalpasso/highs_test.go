package dalpasso

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
)

// TestHighs runs both experiments under one test, so that the matrix is made once.
func TestHighs(t *testing.T) {
	env, out := filled(t)
	t.Run("alone", func(t *testing.T) { raceAlone(t, env, out) })
	t.Run("table", func(t *testing.T) { raceTables(t, env, out) })
}

// raceAlone races on one small question for two seconds each.
func raceAlone(t *testing.T, env *experiments.Env, out *bytes.Buffer) {
	env.TimeLimit = 2 * time.Second
	err := runHighs(t.Context(), env, []question.Question{{Subject: question.MustSubject("AA", "ATC"), Program: regression.Program{Kind: regression.AvgErr, N: 2}}})
	if !highs.Available() {
		if !errors.Is(err, highs.ErrMissing) {
			t.Error(err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	table := readCSV(t, env, "highs.csv")
	if len(table) != 3 || !strings.HasPrefix(table[1][3], "HiGHS 1.") || table[2][3] != "feltlab" {
		t.Fatalf("%v", table)
	}
	if ours, bound := number(t, table[2][4]), number(t, table[2][5]); bound > ours || bound <= 0 || number(t, table[2][6]) > number(t, table[2][7]) {
		t.Errorf("%v", table[2])
	}
	if table[1][4] != "" && number(t, table[1][4]) < number(t, table[2][5]) {
		t.Errorf("HiGHS beats a proved bound: %v", table)
	}
	if page := readPage(t, env, "highs/README.md"); !strings.Contains(page, "at most 2 s") || !strings.Contains(page, "| AA | ATC | feltlab | 2.") {
		t.Error(page)
	}
	if !strings.Contains(out.String(), "of 1 instances feltlab has a better formula in") {
		t.Error(out)
	}
}

// TestHighsSummary counts races made up for each case.
func TestHighsSummary(t *testing.T) {
	none := question.Number(math.NaN())
	one := func(e, bound question.Number) race {
		return race{Hand: "AA", Range: "RUS", Incumbent: e, LowerBound: bound}
	}
	s := summarizeHighs([]race{
		one(0.05, 0.01), one(0.02, 0.015), // better in both
		one(none, none), one(0.02, 0.02), // nothing by HiGHS
		one(0.02, 0.02), one(0.02, 0.01), // HiGHS has the bound
		one(0.02, 0.01), one(0.02+sameError/2, 0.01), // the same
	}, time.Minute)
	if s.Instances != 4 || s.Better != 2 || s.Tighter != 2 || len(s.Behind) != 1 || math.Abs(s.HighsGaps-5) > 1e-9 || math.Abs(s.FeltlabGaps-2.5) > 1e-3 {
		t.Errorf("%+v", s)
	}
}
