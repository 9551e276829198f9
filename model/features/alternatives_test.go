package features

import (
	"strconv"
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
	for _, r := range Alternatives() {
		if r == Second {
			continue
		}
		id, err := strconv.Atoi(r.Name()[1:3])
		if err != nil {
			t.Fatal(err)
		}
		differs := 0
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

// TestSecond expects Second to have all its rows.
func TestSecond(t *testing.T) {
	of := func(hand, flop string, id int) bool {
		h, err := cards.ParseCombo(hand)
		if err != nil {
			t.Fatal(err)
		}
		f, err := cards.ParseFlop(flop)
		if err != nil {
			t.Fatal(err)
		}
		return Second.Of(h, f).Has(id)
	}
	for _, x := range []struct {
		hand, flop string
		id         int
		want       bool
	}{
		{"KsQs", "9s7h2h", 42, true}, // a backdoor flush draw, and none of the hearts
		{"KsQs", "9h7h2c", 42, true},
		{"KsQs", "9s7s2h", 42, false},
		{"KcTh", "Jh9c7c", 42, false}, // the source's example
		{"9s8s", "7h7d7c", 48, false},
		{"9s8s", "9h8d2c", 48, true},
		{"9s9h", "7h7d7c", 48, true}, // a full house
		{"AsKs", "QhJdTc", 61, true},
		{"JsTs", "9h8d7c", 61, false},
		{"JsTs", "AhKdQc", 60, true},
		{"9s8s", "QhJdTc", 60, false},
		{"9s8s", "JhTd2c", 60, true},
		{"AsKs", "Qs8h3d", 66, false},
		{"AsKs", "Qd8h3d", 66, true},
	} {
		if got := of(x.hand, x.flop, x.id); got != x.want {
			t.Errorf("F%d of %s on %s: %v", x.id, x.hand, x.flop, got)
		}
	}
}
