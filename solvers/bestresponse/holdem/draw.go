package holdem

import (
	"math/rand/v2"

	"feltlab/model/game"
	"feltlab/solvers/bestresponse"
)

// draw draws deals to stand for all: a number of them, or all if it is 0.
type draw struct {
	n    int
	seed uint64
}

// Draw draws turns and rivers as the options say, for bestresponse.LossesOf; flops it takes all.
func (s *Solver) Draw(deals *game.Deals, board game.Board) []bestresponse.Drawn {
	d := draw{seed: s.options.Seed}
	switch board.Len() {
	case flopCards:
		d.n = s.options.Turns
	case flopCards + 1:
		d.n = s.options.Rivers
	}
	return d.from(deals, board)
}

// flopCards is the number of board cards before the turn.
const flopCards = 3

// from draws among the deals on a board, each with a probability in proportion to its orbit and
// evenly over the list, which is in the order of ranks. Weights are such that the sum over what is
// drawn is on average that over all. The same seed and board give the same deals.
func (d draw) from(deals *game.Deals, board game.Board) (out []bestresponse.Drawn) {
	total := 0.0
	for i := range deals.List {
		total += float64(len(deals.List[i].Orbit))
	}
	if d.n == 0 || float64(d.n) >= total {
		return bestresponse.AllDeals(deals, board)
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
			out = append(out, bestresponse.Drawn{Deal: &deals.List[i], Weight: weight})
		}
	}
	return out
}
