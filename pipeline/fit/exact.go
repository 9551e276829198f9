package fit

import (
	"context"

	"feltlab/model/regression"
	"feltlab/pipeline/certificate"
	"feltlab/pipeline/check"
	"feltlab/solvers/prove"
)

// Every bound on an average error comes with a certificate: multipliers that pipeline/exact evaluates, or a
// tree of which pipeline/proofcheck has judged every step. What the solver says of its bounds is not used.

// raise takes a proved bound on the least error with the program's N features.
func (s *solve) raise(p *certificate.Proof) {
	if p != nil && p.Bound > s.bound {
		s.bound, s.proof = p.Bound, p
	}
}

// proveExactly lets our own engine prove an average-error program in the time that is left.
func (s *solve) proveExactly(ctx context.Context) error {
	s.engine = string(Exact)
	if s.counts() {
		return s.proveCount(ctx)
	}
	r, p, err := s.averageError(ctx, s.task.Program.N, s.formula, 0)
	if err != nil || r == nil {
		return err
	}
	s.accept(r.Incumbent)
	s.raise(p)
	return nil
}

// proveCount shows, for one number of features after the other, that its least average error is
// above the limit. The first number whose is not is the optimum.
func (s *solve) proveCount(ctx context.Context) error {
	limit := s.task.Program.E
	for n := 0; !s.found || float64(n) < s.best; n++ {
		dual, err := certificate.Find(s.inst, n)
		if err != nil {
			return err
		}
		p := &dual.Proof
		if p.Bound <= limit && n > 0 {
			if p, err = s.exceeds(ctx, n, limit); p == nil || err != nil {
				return err
			}
		}
		if s.found && s.best <= float64(n) {
			break
		}
		if p.Bound <= limit {
			return nil // out of time
		}
		s.bound, s.proof = float64(n+1), p
	}
	return nil
}

// exceeds tries to prove that n features have an error above the limit. On the way it may find formulas
// within the limit. The proof is nil when the time was over before there was one.
func (s *solve) exceeds(ctx context.Context, n int, limit float64) (*certificate.Proof, error) {
	r, p, err := s.averageError(ctx, n, regression.Formula{}, limit+check.Tolerance)
	if r != nil {
		s.accept(r.Incumbent)
	}
	return p, err
}

// averageError bounds AVGERR(n) until the time is over or the bound reaches a target, if that is
// positive. It returns nil when the time was over before it began.
func (s *solve) averageError(ctx context.Context, n int, incumbent regression.Formula, target float64) (*prove.Result, *certificate.Proof, error) {
	if ctx.Err() != nil {
		return nil, nil, nil
	}
	return certificate.Prove(ctx, s.inst, n, incumbent, target, s.workers())
}
