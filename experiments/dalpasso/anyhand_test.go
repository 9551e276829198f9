package dalpasso

import (
	"math"
	"strings"
	"testing"

	"feltlab/model/cards"
	"feltlab/pipeline/question"
)

// TestAnyHand makes the page of formulas that nobody computed, next to formulas of all single hands.
func TestAnyHand(t *testing.T) {
	var results, alone []*question.Answer
	for _, q := range anyHandQuestions(0) {
		r := question.NewAnswer(q)
		r.Features = []question.Weight{{ID: 20, Name: "two pair or better", Weight: 0.5}, {ID: 1, Name: "every hand", Weight: 0.25}}
		r.AverageError, r.Status, r.LowerBound = question.Number(0.12/float64(q.Program.N)), question.Optimal, 0.01
		results = append(results, r)
	}
	for class := range cards.Class(cards.NumClasses) {
		r := resultOf(class.String(), "ATC", 2, 0, 0, question.Optimal)
		if r.AverageError = 0.03; class.Pair() {
			r.AverageError = 0.06
		}
		alone = append(alone, r)
	}
	mean := meanAlone(alone, "ATC", 2)
	if want := 0.03 + 0.03*78/1326; math.Abs(mean-want) > 1e-12 {
		t.Errorf("the mean is %v, want %v", mean, want)
	}
	if !math.IsNaN(meanAlone(alone[1:], "ATC", 2)) || !math.IsNaN(meanAlone(alone, "RML", 2)) {
		t.Error("a mean of some hands")
	}
	page := newAnyHandPage(results, alone)
	var b strings.Builder
	if err := pages.ExecuteTemplate(&b, anyHandName+".tmpl", page); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"1 to 8 of the 61 questions", "| ATC | 2 | 6.0000 | 1.0000 | optimal | 0 | 0 | 3.1765 | 1.89 |",
		"| RML | 3 | 4.0000 | 1.0000 | optimal | 0 | 0 | - | - |", "| 2 | +25.0 every hand; +50.0 two pair or better |",
	} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in\n%s", part, &b)
		}
	}
}
