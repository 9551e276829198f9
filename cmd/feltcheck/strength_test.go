package main

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// TestStrength holds the order of all hands of five cards, and of random ones of six and seven, to that of eval.
func TestStrength(t *testing.T) {
	byOther := map[eval.Strength]uint32{}
	count := func(hand cards.Set) {
		got, other := suited{}.with(hand.Cards()...).strength(), eval.Of(hand)
		if want, known := byOther[other]; known && got != want {
			t.Fatalf("%v: %x, other hands of its strength have %x", hand, got, want)
		}
		byOther[other] = got
	}
	each(cards.FullDeck, 5, count)
	r := rand.New(rand.NewPCG(1, 0))
	for range 2_000_000 {
		hand := cards.Set(0)
		for size := 6 + r.IntN(2); hand.Len() < size; {
			hand = hand.With(cards.Card(r.IntN(cards.NumCards)))
		}
		count(hand)
	}
	for s := eval.Strength(2); s <= eval.NumStrengths; s++ {
		if cmp.Compare(byOther[s-1], byOther[s]) >= 0 || byOther[s]>>strengthBits != 0 {
			t.Fatalf("strength %d is %x, that below it %x", s, byOther[s], byOther[s-1])
		}
	}
}
