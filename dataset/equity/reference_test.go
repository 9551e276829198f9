package equity

import (
	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// countNaive is what Against computes, written as its definition: every opponent, every
// runout, two evaluations. On a flop that is a million deals; before it, two billion.
func countNaive(hand cards.Combo, w *weights, board cards.Set) Count {
	var c Count
	for o := range cards.Combo(cards.NumCombos) {
		if w[o] != 0 && o.Set()&(hand.Set()|board) == 0 {
			c.addRunouts(hand, o, uint64(w[o]), board, 0)
		}
	}
	return c
}

func (c *Count) addRunouts(hand, opponent cards.Combo, weight uint64, board cards.Set, from cards.Card) {
	if board.Len() < 5 {
		for next := from; next < cards.NumCards; next++ {
			if !(board | hand.Set() | opponent.Set()).Has(next) {
				c.addRunouts(hand, opponent, weight, board.With(next), next+1)
			}
		}
		return
	}
	mine, theirs := eval.Of(board|hand.Set()), eval.Of(board|opponent.Set())
	c.Deals += weight
	switch {
	case mine > theirs:
		c.Wins += weight
	case mine == theirs:
		c.Ties += weight
	}
}
