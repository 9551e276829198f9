package jamfold

import (
	"context"
	"time"

	"feltlab/solvers/jamfold/multiway"
)

// Fall is how far a table is solved after some iterations, as fractions of the pool.
type Fall struct {
	Iterations int
	Time       time.Duration // by the clock of the caller
	Solver     float64       // gain of other play, as the solver sees it
	Estimate   float64       // gain of the best response to the check's deals; exact for two and three players
	Upper      float64       // its upper limit
}

// Falls solves a table with the given numbers of iterations, each from its beginning, and checks each solution with
// the question's number of deals. Nothing is stored. The clock says how much time has passed.
func (l *Lab) Falls(
	ctx context.Context, q *TableQuestion, iterations []int, clock func() time.Duration,
) (falls []Fall, err error) {
	g, err := l.tableGame(ctx, q)
	if err != nil {
		return nil, err
	}
	for _, n := range iterations {
		start := clock()
		play, err := multiway.Solve(ctx, *g, multiway.Options{Seed: uint64(q.Seed), Iterations: n, Workers: l.Workers})
		if err != nil {
			return falls, err
		}
		f := Fall{Iterations: n, Time: clock() - start}
		settle(play.Strategy)
		c, err := l.checkTable(ctx, q, g, play.Strategy, 0, 0)
		if err != nil {
			return falls, err
		}
		for seat := range c.Upper {
			f.Solver = max(f.Solver, play.Regret[seat]/q.Pool())
			f.Estimate = max(f.Estimate, c.Estimate[seat]/q.Pool())
		}
		f.Upper = c.Gain() / q.Pool()
		falls = append(falls, f)
	}
	return falls, nil
}
