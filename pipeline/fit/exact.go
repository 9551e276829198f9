package fit

import (
	"context"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Every bound of our own engine comes with a proof that model/proof has replayed. What the solver
// says of its bounds is not used.

// raise takes a proved bound on the least error with the program's N features, rather than one
// without a proof that is hardly better.
func (s *solve) raise(p *proof.Proof) {
	if p != nil && (p.Cutoff > s.bound || s.proof == nil && p.Cutoff > s.bound-prove.Tolerance) {
		s.bound, s.proof = p.Cutoff, p
		s.tell()
	}
}

// proveExactly lets our own engine prove the program in the time that is left.
func (s *solve) proveExactly(ctx context.Context) error {
	s.engine = string(question.Exact)
	if s.counts() {
		return s.proveCount(ctx)
	}
	var start []proof.Cut
	if s.proof != nil && s.proof.Features == s.task.Program.N {
		start = s.proof.Cuts
	}
	r, p, err := s.leastError(ctx, s.task.Program.N, s.formula, prove.Options{Start: start})
	if err != nil || r == nil {
		return err
	}
	s.raise(p)
	s.accept(r.Incumbent)
	return nil
}

// proveCount shows, for one number of features after the other, from 1 on, that its least error is
// above the limit. The first number whose is not is the optimum.
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
		s.tell()
	}
	return nil
}

// tooFew tries to prove that n features have an error above the limit, beginning with the cuts for
// fewer. On the way it may find formulas within the limit. The proof is nil if there is none, or
// not yet.
func (s *solve) tooFew(ctx context.Context, n int, fewer []proof.Cut) (*proof.Proof, error) {
	limit := s.task.Program.E
	if !s.task.Program.Kind.UsesMax() {
		p, err := prove.Relax(ctx, s.subject, n)
		if err != nil {
			return nil, err
		}
		if p != nil && proof.Beyond(p.Cutoff, limit) {
			return p, nil
		}
	}
	r, p, err := s.leastError(ctx, n, regression.Formula{}, prove.Options{Target: limit + 2*proof.LimitTolerance, Start: fewer})
	if r != nil {
		s.accept(r.Incumbent)
	}
	if p != nil && !proof.Beyond(p.Cutoff, limit) {
		p = nil // complete, but cut short before it came so far
	}
	return p, err
}

// leastError bounds the error with n features until the time is over or the bound reaches the
// target of the options, if that is positive. It returns nil when the time was over before it
// began.
func (s *solve) leastError(ctx context.Context, n int, incumbent regression.Formula, o prove.Options) (*prove.Result, *proof.Proof, error) {
	if ctx.Err() != nil {
		return nil, nil, nil
	}
	program := regression.Program{Kind: s.task.Program.Kind.LeastError(), N: n}
	o.Workers, o.Share = s.options.Workers, s.options.Share
	if !s.counts() {
		o.Progress = func(p prove.Progress) { s.advance(p.Bound, p.Nodes) }
	}
	return prove.Make(ctx, s.subject, program, incumbent, o)
}

// boundByNone proves that at least one feature is needed, unless the formula without any is within
// the limit.
func (s *solve) boundByNone() error {
	if s.bound >= 1 {
		return nil
	}
	e, err := s.subject.Exact.Evaluate(nil)
	if err != nil {
		return err
	}
	all := []proof.Cut{{Columns: s.subject.Exact.Features(), Need: 1}}
	kind := s.task.Program.Kind
	p, err := prove.Judge(context.Background(), s.subject, kind.Loss(), 0, kind.Measured(e).Low(), all, 1)
	if p != nil && proof.Beyond(p.Cutoff, s.task.Program.E) {
		s.bound, s.proof = 1, p
		s.tell()
	}
	return err
}
