package dalpasso

import (
	"math"
	"strings"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/pipeline/fit"
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
	every := func(cards.Class) bool { return true }
	mean := meanAlone(alone, "ATC", 2, every)
	if want := 0.03 + 0.03*78/1326; math.Abs(mean-want) > 1e-12 {
		t.Errorf("the mean is %v, want %v", mean, want)
	}
	if !math.IsNaN(meanAlone(alone[1:], "ATC", 2, every)) || !math.IsNaN(meanAlone(alone, "RML", 2, every)) {
		t.Error("a mean of some hands")
	}
	if got := meanAlone(alone, "ATC", 2, cards.Class.Pair); math.Abs(got-0.06) > 1e-12 {
		t.Errorf("the mean of pairs is %v, want 0.06", got)
	}
	byHand := map[*question.Answer]errorsByHand{}
	for _, r := range results {
		byHand[r] = errorsByHand{
			kinds: []handsError{{"pairs", 9, 6}, {"suited", 5, 3}, {"offsuit", 4, question.Number(math.NaN())}},
			hands: []handsError{{"AA", 12, 6}, {"72o", 3, 2}},
		}
	}
	page := newAnyHandPage(results, alone, byHand)
	var b strings.Builder
	if err := pages.ExecuteTemplate(&b, anyHandName+".tmpl", page); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"1 to 8 of the 61 questions", "| ATC | 2 | 6.0000 | 1.0000 | optimal | 0 | 0 | 3.1765 | 1.89 |",
		"| ATC | 2 | 9.00 | 6.00 | 1.50 | 5.00 | 3.00 | 1.67 | 4.00 | - | - |",
		"proved formula of 2 questions misses most:\n\n| hand | error | a formula for the hand | ratio |\n|---|---|---|---|\n" +
			"| AA | 12.00 | 6.00 | 2.00 |\n| 72o | 3.00 | 2.00 | 1.50 |\n",
		"| RML | 3 | 4.0000 | 1.0000 | optimal | 0 | 0 | - | - |", "| 2 | +25.0 every hand; +50.0 two pair or better |",
	} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in\n%s", part, &b)
		}
	}
	if strings.Count(b.String(), "misses most") != 1 {
		t.Error("the worst hands of a formula that nothing is compared with")
	}
	if got := handsTable(results[:1], byHand).String(); !strings.Contains(got, "12.00000000") {
		t.Error(got)
	}
}

// TestErrorsOf takes a formula's errors on two hands, and beside them those of single hands.
func TestErrorsOf(t *testing.T) {
	hands, err := ranges.Parse("AA,JTs")
	if err != nil {
		t.Fatal(err)
	}
	s, err := question.Together(hands, question.MustSubject("AA", "RML").Against())
	if err != nil {
		t.Fatal(err)
	}
	spots, err := fit.NewInstances(nil, 0).Spots(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	r := resultOf("AA", "RML", 2, 0, 0, question.Optimal)
	r.Subject, r.Features = s, []question.Weight{{ID: 1, Weight: 0.5}}
	var alone []*question.Answer
	for class := range cards.Class(cards.NumClasses) {
		a := resultOf(class.String(), "RML", 2, 0, 0, question.Optimal)
		a.AverageError = 0.02
		alone = append(alone, a)
	}
	got, err := errorsOf(spots, r, alone)
	if err != nil || len(got.kinds) != 2 || len(got.hands) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	for i, want := range []string{"AA", "JTs"} {
		kind, hand := got.kinds[i], got.hands[i]
		if hand.Hands != want || kind.Hands != []string{"pairs", "suited"}[i] || kind.ErrorPercent != hand.ErrorPercent ||
			math.Abs(float64(kind.AlonePercent)-2) > 1e-9 || hand.AlonePercent != 2 {
			t.Errorf("%+v, %+v", kind, hand)
		}
	}
	if !(got.hands[0].ErrorPercent > 25 && got.hands[1].ErrorPercent > 5) {
		t.Errorf("%+v", got.hands)
	}
}
