package showdown

import (
	"math/bits"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// NumLive is the number of hands that avoid a five-card board, C(47,2).
const NumLive = 1_081

// Order holds the hands that are live on one board, weakest first, in groups of equal
// strength. The zero value holds none; Sort fills it. It takes 26 KB and is meant to be
// reused: one for each goroutine.
type Order struct {
	hands  [NumLive]holding
	ends   [NumLive]uint16 // ends[g] is where group g ends in hands
	groups int

	// Scratch of the counting sort.
	counts [numStrengths]uint16 // all zero between sorts
	used   [(numStrengths + 63) / 64]uint64
	dealt  [NumLive]dealt
}

// holding is a combo with its cards, so that the sweep needs one load a hand.
type holding struct {
	combo     cards.Combo
	low, high cards.Card
}

type dealt struct {
	holding
	strength eval.Strength
}

const numStrengths = 8192 // 7,462 and a power of two, so that a masked index needs no check

// Sort fills the order for a board of five cards.
//
// It is a counting sort by strength. A board leaves at most a few hundred of the 7,462
// strengths, so the strengths in use are kept as a bitmap, and only they are visited
// between counting and placing.
func (o *Order) Sort(board cards.Set) {
	o.deal(board)
	o.groups = 0
	place := uint16(0)
	for w := range o.used {
		for word := o.used[w]; word != 0; word &= word - 1 {
			s := w<<6 | bits.TrailingZeros64(word)
			count := o.counts[s&(numStrengths-1)]
			o.counts[s&(numStrengths-1)] = place
			place += count
			o.ends[o.groups] = place
			o.groups++
		}
	}
	for i := range o.dealt {
		h := &o.dealt[i]
		at := &o.counts[h.strength&(numStrengths-1)]
		o.hands[*at] = h.holding
		*at++
	}
	for w := range o.used {
		for word := o.used[w]; word != 0; word &= word - 1 {
			o.counts[w<<6|bits.TrailingZeros64(word)] = 0
		}
		o.used[w] = 0
	}
}

// deal evaluates the live hands and counts their strengths.
func (o *Order) deal(board cards.Set) {
	base := eval.HandOf(board)
	n := 0
	live := (cards.FullDeck &^ board).Cards()
	for j, high := range live {
		withHigh := base.Add(high)
		combo := cards.Combo(int(high) * (int(high) - 1) / 2)
		for _, low := range live[:j] {
			s := withHigh.Add(low).Strength()
			o.dealt[n] = dealt{holding{combo + cards.Combo(low), low, high}, s}
			n++
			o.counts[s&(numStrengths-1)]++
			o.used[s>>6&127] |= 1 << (s & 63)
		}
	}
}

// Groups returns the number of different strengths.
func (o *Order) Groups() int { return o.groups }
