package dalpasso

import (
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// TestErrorsOf takes a formula's errors on two hands, and beside them those of single hands.
func TestErrorsOf(t *testing.T) {
	hands := must.Get(ranges.Parse("AA,JTs"))(t)
	s := must.Get(question.Together(hands, question.MustSubject("AA", "RML").Against()))(t)
	spots := must.Get(fit.NewInstances(nil, 0).Rows(t.Context(), s))(t)
	r := answerOf("AA", "RML", 2, 0, 0, question.Optimal)
	r.Kind, r.Subject, r.Features = regression.AvgErr, s, []question.Weight{{ID: 1, Weight: 0.5}}
	var alone []*question.Answer
	for class := range cards.Class(cards.NumClasses) {
		a := answerOf(class.String(), "RML", 2, 0, 0, question.Optimal)
		a.Kind, a.AverageError = regression.AvgErr, 0.02
		alone = append(alone, a)
	}
	got, err := errorsOf(spots, r, alone)
	if err != nil || len(got.Kinds) != 2 || len(got.Hands) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	for i, want := range []string{"AA", "JTs"} {
		kind, hand := got.Kinds[i], got.Hands[i]
		if hand.Hands != want || kind.Hands != []string{"pairs", "suited"}[i] || kind.Error != hand.Error ||
			math.Abs(kind.Alone-0.02) > 1e-9 || hand.Alone != 0.02 {
			t.Errorf("%+v, %+v", kind, hand)
		}
	}
	if !(got.Hands[0].Error > 0.25 && got.Hands[1].Error > 0.05) {
		t.Errorf("%+v", got.Hands)
	}
}

// TestMeanAlone weighs hands by their combos and wants all of them.
func TestMeanAlone(t *testing.T) {
	var alone []*question.Answer
	for class := range cards.Class(cards.NumClasses) {
		r := answerOf(class.String(), "ATC", 2, 0, 0, question.Optimal)
		if r.Kind, r.AverageError = regression.AvgErr, 0.03; class.Pair() {
			r.AverageError = 0.06
		}
		alone = append(alone, r)
	}
	every := func(cards.Class) bool { return true }
	if mean, want := meanAlone(alone, "ATC", 2, every), 0.03+0.03*78/1326; math.Abs(mean-want) > 1e-12 {
		t.Errorf("the mean is %v, want %v", mean, want)
	}
	if !math.IsNaN(meanAlone(alone[1:], "ATC", 2, every)) || !math.IsNaN(meanAlone(alone, "RML", 2, every)) {
		t.Error("a mean of some hands")
	}
	if got := meanAlone(alone, "ATC", 2, cards.Class.Pair); math.Abs(got-0.06) > 1e-12 {
		t.Errorf("the mean of pairs is %v, want 0.06", got)
	}
}
