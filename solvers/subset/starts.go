package subset

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

const (
	// The starts by least squares come in squareRounds rounds: by equal weights of the rows, then by weights near the
	// best fit, and so on.
	squareRounds = 4
	// mostDraws is the number of random halves of the features in a round. Each gives two sets. It takes the square of
	// the columns, so with more than manyColumns there are fewer, at least fewestDraws.
	mostDraws, manyColumns, fewestDraws = 500, 256, 8
	// fitsPerStart is the number of sets fitted for each one that is improved by exchange.
	fitsPerStart = 100
)

// fromSquares improves the best of many sets that are locally optimal by least squares. Exchanges of one or two
// features rarely lead from one way to write a formula to another, such as from one feature for the highest card to one
// for each rank. So each set begins without a random half of the features, and is exchanged with all of them then.
func (s *search) fromSquares(ctx context.Context, n int, ends *finalists) error {
	improved := map[set]bool{}
	restarts := s.restarts()
	for round := range squareRounds {
		if ends.best().Error <= s.target {
			return nil
		}
		starts := (restarts*(round+1))/squareRounds - (restarts*round)/squareRounds
		if starts == 0 {
			continue
		}
		var near *lad.Fit
		if round%2 == 1 {
			near = ends.best()
		}
		sets, err := s.drawSets(ctx, s.newSquares(n, near), uint64(round))
		if err == nil {
			sets, err = s.fitDrawn(ctx, sets[:min(len(sets), fitsPerStart*starts)])
		}
		if err != nil {
			return err
		}
		for _, x := range sets[:min(len(sets), starts)] {
			if improved[x.set] {
				continue
			}
			improved[x.set] = true
			start, err := s.fit(x.set.IDs(), nil)
			if err == nil {
				start, err = s.grow(ctx, start, n)
			}
			if err == nil {
				err = s.descend(ctx, start, 1, ends)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// drawn is a set by least squares, with a start of its fit.
type drawn struct {
	set     set
	weights *lad.Fit
	value   float64 // what the squares leave, then the error
}

// drawSets returns different sets, the least squares first.
func (s *search) drawSets(ctx context.Context, q *squares, round uint64) ([]drawn, error) {
	share := min(manyColumns/float64(len(q.ids)), 1)
	draws := max(int(mostDraws*share*share), fewestDraws)
	all := make([]drawn, 2*draws)
	loop := parallel.Loop{Items: draws, Workers: len(s.workers)}
	err := loop.Each(ctx, func() func(i int) error {
		q := q.copy()
		return func(i int) error {
			random := rand.New(rand.NewPCG(s.opts.Seed, round<<32|uint64(i)))
			q.reset()
			q.descend(half(random, len(s.same)-1))
			all[2*i] = s.drawnOf(q)
			q.descend(set{})
			all[2*i+1] = s.drawnOf(q)
			return nil
		}
	})
	seen := map[set]bool{}
	all = slices.DeleteFunc(all, func(x drawn) bool {
		again := seen[x.set]
		seen[x.set] = true
		return again
	})
	slices.SortStableFunc(all, func(a, b drawn) int { return cmp.Compare(a.value, b.value) })
	return all, err
}

// half returns a random half of some columns.
func half(random *rand.Rand, columns int) set {
	words := make([]uint64, max(2, (columns+63)/64))
	for i := range words {
		words[i] = random.Uint64()
	}
	return proof.Words(words...)
}

func (s *search) drawnOf(q *squares) drawn {
	return drawn{q.chosen, q.weights(s.p), q.left()}
}

// fitDrawn sorts sets by their errors.
func (s *search) fitDrawn(ctx context.Context, sets []drawn) ([]drawn, error) {
	err := parallel.On(ctx, s.workers, len(sets), func(w *worker, i int) (err error) {
		sets[i].value, err = w.reset(sets[i].set.IDs(), sets[i].weights)
		return err
	})
	slices.SortStableFunc(sets, func(a, b drawn) int { return cmp.Compare(a.value, b.value) })
	return sets, err
}
