package fit

import (
	"context"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Every bound of the engine exact comes with a proof that model/proof has replayed. The bounds that the
// solver reports are not used.

// raise takes a proved bound on the least error with the program's N features. It also replaces a bound
// without a proof that is higher by less than prove.Tolerance.
func (s *solve) raise(p *proof.Proof) {
	if p != nil && (p.Cutoff > s.bound || s.proof == nil && p.Cutoff > s.bound-prove.Tolerance) {
		s.bound, s.proof = p.Cutoff, p
		s.notify()
	}
}

// proveExactly proves the program with solvers/prove in the time that is left.
func (s *solve) proveExactly(ctx context.Context) error {
	s.engine = string(question.Exact)
	if s.counts() {
		return s.proveCount(ctx)
	}
	var start []proof.Cut
	if s.proof != nil && s.proof.Features == s.question.Program.N {
		start = s.proof.Cuts
	}
	r, p, err := s.leastError(ctx, s.question.Program.N, s.formula, prove.Options{Start: start})
	if err != nil || r == nil {
		return err
	}
	s.raise(p)
	s.accept(r.Incumbent)
	return nil
}

// proveCount proves, for 1, 2, ... features, that their least error is above the limit. The first number
// whose least error is within the limit is the optimum.
func (s *solve) proveCount(ctx context.Context) error {
	if s.bound < 1 {
		return nil
	}
	var last []proof.Cut
	if s.bound > 1 {
		last = s.proof.Cuts
	}
	for n := int(s.bound); !s.found || float64(n) < s.best; n++ {
		p, err := s.tooFew(ctx, n, last)
		if err != nil {
			return err
		}
		if s.found && s.best <= float64(n) {
			break
		}
		if p == nil {
			return nil // out of time
		}
		s.bound, s.proof, last = float64(n+1), p, p.Cuts
		s.notify()
	}
	return nil
}

// tooFew tries to prove that the least error with n features is above the limit, starting from the cuts
// for fewer features. It may find formulas within the limit. The proof is nil if there is none, or if the
// time ran out.
func (s *solve) tooFew(ctx context.Context, n int, fewer []proof.Cut) (*proof.Proof, error) {
	limit := s.question.Program.E
	if !s.question.Program.Kind.UsesMax() {
		p, err := prove.Relax(ctx, s.subject, n)
		if err != nil {
			return nil, err
		}
		if p != nil && proof.Beyond(p.Cutoff, limit) {
			return p, nil
		}
	}
	r, p, err := s.leastError(ctx, n, regression.Formula{},
		prove.Options{Target: limit + 2*proof.LimitTolerance, Start: fewer})
	if r != nil {
		s.accept(r.Incumbent)
	}
	if p != nil && !proof.Beyond(p.Cutoff, limit) {
		p = nil // the bound does not reach the limit
	}
	return p, err
}

// leastError bounds the error with n features until the time runs out or the bound reaches the options'
// target, if that is positive. It returns nil if no time was left.
func (s *solve) leastError(ctx context.Context, n int, incumbent regression.Formula,
	o prove.Options) (*prove.Result, *proof.Proof, error) {
	if ctx.Err() != nil {
		return nil, nil, nil
	}
	program := regression.Program{Kind: s.question.Program.Kind.LeastError(), N: n}
	o.Workers, o.Share = s.options.Workers, s.options.Share
	if !s.counts() {
		o.Progress = func(p prove.Progress) { s.advance(p.Bound, p.Nodes) }
	}
	return prove.Make(ctx, s.subject, program, incumbent, o)
}

// boundByNone proves that the program needs at least one feature, unless the empty formula is within the
// limit.
func (s *solve) boundByNone() error {
	if s.bound >= 1 {
		return nil
	}
	e, err := s.subject.Exact.Evaluate(nil)
	if err != nil {
		return err
	}
	all := []proof.Cut{{Columns: s.subject.Exact.Features(), Need: 1}}
	kind := s.question.Program.Kind
	p, err := prove.Judge(context.Background(), s.subject, kind.Loss(), 0, kind.Measured(e).Low(), all, 1)
	if p != nil && proof.Beyond(p.Cutoff, s.question.Program.E) {
		s.bound, s.proof = 1, p
		s.notify()
	}
	return err
}
