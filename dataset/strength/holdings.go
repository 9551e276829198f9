package strength

import (
	"math/bits"
	"slices"
	"strings"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/features"
)

// Holding is what some hands of a range hold on a board.
type Holding struct {
	Name   string  `json:"name"`                      // the made hand, the draw, or what a hand holds together
	Combos int     `json:"combos"`                    // hands of the range with it
	Share  float64 `json:"share_of_range" text:",%2"` // their share of the range, by its weights
	Equity float64 `json:"equity" text:",%4"`         // their mean share of the pot
}

// Holdings says what the hands of a range hold on a board. A hand has one made hand, one or more draws, and where it
// has several draws, or a pair beside a draw, one combined draw. There are no draws on the river.
type Holdings struct {
	Made     []Holding `json:"made,omitempty" text:"made hand"`               // made hands, the best first
	Draws    []Holding `json:"draws,omitempty" text:"draw"`                   // draws
	Combined []Holding `json:"combined_draws,omitempty" text:"combined draw"` // draws that hands hold together
}

// madeNames lists made hands, the best first. Each hand has one.
var madeNames = []string{
	"straight flush", "four of a kind", "full house", "flush", "straight", "set", "trips", "two pair", "overpair",
	"top pair", "pocket pair below top card", "second pair", "pocket pair below second card", "low pair",
	"pocket pair between low cards", "underpair", "ace high", "two overcards", "one overcard", "no pair",
	"plays the board",
}

// The made hands by their place in madeNames, from the straight flush up to what the board alone makes. Pairs with the
// board and pocket pairs alternate: each board card above one is two places.
const (
	madeStraight = iota + 4
	madeSet
	madeTrips
	madeTwoPair
	madeOverpair
	madeTopPair
	_
	_
	_
	madeLowPair
	madeLowPocket
	madeUnderpair
	madeAceHigh
	madeTwoOvercards
	madeOneOvercard
	madeNoPair
	madeByBoard
	numMade
)

// madeOf returns the place in madeNames of what a hand makes with a board of 3, 4 or 5 cards. Pairs, three of a kind
// and better that lie on the board alone do not count, and two pair counts only if both cards of the hand pair the
// board, as in the features: AK on 77K is top pair.
func madeOf(hand cards.Combo, board cards.Set) int {
	strength := eval.HandOf(board | hand.Set()).Strength()
	category, alone := strength.Category(), eval.CategoryOf(board)
	better := category > alone || category == alone && board.Len() == 5 && strength > eval.HandOf(board).Strength()
	switch {
	case category >= eval.Straight && !better:
		return madeByBoard
	case category >= eval.Straight:
		return madeStraight - int(category-eval.Straight)
	case category == eval.Trips && category > alone && hand.Class().Pair():
		return madeSet
	case category == eval.Trips && category > alone:
		return madeTrips
	}
	return paired(hand, board)
}

// paired sorts hands below three of a kind by how they pair the board.
func paired(hand cards.Combo, board cards.Set) int {
	var ranks uint16
	for _, c := range board.Cards() {
		ranks |= 1 << c.Rank()
	}
	high, low := hand.Class().Ranks()
	above := func(r cards.Rank) int { return bits.OnesCount16(ranks >> (r + 1)) } // ranks of the board above a rank
	on := func(r cards.Rank) bool { return ranks>>r&1 == 1 }
	switch {
	case high == low && ranks&(1<<high-1) == 0 && above(high) > 0:
		return madeUnderpair
	case high == low:
		return min(madeOverpair+2*above(high), madeLowPocket)
	case on(high) && on(low):
		return madeTwoPair
	case on(high):
		return min(madeTopPair+2*above(high), madeLowPair)
	case on(low):
		return min(madeTopPair+2*above(low), madeLowPair)
	case high == cards.Ace:
		return madeAceHigh
	case above(low) == 0:
		return madeTwoOvercards
	case above(high) == 0:
		return madeOneOvercard
	}
	return madeNoPair
}

// heldNames lists what a hand can hold: made hands, draws, and combined draws, each by the bits of the first four draws
// and of a pair.
var heldNames = func() []string {
	names := slices.Concat(madeNames, features.DrawNames)
	for mask := range uint(1 << (combinable + 1)) {
		var parts []string
		if mask>>combinable == 1 {
			parts = []string{"pair"}
		}
		for d, name := range features.DrawNames[:combinable] {
			if mask>>d&1 == 1 {
				parts = append(parts, name)
			}
		}
		names = append(names, strings.Join(parts, " + "))
	}
	return names
}()

const combinable = 4 // draws without backdoor draws

// firstDraw and firstCombined are places in heldNames.
var firstDraw, firstCombined = numMade, numMade + len(features.DrawNames)

// heldBy appends the places in heldNames of what a hand holds on a board of 3, 4 or 5 cards.
func heldBy(list []int, hand cards.Combo, board []cards.Card) []int {
	made := madeOf(hand, cards.SetOf(board...))
	list = append(list, made)
	if len(board) == 5 {
		return list
	}
	combined := uint(0)
	if made >= madeOverpair && made <= madeUnderpair {
		combined = 1 << combinable
	}
	for _, d := range features.Draws(hand, board) {
		list = append(list, firstDraw+d)
		if d < combinable {
			combined |= 1 << d
		}
	}
	if bits.OnesCount(combined) > 1 {
		list = append(list, firstCombined+int(combined))
	}
	return list
}

// heldText names what a hand holds on a board, without the lack of a draw.
func heldText(hand cards.Combo, board []cards.Card) string {
	var names []string
	for _, at := range heldBy(nil, hand, board) {
		if at < firstCombined-1 {
			names = append(names, heldNames[at])
		}
	}
	return strings.Join(names, ", ")
}

// Holdings counts the made hands and the draws of our range on the board of a spot, with their equities in its result.
// There are none before the flop.
func (s *Spot) Holdings(result *Shared) Holdings {
	if len(s.Board) == 0 {
		return Holdings{}
	}
	known := cards.SetOf(s.Board...) | s.Dead
	sums, total := make([]heldSum, len(heldNames)), float64(equity.NewLive(s.Hero.Weights()).Avoiding(known))
	for _, h := range equity.HandsOf(s.Hero, known) {
		for _, at := range heldBy(nil, h.Combo, s.Board) {
			t := &sums[at]
			t.combos++
			t.weight += h.Weight
			t.shares.add(&result.Combos[h.Combo])
		}
	}
	list := func(from, to int) (all []Holding) {
		for i, t := range sums[from:to] {
			if !t.shares.Deals.Zero() {
				all = append(all, Holding{heldNames[from+i], t.combos, float64(t.weight) / total, t.shares.Equity()})
			}
		}
		return all
	}
	return Holdings{list(0, firstDraw), list(firstDraw, firstCombined), list(firstCombined, len(heldNames))}
}

// heldSum adds up hands that hold the same.
type heldSum struct {
	combos int
	weight uint64
	shares Shares
}
