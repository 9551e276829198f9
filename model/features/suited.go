package features

import (
	"math/bits"

	"feltlab/model/cards"
)

// suited has the ranks of a set of cards, a mask for each suit: bit 0 is the deuce and bit 12 the ace.
type suited [cards.NumSuits]uint16

func suitedOf(set cards.Set) (s suited) {
	for ; set != 0; set &= set - 1 {
		s = s.with(set.Min())
	}
	return s
}

func (s suited) with(c cards.Card) suited {
	s[c.Suit()] |= 1 << c.Rank()
	return s
}

func (s suited) and(t suited) suited {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// atLeast returns the masks of the ranks that have one, two, three and four cards or more.
func (s suited) atLeast() (one, two, three, four uint16) {
	for _, m := range s {
		four |= three & m
		three |= two & m
		two |= one & m
		one |= m
	}
	return one, two, three, four
}

func (s suited) ranks() uint16 { return s[0] | s[1] | s[2] | s[3] }

// commonest returns the number of cards of the commonest suit.
func (s suited) commonest() (n int) {
	for _, m := range s {
		n = max(n, bits.OnesCount16(m))
	}
	return n
}

// between counts the cards of a set with ranks from low to high, 2 to 14.
func between(set cards.Set, low, high int) int {
	low, high = max(low, names.Two), min(high, names.Ace)
	if low > high {
		return 0
	}
	from, to := cards.NumSuits*(low-names.Two), cards.NumSuits*(high-names.Two+1)
	return (set >> from << from & (1<<to - 1)).Len()
}

// made is what the best five of some cards make, without kickers, as a number that compares as the hands do. It has
// the category and the masks of two kinds of ranks: of a full house the three and the pair, of two pair both pairs in
// the first.
type made uint32

func madeOf(category int, first, second uint16) made {
	return made(category<<(2*cards.NumRanks) | int(first)<<cards.NumRanks | int(second))
}

func (m made) category() int { return int(m >> (2 * cards.NumRanks)) }

// ranks returns the mask of the first kind of ranks.
func (m made) ranks() uint16 { return uint16(m>>cards.NumRanks) & (1<<cards.NumRanks - 1) }

// best returns what the best five of the cards make; of fewer cards, all.
func (s suited) best() made {
	flush := made(0)
	for _, m := range s {
		if bits.OnesCount16(m) >= 5 {
			if high := highest(m); high > 0 {
				return madeOf(names.StraightFlush, 1<<(high-2), 0)
			}
			flush = madeOf(names.AFlush, highestOf(m, 5), 0)
		}
	}
	m := s.groups()
	if high := highest(s.ranks()); high > 0 {
		m = max(m, madeOf(names.AStraight, 1<<(high-2), 0))
	}
	return max(m, flush)
}

// groups is best where straights and flushes do not count.
func (s suited) groups() made {
	_, two, three, four := s.atLeast()
	threes := highestOf(three, 1)
	switch pair := highestOf(two&^threes, 1); {
	case four != 0:
		return madeOf(names.Quads, four, 0)
	case three != 0 && pair != 0:
		return madeOf(names.FullHouse, threes, pair)
	case three != 0:
		return madeOf(names.Trips, threes, 0)
	default:
		return madeOf(min(bits.OnesCount16(two), 2), highestOf(two, 2), 0)
	}
}

// kickers are the cards beside what groups returns, by category.
var kickers = [...]int{5, 3, 1, 2, 0, 0, 0, 1, 0}

// highestOf keeps the n highest ranks of a mask.
func highestOf(ranks uint16, n int) uint16 {
	for bits.OnesCount16(ranks) > n {
		ranks &= ranks - 1
	}
	return ranks
}

// windows are the ten straights as masks, from A-5 to T-A; window i has the highest rank i+5.
var windows = func() (w [10]uint16) {
	w[0] = 1<<12 | 0b1111
	for i := range 9 {
		w[i+1] = 0b11111 << i
	}
	return w
}()

// highest returns the highest rank of the highest straight among the ranks, 0 without one.
func highest(ranks uint16) int {
	l := ranks<<1 | ranks>>12 // the ace is below the deuce too
	if l &= l >> 1 & (l >> 2) & (l >> 3) & (l >> 4); l != 0 {
		return bits.Len16(l) + 4
	}
	return 0
}

// missing counts the ranks that a mask lacks between its lowest and its highest, the ace high or low.
func missing(ranks uint16) int {
	lacks := func(m uint16) int { return bits.Len16(m) - bits.TrailingZeros16(m) - bits.OnesCount16(m) }
	low := ranks<<1&^(1<<13) | 1
	if ranks>>12 == 0 {
		return lacks(ranks)
	}
	return min(lacks(ranks), lacks(low))
}

// top and bottom return the highest and the lowest rank of a mask, 0 of an empty one.
func top(ranks uint16) int {
	if ranks == 0 {
		return 0
	}
	return bits.Len16(ranks) + 1
}

func bottom(ranks uint16) int {
	if ranks == 0 {
		return 0
	}
	return bits.TrailingZeros16(ranks) + 2
}

func has(ranks uint16, rank int) bool { return rank >= 2 && ranks>>(rank-2)&1 != 0 }
