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
	// sum is the sum of the cards' words: see rowShift, sizeStep, suitStep.
	sum uint64
	// suits holds the set of ranks of each suit, 16 bits a suit, clubs lowest.
	suits uint64
}

// Layout of a card's word. The fields of up to seven words add up without disturbing
// each other, but for one constant borrow. From the lowest bit:
//
//	 0-15  place of the rank, modulo 2^16; its carries, at most 6, end in bits 16-18
//	19-42  four suits, clubs lowest, six bits each
//	45-50  size, modulo 2^6; it borrows from the row
//	51-63  row of the rank, modulo 2^13
const (
	suitShift = 19
	suitBits  = 6
	sizeShift = 45
	rowShift  = 64 - rowBits

	// suitStep is what a card adds to its suit, so that bit 5 tells whether the suit holds
	// five to seven cards: 4*7 < 32 <= 5*7 and 7*7 < 64.
	suitStep = 7
	// sizeStep is what a card takes from the size. From 1 to 7 cards the size borrows one
	// from the row and is 59, 54, 49, 44, 39, 34 and 29: bit 5 is clear for 7 cards only.
	sizeStep = 5

	fiveOfSuit = (1<<5 | 1<<11 | 1<<17 | 1<<23) << suitShift
	notSeven   = 1 << 5 << sizeShift
	uncommon   = fiveOfSuit | notSeven
)

// cardSum and cardSuits are the words of the cards. Any 8-bit number indexes the arrays, so no
// bounds are checked; numbers that are no cards add nothing.
var cardSum, cardSuits = cardWords()

func cardWords() (sum, suits [256]uint64) {
	for c := range cards.Card(cards.NumCards) {
		r, s := c.Rank(), c.Suit()
		key := rankKeys[r]
		sum[c] = uint64(key.row)<<rowShift - sizeStep<<sizeShift + suitStep<<(suitShift+suitBits*s) + uint64(key.place)
		suits[c] = 1 << (16*uint(s) + uint(r))
	}
	return sum, suits
}

// comboHands holds the hands of all combos; the length lets a mask replace the check.
var comboHands = func() (hands [2048]Hand) {
	for combo := range cards.Combo(cards.NumCombos) {
		low, high := combo.Cards()
		hands[combo] = Hand{}.Add(low).Add(high)
	}
	return hands
}()

// Add returns the hand with one more card.
func (h Hand) Add(c cards.Card) Hand {
	return Hand{h.sum + cardSum[c], h.suits | cardSuits[c]}
}

// Merge returns the cards of both hands, which must have none in common.
func (h Hand) Merge(other Hand) Hand {
	return Hand{h.sum + other.sum, h.suits | other.suits}
}

// Len returns the number of cards.
func (h Hand) Len() int { return bits.OnesCount64(h.suits) }

// Strength returns the strength of the best five of the hand's 5, 6 or 7 cards, and 0 if
// it has fewer than five. It is inlined and calls nothing, so loops keep their registers.
func (h Hand) Strength() Strength {
	if h.sum&uncommon == 0 {
		return sevenTable[uint16(h.sum)+sevenShifts[h.sum>>rowShift]]
	}
	if full := h.sum & fiveOfSuit; full != 0 {
		// Suit s sets bit 24+6s; times 43/16, rounded down, that is 16s modulo 64.
		return flushTable[h.suits>>(bits.TrailingZeros64(full)*43>>4&63)%flushSlots]
	}
	return smallTable[(uint16(h.sum)+smallShifts[h.sum>>rowShift])%smallSlots]
}

// HandOfCombo returns the two cards of a combo, for loops that merge every combo into a
// board. It is a table look-up.
func HandOfCombo(combo cards.Combo) Hand {
	return comboHands[int(combo)%len(comboHands)]
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
