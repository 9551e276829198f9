package features

import (
	"math/bits"

	"feltlab/model/cards"
)

// Family is one way to sort flops.
type TextureFamily struct {
	Name   string
	Groups []string
	of     func(f flop) int
}

// Of returns the group of a flop, an index of Groups.
func (f *TextureFamily) Of(cards [3]cards.Card) int { return f.of(viewFlop(cards)) }

// Families lists the families; the slice is the caller's.
func TextureFamilies() []TextureFamily { return append([]TextureFamily(nil), families...) }

var families = []TextureFamily{
	{"suits", []string{"one suit", "two suits", "three suits"},
		func(f flop) int { return f.suits - 1 }},
	{"pairing", []string{"unpaired", "paired", "three of a kind"},
		func(f flop) int { return 3 - bits.OnesCount16(f.ranks) }},
	{"high card", []string{"ace high", "king high", "queen high", "jack high", "ten high", "nine high or lower"},
		func(f flop) int { return min(int(cards.Ace-f.high), 5) }},
	{"connectedness", []string{"three to a straight", "two to a straight", "disconnected"},
		func(f flop) int { return 3 - max(f.straight, 1) }},
}

type flop struct {
	suits    int    // different suits
	ranks    uint16 // bit r: rank r occurs
	high     cards.Rank
	straight int // most different ranks within five neighbouring ones
}

func viewFlop(three [3]cards.Card) flop {
	var f flop
	var suits uint8
	for _, c := range three {
		suits |= 1 << c.Suit()
		f.ranks |= 1 << c.Rank()
		f.high = max(f.high, c.Rank())
	}
	f.suits = bits.OnesCount8(suits)
	low := f.ranks<<1 | f.ranks>>cards.Ace // bit 0: the ace as a one
	for shift := range 10 {
		f.straight = max(f.straight, bits.OnesCount16(low>>shift&0b11111))
	}
	return f
}
