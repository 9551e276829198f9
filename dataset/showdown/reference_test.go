package showdown

import (
	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// sweepNaive is what Sweep computes, by comparing every hand with every other.
func sweepNaive[W Weight](board cards.Set, weights *[cards.NumCombos]W, out *[cards.NumCombos]Outcome[W]) {
	for h := range cards.Combo(cards.NumCombos) {
		if h.Set()&board != 0 {
			continue
		}
		out[h] = Outcome[W]{}
		mine := eval.Of(board | h.Set())
		for o := range cards.Combo(cards.NumCombos) {
			if o.Set()&(board|h.Set()) != 0 {
				continue
			}
			switch theirs := eval.Of(board | o.Set()); {
			case mine > theirs:
				out[h].Below += weights[o]
			case mine == theirs:
				out[h].Tied += weights[o]
			}
		}
	}
}
