package subset

import (
	"context"
	"fmt"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/solvers/lad"
)

// Greedy selects features forward: it adds the feature whose fit has the least error, one after the other, and returns
// the fit with at most 1, 2, ... n features, nil below the number of opts.With. Where no feature helps, the next fit is
// the same. On cancellation it returns the fits so far with the context's error.
func Greedy(ctx context.Context, p *lad.Problem, n int, opts Options) ([]*lad.Fit, error) {
	if err := check(n, p, opts); err != nil {
		return nil, err
	}
	s := newSearch(p, opts)
	f, err := s.first()
	if err != nil {
		return nil, err
	}
	fits := make([]*lad.Fit, n)
	for size := max(1, len(opts.With)); size <= n; size++ {
		if len(f.IDs) < size {
			g, err := s.addBest(ctx, f)
			if err != nil {
				return fits, err
			}
			if g != nil {
				f = g
			}
		}
		fits[size-1] = f
	}
	return fits, nil
}

func (s *search) grow(ctx context.Context, f *lad.Fit, n int) (*lad.Fit, error) {
	for len(f.IDs) < n && f.Error > s.target {
		g, err := s.addBest(ctx, f)
		if err != nil || g == nil {
			return f, err
		}
		f = g
		s.report(f)
	}
	return f, nil
}

func (s *search) addBest(ctx context.Context, f *lad.Fit) (*lad.Fit, error) {
	w := s.workers[0]
	if _, err := w.reset(f.IDs, f); err != nil {
		return nil, err
	}
	r := &refill{search: s, ctx: ctx, worker: w, in: setOf(f.IDs), error: math.Inf(1)}
	if err := r.best(1); err != nil || r.found == nil {
		return nil, err
	}
	return s.fit(append(slices.Clone(f.IDs), r.found...), f)
}

// Backward removes the least harmful feature of a set one by one, until n are left. On cancellation it
// returns the smallest set so far with the context's error.
func Backward(ctx context.Context, p *lad.Problem, from []int, n int, opts Options) (*lad.Fit, error) {
	if err := check(n, p, opts); err != nil {
		return nil, err
	}
	s := newSearch(p, opts)
	f, err := s.fit(s.withAll(from), nil)
	if err != nil {
		return nil, err
	}
	return s.shrink(ctx, f, n)
}

func (s *search) shrink(ctx context.Context, f *lad.Fit, n int) (*lad.Fit, error) {
	for len(f.IDs) > n {
		losses := make([]float64, len(f.IDs))
		err := parallel.On(ctx, s.workers, len(f.IDs), func(w *worker, i int) (err error) {
			if losses[i] = math.Inf(1); !s.with.Has(f.IDs[i]) {
				losses[i], err = w.reset(without(f.IDs, i), f)
			}
			return err
		})
		if err != nil {
			return f, err
		}
		least := 0
		for i, e := range losses {
			if e < losses[least]-minGain {
				least = i
			}
		}
		if f, err = s.fit(without(f.IDs, least), f); err != nil {
			return nil, err
		}
	}
	s.report(f)
	return f, nil
}

func without(ids []int, places ...int) []int {
	rest := make([]int, 0, len(ids))
	for i, id := range ids {
		if !slices.Contains(places, i) {
			rest = append(rest, id)
		}
	}
	return rest
}

// Fewest searches for the smallest set of features whose error is at most e, a fraction of 1. If all
// features do not suffice it returns the best fit and ErrUnreachable; on cancellation the smallest set so
// far, if any, and the context's error.
func Fewest(ctx context.Context, p *lad.Problem, e float64, opts Options) (*lad.Fit, error) {
	if !(e >= 0 && e < 1) { // not NaN either
		return nil, fmt.Errorf("%w: %v, want a fraction from 0 to below 1", ErrTarget, e)
	}
	improved := opts.Improved
	opts.Improved = nil
	s := newSearch(p, opts)
	s.target = e
	f, err := s.first()
	if err != nil {
		return nil, err
	}
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
		if len(f.IDs) == len(s.opts.With) {
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
func (s *search) fewer(ctx context.Context, f *lad.Fit) (*lad.Fit, error) {
	n := len(f.IDs) - 1
	s.refilled = map[set]bool{}
	g, err := s.shrink(ctx, f, n)
	if err != nil {
		return g, err
	}
	if g, err = s.exchange(ctx, g, s.opts.exchange()); err != nil || g.Error <= s.target || n == len(s.opts.With) {
		return g, err
	}
	empty, err := s.first()
	if err != nil {
		return g, err
	}
	return s.bestOf(ctx, empty, n)
}
