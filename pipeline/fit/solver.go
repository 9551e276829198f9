package fit

import (
	"context"
	"errors"

	"feltlab/pipeline/known"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// Solver answers questions from what is known, and solves those that this leaves open. Its methods are
// safe for concurrent use.
type Solver struct {
	Known     *known.Base
	Instances *Instances
}

// NewSolver returns the solver of a cache. It computes missing matrices on the given number of
// goroutines; 0 means one per CPU.
func NewSolver(cache *store.Store, workers int) *Solver {
	return &Solver{known.Of(cache), NewInstances(cache, workers)}
}

// Answer answers a question from what is known, and solves it where that leaves something open; with
// retry also where as much time was already spent on it. The second result is false if it was solved.
// Answer keeps what a solve finds, even if the context cuts it short; then the error is the context's.
// Other errors are those of Solve or of the disk.
func (s *Solver) Answer(ctx context.Context, q question.Question, retry bool, o Options) (*question.Answer, bool, error) {
	if !known.Uses(q) {
		r, err := s.Measure(ctx, q, o)
		return r, false, err
	}
	if err := q.Validate(); err != nil {
		return nil, false, err
	}
	done := func() (*question.Answer, bool, error) {
		r, final, err := s.Known.Answer(q)
		return r, final && !(retry && r.Open()), err
	}
	if r, ok, err := done(); ok || err != nil {
		return r, true, err
	}
	inst, err := s.Instances.Get(ctx, q.Subject)
	if err != nil {
		return nil, false, err
	}
	if err := s.Known.Revive(ctx, q, inst); err != nil {
		return nil, false, err
	}
	if r, ok, err := done(); ok || err != nil {
		return r, true, err
	}
	if o.Formula, o.Proof, err = s.Known.Start(q); err != nil {
		return nil, false, err
	}
	r, err := Solve(ctx, inst, q, o)
	if err != nil {
		return nil, false, err
	}
	return r, false, errors.Join(s.Known.Keep(q, r, ctx.Err() == nil), ctx.Err())
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
