package subset

import (
	"context"

	"feltlab/solvers/lad"
)

// Greedy adds the best feature one by one, until the set has n or none is left. On cancellation it
// returns the set so far with the context's error.
func Greedy(ctx context.Context, p *lad.Problem, n int, opts Options) (*lad.Fit, error) {
	if err := check(n, p, opts); err != nil {
		return nil, err
	}
	s := newSearch([]*lad.Problem{p}, opts)
	f, err := s.first()
	if err != nil {
		return nil, err
	}
	return only(s.grow(ctx, f, n))
}
