package features

import (
	"strconv"
	"strings"
	"testing"

	"feltlab/model/cards"
)

// TestAlternatives expects each alternative to differ from First, or Paper if it says so, in the
// feature that it names, on some hand and flop, and in no other.
func TestAlternatives(t *testing.T) {
	of := func(a, b cards.Rank, other cards.Suit) cards.Combo {
		return cards.ComboOf(cards.New(a, cards.Spades), cards.New(b, other))
	}
	hands := []cards.Combo{
		of(cards.Nine, cards.Nine, cards.Hearts), of(cards.Nine, cards.Eight, cards.Spades),
		of(cards.Jack, cards.Ten, cards.Spades), of(cards.Ace, cards.King, cards.Spades),
	}
	for _, r := range Alternatives() {
		base := First
		name, ofPaper := strings.CutPrefix(r.Name(), Version+", ")
		if ofPaper {
			base = Paper
		}
		id, err := strconv.Atoi(name[1:3])
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
						got, want := r.Of(hand, flop), base.Of(hand, flop)
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
			t.Errorf("%s: the same as %s", r.Name(), base.Name())
		}
	}
}

// TestPairsReadTheSame expects Paper and First to agree wherever a pair is held.
func TestPairsReadTheSame(t *testing.T) {
	for rank := range cards.Rank(13) {
		hand := cards.ComboOf(cards.New(rank, cards.Spades), cards.New(rank, cards.Hearts))
		for a := range cards.Card(52) {
			for b := range a {
				for c := range b {
					flop := [3]cards.Card{a, b, c}
					if hand.Set()&cards.SetOf(a, b, c) == 0 && Paper.Of(hand, flop) != First.Of(hand, flop) {
						t.Fatalf("%v on %v", hand, flop)
					}
				}
			}
		}
	}
}
