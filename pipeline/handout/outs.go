package handout

import (
	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// unseen is the number of cards that may come on the turn.
const unseen = cards.NumCards - 5

// Of returns the outs of a hand on a flop, in ascending order. The five cards must be different.
func Outs(hand cards.Combo, flop [3]cards.Card) cards.Set {
	board := cards.SetOf(flop[:]...)
	known := board | hand.Set()
	held := eval.HandOf(known)
	now := held.Strength().Category()
	low, high := hand.Cards()
	var out cards.Set
	for rest := cards.FullDeck &^ known; rest != 0; {
		c := rest.Min()
		rest = rest.Without(c)
		then := held.Add(c).Strength().Category()
		if then <= now {
			continue
		}
		pairs := c.Rank() == low.Rank() || c.Rank() == high.Rank()
		if pairs || then >= eval.Straight && then > ofBoard(board.With(c)) {
			out = out.With(c)
		}
	}
	return out
}

// Draw reports whether the hand has made nothing on the flop: its category is the flop's own.
func Draw(hand cards.Combo, flop [3]cards.Card) bool {
	board := cards.SetOf(flop[:]...)
	return eval.Of(board|hand.Set()).Category() <= ofBoard(board)
}

// ofBoard returns the category of three or four cards, which can only be of equal ranks.
func ofBoard(set cards.Set) eval.Category {
	var counts [cards.NumRanks]int
	pairs, most := 0, 0
	for _, c := range set.Cards() {
		counts[c.Rank()]++
		most = max(most, counts[c.Rank()])
		if counts[c.Rank()] == 2 {
			pairs++
		}
	}
	switch {
	case most == 4:
		return eval.Quads
	case most == 3:
		return eval.Trips
	case pairs == 2:
		return eval.TwoPair
	case pairs == 1:
		return eval.Pair
	}
	return eval.HighCard
}

// RuleOfFour is the rule's estimate on the flop, a fraction of 1: four percent an out, at most 1.
func RuleOfFourEstimate(outs int) float64 { return min(float64(4*outs)/100, 1) }

// HitByRiver is the exact chance that at least one of so many outs comes on turn or river: what
// the rule of four approximates.
func HitByRiver(outs int) float64 {
	missed := unseen - outs
	return 1 - float64(missed*(missed-1))/float64(unseen*(unseen-1))
}
