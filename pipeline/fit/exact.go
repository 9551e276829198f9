package fit

import (
	"context"

	"feltlab/model/regression"
	"feltlab/pipeline/certificate"
	"feltlab/pipeline/check"
	"feltlab/solvers/prove"
)

// Every bound of our own engine comes with a certificate: multipliers that pipeline/exact evaluates, or a
// tree of which pipeline/proofcheck has judged every step. What the solver says of its bounds is not used.

// raise takes a proved bound on the least error with the program's N features, rather than one without a proof that
// is hardly better.
func (s *solve) raise(p *certificate.Proof) {
	if p != nil && (p.Bound > s.bound || s.proof == nil && p.Bound > s.bound-prove.Tolerance) {
		s.bound, s.proof = p.Bound, p
	}
}

// proveExactly lets our own engine prove the program in the time that is left.
func (s *solve) proveExactly(ctx context.Context) error {
	s.engine = string(Exact)
	if s.counts() {
		return s.proveCount(ctx)
	}
	r, p, err := s.leastError(ctx, s.task.Program.N, s.formula, prove.Options{})
	if err != nil || r == nil {
		return err
	}
	s.accept(r.Incumbent)
	s.raise(p)
	return nil
}

// proveCount shows, for one number of features after the other, that its least error is
// above the limit. The first number whose is not is the optimum.
func (s *solve) proveCount(ctx context.Context) error {
	none, err := s.problem.Fit(nil)
	if err != nil {
		return err
	}
	if s.accept(none); none.Error > s.task.Program.E {
		s.bound = 1
	}
	var last *prove.Result
	for n := 1; !s.found || float64(n) < s.best; n++ {
		r, p, err := s.tooFew(ctx, n, last)
		if err != nil {
			return err
		}
		if s.found && s.best <= float64(n) {
			break
		}
		if p == nil {
			return nil // out of time
		}
		s.bound, s.proof, last = float64(n+1), p, r
	}
	return nil
}

// tooFew tries to prove that n features have an error above the limit, beginning where the proof for fewer ended. On
// the way it may find formulas within the limit. The proof is nil if there is none, or not yet.
func (s *solve) tooFew(ctx context.Context, n int, fewer *prove.Result) (*prove.Result, *certificate.Proof, error) {
	limit := s.task.Program.E
	if !s.task.Program.Kind.UsesMax() {
		dual, err := certificate.Find(s.inst, n)
		if err != nil {
			return nil, nil, err
		}
		if dual.Bound > limit {
			return nil, &dual.Proof, nil
		}
	}
	r, p, err := s.leastError(ctx, n, regression.Formula{}, prove.Options{Target: limit + check.Tolerance, From: fewer})
	if r != nil {
		s.accept(r.Incumbent)
	}
	if p != nil && p.Bound <= limit {
		p = nil // complete, but cut short before it came so far
	}
	return r, p, err
}

// leastError bounds the error with n features until the time is over or the bound reaches the target of the options, if
// that is positive. It returns nil when the time was over before it began.
func (s *solve) leastError(ctx context.Context, n int, incumbent regression.Formula, o prove.Options) (*prove.Result, *certificate.Proof, error) {
	if ctx.Err() != nil {
		return nil, nil, nil
	}
	program := regression.Program{Kind: s.task.Program.Kind.LeastError(), N: n}
	o.Workers = s.workers()
	return certificate.Prove(ctx, s.inst, program, incumbent, o)
}
