package holdem

import (
	"math/rand/v2"

	"feltlab/model/game"
)

// draw draws deals to stand for all: a number of them, or all if it is 0.
type draw struct {
	n    int
	seed uint64
}

// drawn is a deal and its weight in the sum over all.
type drawn struct {
	*game.Deal
	weight float64
}

// from draws among the deals on a board, each with a probability in proportion to its orbit and
// evenly over the list, which is in the order of ranks. Weights are such that the sum over what is
// drawn is on average that over all. The same seed and board give the same deals.
func (d draw) from(deals *game.Deals, board game.Board) (out []drawn) {
	total := 0.0
	for i := range deals.List {
		total += float64(len(deals.List[i].Orbit))
	}
	if d.n == 0 || float64(d.n) >= total {
		for i := range deals.List {
			out = append(out, drawn{&deals.List[i], float64(len(deals.List[i].Orbit)) / deals.Ways})
		}
		return out
	}
	step := total / float64(d.n)
	next := step * rand.New(rand.NewPCG(d.seed, uint64(board.Set()))).Float64()
	passed := 0.0
	for i := range deals.List {
		weight := 0.0
		for passed += float64(len(deals.List[i].Orbit)); next < passed; next += step {
			weight += step / deals.Ways
		}
		if weight > 0 {
			out = append(out, drawn{&deals.List[i], weight})
		}
	}
	return out
}
