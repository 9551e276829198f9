package main

import (
	"testing"

	"feltlab/dataset/equity"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// TestCount holds the counts to those of package equity.
func TestCount(t *testing.T) {
	r := must.Get(ranges.Parse("22+,A2s+"))(t)
	hand := must.Get(ranges.ParseHand("AKs"))(t).Combo
	got := must.Get(count(t.Context(), []cards.Combo{hand}, r, cards.Flop, false))(t)[0]
	for _, f := range must.Get(equity.FlopsOf(t.Context(), hand, r, 0))(t) {
		n, at := f.Count(), indexOf(cards.SetOf(f.Cards[:]...))
		if want := (tally{n.Wins, n.Ties, n.Deals}); got[at] != want {
			t.Fatalf("%v on %v: %v, want %v", hand, f.Cards, got[at], want)
		}
	}
}
