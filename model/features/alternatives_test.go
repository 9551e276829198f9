package features

import (
	"testing"

	"feltlab/model/cards"
)

// TestAlternatives expects each alternative to differ from the default in the feature that it names, on
// some hand and flop, and in no other.
func TestAlternatives(t *testing.T) {
	hands := []cards.Combo{
		cards.ComboOf(cards.New(cards.Nine, cards.Spades), cards.New(cards.Nine, cards.Hearts)),
		cards.ComboOf(cards.New(cards.Nine, cards.Spades), cards.New(cards.Eight, cards.Spades)),
	}
	for i, r := range Alternatives() {
		id, differs := alternatives[i].ID, 0
		for _, hand := range hands {
			low, high := hand.Cards()
			for a := range cards.Card(52) {
				for b := range a {
					for c := range b {
						if held := cards.SetOf(low, high); held.Has(a) || held.Has(b) || held.Has(c) {
							continue
						}
						flop := [3]cards.Card{a, b, c}
						got, want := r.Of(hand, flop), Of(hand, flop)
						if got.Has(id) != want.Has(id) {
							differs++
						}
						got[(id-1)/64] &^= 1 << ((id - 1) % 64)
						want[(id-1)/64] &^= 1 << ((id - 1) % 64)
						if got != want {
							t.Fatalf("%s: another feature differs on %v", r.Name(), flop)
						}
					}
				}
			}
		}
		if differs == 0 {
			t.Errorf("%s: the same as the default", r.Name())
		}
	}
}
