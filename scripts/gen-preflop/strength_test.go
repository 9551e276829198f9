package main

import (
	"math/bits"
	"testing"

	"feltlab/model/cards"
)

// The categories of poker hands, weakest first.
const (
	highCard = iota
	onePair
	twoPair
	trips
	straight
	flush
	fullHouse
	quads
	straightFlush
)

// strength orders hands of seven cards: the category, then up to five ranks that break
// ties, four bits each, the most important first.
func strength(set cards.Set) uint64 {
	var suits [cards.NumSuits]uint16 // ranks held in each suit
	for s := uint64(set); s != 0; s &= s - 1 {
		c := cards.Card(bits.TrailingZeros64(s))
		suits[c.Suit()] |= 1 << c.Rank()
	}
	a, b, c, d := suits[0], suits[1], suits[2], suits[3]
	one := a | b | c | d
	two := a&b | c&d | (a|b)&(c|d) // ranks held at least twice
	three := a&b&(c|d) | c&d&(a|b)
	four := a & b & c & d

	var flushRanks uint16
	for _, ranks := range suits {
		if bits.OnesCount16(ranks) >= 5 {
			flushRanks = ranks
		}
	}
	switch {
	case straightTop(flushRanks) != 0:
		return score(straightFlush, straightTop(flushRanks), 1, 0, 0)
	case four != 0:
		return score(quads, four, 1, one&^four, 1)
	case three != 0 && two&^highest(three) != 0:
		return score(fullHouse, three, 1, two&^highest(three), 1)
	case flushRanks != 0:
		return score(flush, flushRanks, 5, 0, 0)
	case straightTop(one) != 0:
		return score(straight, straightTop(one), 1, 0, 0)
	case three != 0:
		return score(trips, three, 1, one&^three, 2)
	case two&^highest(two) != 0:
		rest := two &^ highest(two)
		return score(twoPair, two, 2, one&^highest(two)&^highest(rest), 1)
	case two != 0:
		return score(onePair, two, 1, one&^two, 3)
	}
	return score(highCard, one, 5, 0, 0)
}

// score puts a category above the m highest ranks of major and the n highest of minor.
func score(category uint64, major uint16, m int, minor uint16, n int) uint64 {
	const categoryShift = 20 // above five ranks
	return category<<categoryShift | digits(major, m)<<(4*n) | digits(minor, n)
}

// digits writes the n highest ranks, four bits each.
func digits(ranks uint16, n int) uint64 {
	var out uint64
	for range n {
		top := highest(ranks)
		out = out<<4 | uint64(bits.TrailingZeros16(top))
		ranks &^= top
	}
	return out
}

// highest keeps the highest rank, if any.
func highest(ranks uint16) uint16 {
	if ranks == 0 {
		return 0
	}
	return 1 << (bits.Len16(ranks) - 1)
}

// straightTop returns the highest rank that ends five in a row, 0 if there is none; an
// ace also counts below the deuce.
func straightTop(ranks uint16) uint16 {
	low := ranks<<1 | ranks>>cards.Ace&1 // bit 0: the ace; bit r+1: rank r
	ends := low & (low << 1) & (low << 2) & (low << 3) & (low << 4)
	return highest(ends >> 1)
}

// TestStrengthOrder lists hands from weak to strong, with equal ones on one line.
func TestStrengthOrder(t *testing.T) {
	levels := [][]string{
		{"7c5d4h3s2c9dTh", "7d5c4h3s2h9cTd"},
		{"AcKdQh9s8c2d3h"},
		{"2c2dAhKsQc7d8h", "2h2sAhKsQc7d6h"},
		{"AcAd3h4s7c8dTh"},
		{"3c3d2h2sAc7d8h", "3h3s2h2sAc4d7h"},
		{"AcAdKhKsQcQd2h", "AcAdKhKsQc2d3h"},
		{"2c2d2hAsKc7d8h"},
		{"Ac2d3h4s5cKdKh", "Ac2d3h4s5cQdQh"},
		{"2c3d4h5s6cAdAh"},
		{"AcKdQhJsTc2d2h"},
		{"7c5c4c3c2cAdAh"},
		{"AcQcJc9c2c3c4d"},
		{"2c2d2h3s3cAdKh"},
		{"2c2d2hAsAcKdKh"},
		{"AcAdAhKsKcKd2h"},
		{"2c2d2h2sAcKdKh", "2c2d2h2sAcAdAh"},
		{"AcAdAhAs2c3d4h"},
		{"Ac2c3c4c5cKcKd"},
		{"2c3c4c5c6cAcAd"},
		{"AcKcQcJcTc9c8c"},
	}
	last := uint64(0)
	for _, level := range levels {
		var at uint64
		for i, text := range level {
			hand, err := cards.ParseCards(text)
			if err != nil || len(hand) != 7 {
				t.Fatalf("%s: %v", text, err)
			}
			got := strength(cards.SetOf(hand...))
			if i > 0 && got != at {
				t.Errorf("%s: %x, want %x", text, got, at)
			}
			at = got
		}
		if at <= last {
			t.Errorf("%s: %x is not above %x", level[0], at, last)
		}
		last = at
	}
}
