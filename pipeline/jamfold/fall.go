package jamfold

import (
	"context"
	"time"
)

// Fall is how well a table is solved to a target, as fractions of the pool.
type Fall struct {
	Target     float64 // gain of other play, as the solver sees it, at which it stops
	Deals      int     // complete deals that correct the solver's values
	Iterations int
	Time       time.Duration // by the clock of the caller
	Solver     float64       // gain of other play, as the solver sees it
	Estimate   float64       // gain of the best response to the check's deals; exact for two and three players
	Upper      float64       // its upper limit
}

// Falls solves a table to multiples of the target of questions, each from its beginning, and checks each solution with
// the question's number of deals, whatever its target. For four and more players it does so first without complete
// deals, then with them. Nothing is stored. The clock says how much time has passed.
func (l *Lab) Falls(
	ctx context.Context, q *TableQuestion, multiples []float64, clock func() time.Duration,
) (falls []Fall, err error) {
	g, err := l.tableGame(ctx, q)
	if err != nil {
		return nil, err
	}
	check := *q
	check.Target = 0
	methods := []int{0}
	if deals := q.corrections(); deals > 0 {
		methods = append(methods, deals)
	}
	for _, deals := range methods {
		for _, multiple := range multiples {
			o := q.options()
			o.Workers, o.Deals, o.Target = l.Workers, deals, multiple*o.Target
			start := clock()
			solution, err := play(ctx, *g, o)
			if err != nil {
				return falls, err
			}
			f := Fall{
				Target: o.Target / q.Pool(), Deals: deals, Iterations: solution.Iterations, Time: clock() - start,
			}
			settle(solution.Strategy, g.Fixed)
			c, err := l.checkTable(ctx, &check, g, solution.Strategy, 0, 0)
			if err != nil {
				return falls, err
			}
			for seat := range c.Upper {
				f.Solver = max(f.Solver, solution.Regret[seat]/q.Pool())
				f.Estimate = max(f.Estimate, c.Estimate[seat]/q.Pool())
			}
			f.Upper = c.Gain() / q.Pool()
			falls = append(falls, f)
		}
	}
	return falls, nil
}
