package strength

import (
	"math/bits"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/features"
)

// Holding is what some hands of a range hold on a board.
type Holding struct {
	Name   string  `json:"name"`                      // the made hand or the draw
	Combos int     `json:"combos"`                    // hands of the range with it
	Share  float64 `json:"share_of_range" text:",%2"` // their share of the range, by its weights
	Equity float64 `json:"equity" text:",%4"`         // their mean share of the pot
}

// madeNames lists made hands, the best first. Each hand has one.
var madeNames = []string{
	"straight flush", "four of a kind", "full house", "flush", "straight", "set", "trips", "two pair", "overpair",
	"top pair", "second pair", "low pair", "pocket pair below top card", "two overcards", "one overcard", "no pair",
	"plays the board",
}

// The made hands by their place in madeNames, from the straight flush up to what the board alone makes.
const (
	madeStraight = iota + 4
	madeSet
	madeTrips
	madeTwoPair
	madeOverpair
	madeTopPair
	madeSecondPair
	madeLowPair
	madeUnderpair
	madeTwoOvercards
	madeOneOvercard
	madeNoPair
	madeByBoard
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
	case high == low && above(high) == 0:
		return madeOverpair
	case high == low:
		return madeUnderpair
	case on(high) && on(low):
		return madeTwoPair
	case on(high):
		return min(madeTopPair+above(high), madeLowPair)
	case on(low):
		return min(madeTopPair+above(low), madeLowPair)
	case above(low) == 0:
		return madeTwoOvercards
	case above(high) == 0:
		return madeOneOvercard
	}
	return madeNoPair
}

// Holdings counts the made hands and the draws of our range on the board of a spot, with their equities in its result.
// A hand has one made hand and one or more draws; draws are empty on the river. Both are empty before the flop.
func (s *Spot) Holdings(result *Shared) (made, draws []Holding) {
	if len(s.Board) == 0 {
		return nil, nil
	}
	board := cards.SetOf(s.Board...)
	makes, drawing := make([]heldSum, len(madeNames)), make([]heldSum, len(features.DrawNames))
	for _, h := range equity.HandsOf(s.Hero, board|s.Dead) {
		shares := &result.Combos[h.Combo]
		makes[madeOf(h.Combo, board)].add(h.Weight, shares)
		if len(s.Board) == 5 {
			continue
		}
		for _, d := range features.Draws(h.Combo, s.Board) {
			drawing[d].add(h.Weight, shares)
		}
	}
	total := equity.NewLive(s.Hero.Weights()).Avoiding(board | s.Dead)
	return holdings(madeNames, makes, total), holdings(features.DrawNames, drawing, total)
}

// heldSum adds up hands that hold the same.
type heldSum struct {
	combos int
	weight uint64
	shares Shares
}

func (t *heldSum) add(weight uint64, shares *Shares) {
	t.combos++
	t.weight += weight
	t.shares.add(shares)
}

// holdings lists what some hand holds that was dealt.
func holdings(names []string, sums []heldSum, total uint64) (all []Holding) {
	for i, t := range sums {
		if !t.shares.Deals.Zero() {
			all = append(all, Holding{names[i], t.combos, float64(t.weight) / float64(total), t.shares.Equity()})
		}
	}
	return all
}
