package main

import (
	"math/bits"

	"feltlab/model/cards"
)

// ranks is a set of ranks: bit r stands for rank r.
type ranks uint32

// top returns the n highest ranks, all if there are fewer.
func (r ranks) top(n int) ranks {
	for bits.OnesCount32(uint32(r)) > n {
		r &= r - 1
	}
	return r
}

// straight returns a number of five ranks in a row, larger for higher ones, and 0 without them. The ace also stands
// below the two.
func (r ranks) straight() ranks {
	r = r<<1 | r>>(cards.NumRanks-1)
	return ranks(bits.Len32(uint32(r & (r >> 1) & (r >> 2) & (r >> 3) & (r >> 4))))
}

// suited is a set of cards: the ranks of each suit.
type suited [cards.NumSuits]ranks

func (s suited) with(list ...cards.Card) suited {
	for _, c := range list {
		s[c.Suit()] |= 1 << c.Rank()
	}
	return s
}

// strengthBits is the number of bits of a strength.
const strengthBits = 4 + 2*cards.NumRanks

// strength returns a number that orders hands by the best five of their five to seven cards; equal ones tie. From the
// highest bit on it has the category, the ranks that make it, and the kickers.
func (s suited) strength() uint32 {
	hand := func(category uint32, of, kickers ranks) uint32 {
		return category<<(2*cards.NumRanks) | uint32(of)<<cards.NumRanks | uint32(kickers)
	}
	for _, flush := range s {
		if flush.top(4) == flush {
			continue
		}
		if high := flush.straight(); high > 0 {
			return hand(8, high, 0)
		}
		return hand(5, 0, flush.top(5)) // with five ranks, seven cards have no full house
	}
	a, b, c, d := s[0], s[1], s[2], s[3]
	all, pairs, trips, quads := a|b|c|d, a&b|c&d|(a|b)&(c|d), a&b&(c|d)|c&d&(a|b), a&b&c&d
	three, two := trips.top(1), pairs.top(2)
	switch high := all.straight(); {
	case quads > 0:
		return hand(7, quads, (all &^ quads).top(1))
	case trips > 0 && pairs != three:
		return hand(6, three, (pairs &^ three).top(1))
	case high > 0:
		return hand(4, high, 0)
	case trips > 0:
		return hand(3, trips, (all &^ trips).top(2))
	case two != two.top(1):
		return hand(2, two, (all &^ two).top(1))
	}
	return hand(min(uint32(pairs), 1), pairs, (all &^ pairs).top(5-2*bits.OnesCount32(uint32(pairs))))
}
