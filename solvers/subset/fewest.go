package subset

import (
	"context"
	"fmt"

	"feltlab/solvers/lad"
)

// Fewest searches for the smallest set of features whose error is at most e, a fraction of 1. It adds
// features greedily until the error is at most e, and then searches for sets of one feature less as long
// as it finds one. If all features do not suffice it returns the best fit and ErrUnreachable; on
// cancellation the smallest set so far, if any, and the context's error.
func Fewest(ctx context.Context, p *lad.Problem, e float64, opts Options) (*lad.Fit, error) {
	if err := checkTarget(e); err != nil {
		return nil, err
	}
	s := newSearch([]*lad.Problem{p}, opts)
	s.target = e
	return only(s.fewest(ctx))
}

func (s *search) fewest(ctx context.Context) (*Fit, error) {
	f, err := s.fit(nil, nil)
	if err != nil {
		return nil, err
	}
	improved := s.opts.Improved
	s.opts.Improved = nil
	if f, err = s.grow(ctx, f, len(s.candidates)); err != nil {
		return f, err
	}
	if f.Error > s.target {
		return f, fmt.Errorf("%w: %d features leave %.6f, more than %v", ErrUnreachable, len(f.IDs), f.Error, s.target)
	}
	for {
		if improved != nil {
			improved(f)
		}
		if len(f.IDs) == 0 {
			return f, nil
		}
		g, err := s.fewer(ctx, f)
		if err != nil || g.Error > s.target {
			return f, err
		}
		f = g
	}
}

// fewer searches for a set of one feature less that meets the target: from f first, then from scratch.
func (s *search) fewer(ctx context.Context, f *Fit) (*Fit, error) {
	n := len(f.IDs) - 1
	s.refilled = map[set]bool{}
	g, err := s.shrink(ctx, f, n)
	if err != nil {
		return g, err
	}
	if g, err = s.exchange(ctx, g, s.opts.exchange()); err != nil || g.Error <= s.target || n == 0 {
		return g, err
	}
	empty, err := s.fit(nil, nil)
	if err != nil {
		return g, err
	}
	return s.bestOf(ctx, empty, n)
}
