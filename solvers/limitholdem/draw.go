package limitholdem

import (
	"math/rand/v2"

	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// draw samples deals: a number of them, or all if it is 0.
type draw struct {
	n    int
	seed uint64
}

// drawn is a deal that was drawn.
type drawn struct {
	*game.Deal
	weight float64           // in the sum over all deals
	folds  [maxFolds]float64 // the parts of weight that fall in each fold
}

// maxFolds is the largest number of folds of a sample. Choices that all folds but one determine are valued on that one.
const maxFolds = 4

// folds is their number, 0 if nothing is drawn.
func (d draw) folds() int { return min(d.n, maxFolds) }

// share is a fold's share of the sample.
func (d draw) share(fold int) float64 {
	return float64((d.n-fold+d.folds()-1)/d.folds()) / float64(d.n)
}

// Numbers of cards that can come on the turn and on the river.
const (
	numTurns  = 49
	numRivers = 48
)

// newDraw draws n of a number of cards; 0 is all.
func newDraw(n, of int, seed uint64) draw {
	if n >= of {
		n = 0
	}
	return draw{n, seed}
}

// Draw draws turns and rivers by the options, for extensive.LossesByDecision; it takes all flops.
func (s *Solver) Draw(deals *game.Deals, board game.Board) (out []extensive.Drawn) {
	var d draw
	switch board.Len() {
	case boardLen[onFlop]:
		d, _ = s.options.draws()
	case boardLen[onTurn]:
		_, d = s.options.draws()
	}
	for _, x := range d.from(deals, board) {
		out = append(out, extensive.Drawn{Deal: x.Deal, Weight: x.weight})
	}
	return out
}

// draws are those of turns and rivers.
func (o *Options) draws() (turns, rivers draw) {
	return newDraw(o.Turns, numTurns, o.Seed), newDraw(o.Rivers, numRivers, o.Seed)
}

// from draws deals on a board, no card twice and all with the same probability. The expected sum over the sample is
// the sum over all deals, and so is that of each fold. The same seed and board give the same deals.
func (d draw) from(deals *game.Deals, board game.Board) (out []drawn) {
	if d.n == 0 {
		for _, x := range extensive.AllDeals(deals, board) {
			out = append(out, drawn{Deal: x.Deal, weight: x.Weight})
		}
		return out
	}
	var of []int // the deal of each card
	for i := range deals.List {
		for range deals.List[i].Orbit {
			of = append(of, i)
		}
	}
	rng := rand.New(rand.NewPCG(d.seed, uint64(board.Set())))
	weight := float64(len(of)) / float64(d.n) / deals.Ways
	weights := make([]drawn, len(deals.List))
	for k, card := range rng.Perm(len(of))[:d.n] {
		x := &weights[of[card]]
		x.weight += weight
		x.folds[k%d.folds()] += weight
	}
	for i, x := range weights {
		if x.weight > 0 {
			x.Deal = &deals.List[i]
			out = append(out, x)
		}
	}
	return out
}
