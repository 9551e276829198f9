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

// among counts the flop cards from rank low to rank high.
func (v view) among(low, high cards.Rank) int {
	from, to := cards.New(low, cards.Clubs), cards.New(high, cards.Spades)
	return (v.flopCards >> from << from & (2<<to - 1)).Len()
}

func (v view) holds(r cards.Rank) bool { return v.handRanks>>r&1 != 0 }

// bothPair reports whether both hole cards pair the flop, each its own card.
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

// noStraight reports that there is neither a straight nor a draw to one with one card.
func (v view) noStraight() bool { return !v.complete && !v.openEnded() && v.outs == 0 }
