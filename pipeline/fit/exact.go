package fit

import (
	"context"

	"feltlab/model/regression"
	"feltlab/pipeline/check"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

// proveExactly lets our own engine prove an average-error program in the time that is left.
func (s *solve) proveExactly(ctx context.Context) error {
	s.engine = string(Exact)
	if s.counts() {
		return s.proveCount(ctx)
	}
	r, err := s.averageError(ctx, s.task.Program.N, s.formula, 0)
	if err != nil || r == nil {
		return err
	}
	s.accept(r.Incumbent)
	s.bound = max(s.bound, r.Bound)
	return nil
}

// proveCount shows, for one number of features after the other, that its least average error is
// above the limit. The first number whose is not is the optimum.
func (s *solve) proveCount(ctx context.Context) error {
	limit := s.task.Program.E
	for n := 1; !s.found || float64(n) < s.best; n++ {
		start, err := subset.Best(ctx, s.problem, n, subset.Options{Seed: uint64(s.task.Seed), Workers: s.workers(), Exchange: 1})
		if start == nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		s.accept(start)
		r, err := s.averageError(ctx, n, start.Formula(), limit+check.Tolerance)
		if err != nil || r == nil {
			return err
		}
		s.accept(r.Incumbent)
		if s.found && s.best <= float64(n) {
			break
		}
		if r.Bound <= limit {
			return nil // out of time
		}
		s.bound = float64(n + 1)
	}
	if s.found {
		s.bound = s.best
	}
	return nil
}

// averageError bounds AVGERR(n) until the time is over or the bound reaches a target, if that is
// positive. It returns nil when the time was over before it began.
func (s *solve) averageError(ctx context.Context, n int, incumbent regression.Formula, target float64) (*prove.Result, error) {
	if ctx.Err() != nil {
		return nil, nil
	}
	return prove.AvgErr(ctx, s.inst, n, incumbent, prove.Options{Workers: s.workers(), Target: target})
}
