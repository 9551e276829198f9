package fit

import (
	"context"
	"errors"
	"math"

	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// Solver answers questions from known results, and solves those that these leave open. Its methods are
// safe for concurrent use.
type Solver struct {
	Known     *ledger.Ledger
	Instances *Instances
}

// NewSolver returns the solver of a cache. It computes missing matrices on the given number of
// goroutines; 0 means one per CPU.
func NewSolver(cache *store.Store, workers int) *Solver {
	return &Solver{ledger.Of(cache), NewInstances(cache, workers)}
}

// Answer returns the known answer to a question, and true, if it is final: proved, within the question's gap, or open
// after at least as much time. Else, and for open answers with retry, it solves the question. It keeps the formula and
// the bound that a solve finds, even if the context cuts it short; then the error is the context's. Other errors are
// those of Solve or of the disk.
func (s *Solver) Answer(ctx context.Context, q question.Question, retry bool,
	o Options) (*question.Answer, bool, error) {
	if !ledger.Uses(q) {
		r, err := s.Measure(ctx, q, o)
		return r, false, err
	}
	if err := q.Validate(); err != nil {
		return nil, false, err
	}
	r, final, err := s.Look(ctx, q)
	if err != nil || final && !(retry && !q.AnsweredBy(r)) {
		return r, true, err
	}
	inst, err := s.Instances.Get(ctx, q.Subject)
	if err != nil {
		return nil, false, err
	}
	if o.Formula, o.Proof, err = s.Known.Start(q); err != nil {
		return nil, false, err
	}
	if q.Weights != "" {
		free := q
		free.Weights = ""
		f, p, err := s.Known.Start(free)
		if err != nil {
			return nil, false, err
		}
		if o.Free.Proof = p; f != nil {
			o.Free.Formula = f
		}
	}
	if r, err = solveValid(ctx, inst, q, o); err != nil {
		return nil, false, err
	}
	return r, false, errors.Join(s.Known.Keep(q, r, ctx.Err() == nil), ctx.Err())
}

// Look returns the known answer to a question and whether it is final, as ledger.Ledger.Answer does. Before, it judges
// what is known and was not judged on this machine. Records do not know how many columns a table has, so it says here
// that a bound above their number leaves no formula.
func (s *Solver) Look(ctx context.Context, q question.Question) (a *question.Answer, final bool, err error) {
	if err := s.Known.Rejudge(ctx, s.Instances, q); err != nil {
		return nil, false, err
	}
	a, final, err = s.Known.Answer(q)
	if err != nil || a == nil || !q.IsTable() || a.Found() || !(a.LowerBound > 0) {
		return a, final, err
	}
	inst, err := s.Instances.Get(ctx, q.Subject)
	if err == nil && a.LowerBound > question.Number(inst.Columns.Count()) {
		a.Status, a.LowerBound, final = question.Infeasible, question.Number(math.NaN()), true
	}
	return a, final, err
}

// Measure solves a question from nothing and keeps what that finds. The error is the context's if that
// cut it short, else as for Answer.
func (s *Solver) Measure(ctx context.Context, q question.Question, o Options) (*question.Answer, error) {
	inst, err := s.Instances.Get(ctx, q.Subject)
	if err != nil {
		return nil, err
	}
	r, err := Solve(ctx, inst, q, o)
	if err != nil {
		return nil, err
	}
	return r, errors.Join(s.Known.Keep(q, r, false), ctx.Err())
}
