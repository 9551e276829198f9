package dalpasso

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestRound solves two sizes of a row and reads page, sheet and answers.
func TestRound(t *testing.T) {
	if n := len(roundQuestions(time.Minute)); n != 44*roundMost*4 {
		t.Errorf("%d questions", n)
	}
	env, out := filled(t)
	env.Only = func(q question.Question) bool {
		return q.Hand.Text == "AA" && q.Range.String() == "RUS" && q.Program.N <= 2
	}
	if err := runRound(t.Context(), env); err != nil {
		t.Fatal(err)
	}
	results, err := ledger.Read(filepath.Join(env.Out, roundName))
	if err != nil || len(results) != 8 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for i, r := range results {
		if r.Status != question.Optimal || r.Proof == nil || i%4 > 0 && r.Objective() < results[i-i%4].Objective() {
			t.Errorf("%v: %s, error %v", r, r.Status, r.Objective())
		}
	}
	page := readPage(t, env, roundName+"/README.md")
	for _, part := range []string{"| 1 | 10 | 1 of 1 |", "| 2 | 1 | 1 of 1 |"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	if !strings.Contains(out.String(), "2 features, step 5: 1 of 1 proved") {
		t.Error(out)
	}
	if text, err := os.ReadFile(filepath.Join(env.Out, roundName, "sheet.html")); err != nil || !strings.Contains(string(text), "<table>") {
		t.Errorf("%v: %s", err, text)
	}
}

// TestRoundRows holds the sums of rows to numbers by hand.
func TestRoundRows(t *testing.T) {
	any, round := resultOf("AA", "RUS", 2, 0.05, 0.05, question.Optimal), resultOf("AA", "RUS", 2, 0.0525, 0.0525, question.Optimal)
	any.AverageError, round.AverageError = 0.05, 0.0525
	x := &roundRow{}
	x.add(round, any, 0.0525) // rounding finds it
	open := *round
	open.Status, open.AverageError = question.Feasible, 0.06
	open.Features = append([]question.Weight{{ID: 3, Weight: 0.1}}, open.Features...)
	x.add(&open, any, 0.064)
	x.finish()
	want := roundRow{Solved: 2, Proved: 1, MeanCost: x.MeanCost, LargestCost: x.LargestCost, Missed: 1, Excess: x.Excess, Others: 1}
	if *x != want || !near(x.MeanCost, 0.625) || !near(x.LargestCost, 1) || !near(x.Excess, 0.4) {
		t.Errorf("%+v", x)
	}
	line := sheetOf([]*question.Answer{round})
	if len(line.Lines) != 0 {
		t.Errorf("%+v", line)
	}
	round.N, round.Weights = sheetFeatures, "step 5"
	round.Features = []question.Weight{{ID: 54, Name: "a", Weight: 0.85}, {ID: 41, Name: "b", Weight: -0.15}}
	if line = sheetOf([]*question.Answer{round}); len(line.Lines) != 1 || !line.Proved ||
		line.Lines[0].Terms[1] != (sheetTerm{"−15", "b"}) || line.Lines[0].Error != "5.2" && line.Lines[0].Error != "5.3" {
		t.Errorf("%+v", line)
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
