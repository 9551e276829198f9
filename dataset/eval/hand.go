package eval

import (
	"math/bits"

	"feltlab/model/cards"
)

// Hand accumulates cards. It is a small value: Add returns a new hand and leaves the old
// one as it was, so nested loops share the work on their common cards. The zero value is
// the empty hand. A hand that is given the same card twice, or more than seven cards, has
// no meaningful strength.
type Hand struct {
	// sum is a sum of card words: see sumShift, sizeStep, suitStep.
	sum uint64
	// suits holds the set of ranks of each suit, 16 bits a suit, clubs lowest.
	suits uint64
}

// Layout of a card word. Its fields add up without disturbing each other.
const (
	// sumShift puts the rank keys on top, where they add modulo 2^sumBits by overflow.
	sumShift = 64 - sumBits
	// sizeStep is what every card adds to the 6-bit field at sizeShift, so that n cards
	// make 59n mod 64 = 64 - 5n there: bit 5 is set for 1 to 6 cards and clear for 0 and
	// 7. The field's carries end in the unused bits below sumShift.
	sizeShift = 26
	sizeStep  = 59
	// suitStep is what a card adds to the 6-bit field of its suit, clubs lowest, so that
	// bit 5 tells whether the suit holds five to seven cards: 4*7 < 32 <= 5*7, 7*7 < 64.
	suitBits = 6
	suitStep = 7

	// fiveOfSuit selects bit 5 of every suit, notSeven bit 5 of the size.
	fiveOfSuit = 1<<5 | 1<<11 | 1<<17 | 1<<23
	notSeven   = 1 << 31
)

// Words of the cards. The arrays are longer than the deck so that a masked index needs no
// bounds check.
var (
	cardSum   [64]uint64
	cardSuits [64]uint64
)

func init() {
	for c := range cards.Card(cards.NumCards) {
		r, s := c.Rank(), c.Suit()
		cardSum[c] = uint64(rankKeys[r])<<sumShift | sizeStep<<sizeShift | suitStep<<(suitBits*s)
		cardSuits[c] = 1 << (16*uint(s) + uint(r))
	}
}

// Add returns the hand with one more card.
func (h Hand) Add(c cards.Card) Hand {
	return Hand{h.sum + cardSum[c&63], h.suits | cardSuits[c&63]}
}

// Merge returns the cards of both hands, which must have none in common.
func (h Hand) Merge(other Hand) Hand {
	return Hand{h.sum + other.sum, h.suits | other.suits}
}

// Len returns the number of cards.
func (h Hand) Len() int { return bits.OnesCount64(h.suits) }

// Strength returns the strength of the best five of the hand's 5, 6 or 7 cards, and 0 if
// it has fewer than five.
func (h Hand) Strength() Strength {
	if h.sum&(fiveOfSuit|notSeven) != 0 {
		return h.uncommon()
	}
	return sevenTable[uint16(h.sum>>sumShift)+sevenShifts[h.sum>>(64-rowBits)]]
}

// uncommon returns the strength of a hand with a flush or with fewer than seven cards.
func (h Hand) uncommon() Strength {
	if full := h.sum & fiveOfSuit; full != 0 {
		suit := bits.TrailingZeros64(full) / suitBits
		return flushTable[h.suits>>(16*suit&63)%uint64(len(flushTable))]
	}
	row, low := h.sum>>(64-rowBits), uint16(h.sum>>sumShift)
	switch h.Len() {
	case 6:
		return smallTable[(low+sixShifts[row])%smallSlots]
	case 5:
		return smallTable[(low+fiveShifts[row])%smallSlots]
	}
	return 0
}

// HandOf returns the hand of a set of cards.
func HandOf(set cards.Set) Hand {
	var h Hand
	for ; set != 0; set &= set - 1 {
		h = h.Add(set.Min())
	}
	return h
}

// Of returns the strength of a set of 5, 6 or 7 cards, and 0 for any other number.
func Of(set cards.Set) Strength {
	if set.Len() > 7 {
		return 0
	}
	return HandOf(set).Strength()
}
