package fit

import (
	"errors"
	"fmt"
	"math"
	"time"

	"feltlab/pipeline/judge"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// ErrNoFormula is returned by operations that need a formula where none was found.
var ErrNoFormula = errors.New("no formula")

// report turns the state into an answer whose errors the kernel has recomputed.
func (s *solve) report() (*question.Answer, error) {
	r := question.NewAnswer(s.task)
	r.Seconds, r.Engine, r.Features, r.Solver = time.Since(s.start).Seconds(), s.engine, question.Weights(s.formula), s.solver
	if s.infeasible {
		r.Status, r.Proof = question.Infeasible, prooffile.NewRecord(prove.Bare(s.proof))
		return r, nil
	}
	if !math.IsInf(s.bound, 0) {
		r.LowerBound, r.Proof = question.Number(s.bound), prooffile.NewRecord(prove.Bare(s.proof))
	}
	if !s.found {
		return r, nil
	}
	errs, err := judge.Formula(s.subject, s.task.Program, s.formula)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", r, err)
	}
	r.SetErrors(errs)
	if !s.counts() {
		s.best = r.Kind.Measured(errs).Value
	}
	r.SetBound(s.bound)
	return r, nil
}
