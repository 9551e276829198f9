package showdown

import (
	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// Ranking puts the strengths of package eval in another order, as a variant of the rules
// or a mistaken program may: entry s is the rank of strength s, larger being better and
// equal a tie. Ranks are at most eval.NumStrengths; entry 0 is not used.
type Ranking = [eval.NumStrengths + 1]eval.Strength

// SortBy is Sort under another ranking of hands. It costs one look-up a run more.
func (o *Order) SortBy(board cards.Set, ranking *Ranking) {
	runs := o.deal(board)
	for i, r := range runs {
		runs[i].strength = ranking[r.strength]
	}
	o.arrange(runs)
}
