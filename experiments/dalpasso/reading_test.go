package dalpasso

import (
	"strconv"
	"strings"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/features"
)

// eachFlop calls check with every flop that avoids a hand.
func eachFlop(hand cards.Combo, check func(flop [3]cards.Card)) {
	for a := range cards.Card(cards.NumCards) {
		for b := range a {
			for c := range b {
				if hand.Set()&cards.SetOf(a, b, c) == 0 {
					check([3]cards.Card{a, b, c})
				}
			}
		}
	}
}

// TestAlternatives expects each alternative to differ from the first reading, or the default if it
// says so, in the feature that it names, on some hand and flop, and in no other.
func TestAlternatives(t *testing.T) {
	of := func(a, b cards.Rank, other cards.Suit) cards.Combo {
		return cards.ComboOf(cards.New(a, cards.Spades), cards.New(b, other))
	}
	hands := []cards.Combo{
		of(cards.Nine, cards.Nine, cards.Hearts), of(cards.Nine, cards.Eight, cards.Spades),
		of(cards.Jack, cards.Ten, cards.Spades), of(cards.Ace, cards.King, cards.Spades),
	}
	for _, r := range alternativeReadings() {
		base := firstReading
		name, ofDefault := strings.CutPrefix(r.name, features.Version+", ")
		if ofDefault {
			base = defaultReading
		}
		id, err := strconv.Atoi(name[1:3])
		if err != nil {
			t.Fatal(err)
		}
		differs, seen := 0, 0
		for _, hand := range hands {
			eachFlop(hand, func(flop [3]cards.Card) {
				if seen++; seen%5 != 0 {
					return
				}
				got, want := r.of(hand, flop), base.of(hand, flop)
				if got.Has(id) != want.Has(id) {
					differs++
				}
				if got.Without(id) != want.Without(id) {
					t.Fatalf("%s: another feature differs on %v", r.name, flop)
				}
			})
		}
		if differs == 0 {
			t.Errorf("%s: the same as %s", r.name, base.name)
		}
	}
}

// TestPairsReadTheSame expects the default and the first reading to agree wherever a pair is held.
func TestPairsReadTheSame(t *testing.T) {
	for rank := range cards.Rank(cards.NumRanks) {
		hand := cards.ComboOf(cards.New(rank, cards.Spades), cards.New(rank, cards.Hearts))
		eachFlop(hand, func(flop [3]cards.Card) {
			if firstReading.of(hand, flop) != features.Of(hand, flop) {
				t.Fatalf("%v on %v", hand, flop)
			}
		})
	}
}
