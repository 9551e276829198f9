package features

import (
	"math/bits"

	"feltlab/model/cards"
)

// view is what the predicates read: the facts about the five cards that several of them need. It is
// small and passed by value, so that computing features allocates nothing.
type view struct {
	flopCards cards.Set
	flop      [3]cards.Rank // descending
	hand      [2]cards.Rank // descending

	flopRanks, handRanks uint16 // rank masks
	distinct             uint8  // different ranks on the flop, 1..3
	missing              uint8  // ranks missing inside the flop, the ace high or low

	flopSuits uint8 // suits on the flop, 1..3
	bestSuit  uint8 // cards of the commonest suit of all five, 2..5
	suitedAce bool  // two flop cards share a suit, the third does not, and one of the two is an ace
	shared    uint8 // hole cards of the suit that two flop cards share and the third does not

	made      madeHand
	straights // of all five

	above uint8 // hole cards above the highest flop card, 0..2
	below uint8 // flop cards above our highest card, 0..3
}

func viewOf(hand cards.Combo, flop [3]cards.Card) view {
	low, high := hand.Cards()
	if flop[0] < flop[1] {
		flop[0], flop[1] = flop[1], flop[0]
	}
	if flop[1] < flop[2] {
		flop[1], flop[2] = flop[2], flop[1]
	}
	if flop[0] < flop[1] {
		flop[0], flop[1] = flop[1], flop[0]
	}
	v := view{
		flopCards: cards.SetOf(flop[:]...),
		flop:      [3]cards.Rank{flop[0].Rank(), flop[1].Rank(), flop[2].Rank()},
		hand:      [2]cards.Rank{high.Rank(), low.Rank()},
	}
	v.readSuits(high, low, flop)
	v.readRanks()
	return v
}

func (v *view) readSuits(high, low cards.Card, flop [3]cards.Card) {
	// One byte for each suit counts its cards.
	count := func(c cards.Card) uint32 { return 1 << (8 * c.Suit()) }
	onFlop := count(flop[0]) + count(flop[1]) + count(flop[2])
	all := onFlop + count(high) + count(low)
	for suit := range cards.NumSuits {
		n := uint8(onFlop >> (8 * suit))
		if n > 0 {
			v.flopSuits++
		}
		if n == 2 {
			v.shared = uint8(all>>(8*suit)) - n
			// Of two aces on the flop at most one is of this suit.
			for _, c := range flop {
				if c == cards.New(cards.Ace, cards.Suit(suit)) {
					v.suitedAce = true
				}
			}
		}
		v.bestSuit = max(v.bestSuit, uint8(all>>(8*suit)))
	}
}

func (v *view) readRanks() {
	var counts rankCounts
	for _, r := range v.flop {
		v.flopRanks |= 1 << r
		counts = counts.with(r)
		if r > v.hand[0] {
			v.below++
		}
	}
	for _, r := range v.hand {
		v.handRanks |= 1 << r
		counts = counts.with(r)
		if r > v.flop[0] {
			v.above++
		}
	}
	v.distinct = uint8(bits.OnesCount16(v.flopRanks))
	v.missing = missingRanks(v.flopRanks)
	v.straights = straightsOf(v.flopRanks | v.handRanks)
	v.made = madeHandOf(counts, bits.OnesCount16(v.flopRanks|v.handRanks), v.complete, v.bestSuit == 5)
}

func (v view) among(low, high cards.Rank) int {
	from, to := cards.New(low, cards.Clubs), cards.New(high, cards.Spades)
	return (v.flopCards >> from << from & (2<<to - 1)).Len()
}

func (v view) holds(r cards.Rank) bool { return v.handRanks>>r&1 != 0 }

func (v view) bothPair() bool {
	return v.hand[0] != v.hand[1] && v.handRanks&^v.flopRanks == 0
}

// ours reports whether the made hand uses a hole card. Two pair, straights and better hands take four or
// five cards, so they always do.
func (v view) ours() bool {
	switch v.made {
	case highCard:
		return false
	case onePair:
		return v.distinct == 3
	case trips:
		return v.distinct > 1
	}
	return true
}

// Draws. A made straight is not a draw; four in a row of it may still be open at both ends.

func (v view) flushDraw() bool         { return v.bestSuit == 4 }
func (v view) backdoorFlushDraw() bool { return v.flopSuits > 1 && v.bestSuit == 3 }
func (v view) openEnded() bool         { return v.openLow != 0 }
func (v view) insideDraw() bool        { return !v.complete && !v.openEnded() && v.outs == 1 }
func (v view) doubleInsideDraw() bool  { return !v.complete && !v.openEnded() && v.outs >= 2 }

func (v view) broadway() bool { return v.flopRanks|v.handRanks == window<<cards.Ten }

func (v view) noStraight() bool { return !v.complete && !v.openEnded() && v.outs == 0 }

type madeHand uint8

const (
	highCard madeHand = iota
	onePair
	twoPair
	trips
	straight
	flush
	fullHouse
	quads
	straightFlush
)

// rankCounts has a four-bit counter for each rank.
type rankCounts uint64

func (c rankCounts) with(r cards.Rank) rankCounts { return c + 1<<(4*r) }

// reaches reports whether some rank has at least n cards, 1 <= n <= 4: adding 8-n to a counter sets its
// top bit exactly if it is n or more, and never overflows it.
func (c rankCounts) reaches(n rankCounts) bool {
	const ones, tops rankCounts = 0x1111111111111, 0x8888888888888
	return (c+(8-n)*ones)&tops != 0
}

// madeHandOf returns the category of five cards with the given rank counts and number of
// different ranks. A straight or a flush takes five different ranks.
func madeHandOf(counts rankCounts, distinct int, isStraight, isFlush bool) madeHand {
	switch {
	case isStraight && isFlush:
		return straightFlush
	case counts.reaches(4):
		return quads
	case distinct == 2:
		return fullHouse
	case isFlush:
		return flush
	case isStraight:
		return straight
	case counts.reaches(3):
		return trips
	case distinct == 3:
		return twoPair
	case distinct == 4:
		return onePair
	}
	return highCard
}

// A rank mask has bit r for rank r: bit 0 is the deuce and bit 12 the ace. A ladder is the mask shifted
// up by one place, with the ace below the deuce as well: bits 0 and 13 are both the ace. The ten windows
// of a straight, A-5 to T-A, are five neighbouring bits each.
const (
	aceBit     = 1 << 12
	window     = 0b11111
	numWindows = 10
	ladderAce  = 1<<13 | 1<<0

	// openLows are the lowest ranks, deuce to ten, of four in a row that are open at both ends: A-2-3-4
	// has nothing below and J-Q-K-A nothing above.
	openLows = 0b1_1111_1111
)

func ladder(ranks uint16) uint16 { return ranks<<1 | ranks>>12 }

func connected(ranks uint16) bool {
	l := ladder(ranks)
	near := l<<1 | l<<2 | l<<3 | l<<4 // one to four above a rank
	return l&near != 0
}

// straights describes how the ranks of up to five cards lie in the windows.
type straights struct {
	complete bool   // a window is full
	openLow  uint16 // mask of the lowest ranks of four in a row, open at both ends
	outs     uint8  // number of ranks that would fill a window
	backdoor uint8  // number of windows that hold exactly three ranks
}

func straightsOf(ranks uint16) straights {
	var s straights
	var missing uint16
	l := ladder(ranks)
	for low := range numWindows {
		switch w := uint16(window << low); bits.OnesCount16(l & w) {
		case 5:
			s.complete = true
		case 4:
			missing |= w &^ l
		case 3:
			s.backdoor++
		}
	}
	if missing&ladderAce != 0 { // both places are the one ace
		missing |= ladderAce
		missing ^= 1
	}
	s.outs = uint8(bits.OnesCount16(missing))
	s.openLow = ranks & (ranks >> 1) & (ranks >> 2) & (ranks >> 3) & openLows
	return s
}

// missingRanks counts the ranks between the lowest and the highest of a non-empty mask that it lacks,
// with the ace high or low, whichever gives fewer.
func missingRanks(ranks uint16) uint8 {
	high := absent(ranks)
	if ranks&aceBit == 0 {
		return high
	}
	return min(high, absent(ladder(ranks)&^(1<<13)))
}

func absent(mask uint16) uint8 {
	return uint8(bits.Len16(mask) - bits.TrailingZeros16(mask) - bits.OnesCount16(mask))
}
