package fit

import (
	"errors"
	"fmt"
	"math"
	"time"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

var (
	// ErrProgram marks a formula that breaks its program's limits.
	ErrProgram = errors.New("not a formula of the program")
	// ErrNoFormula is returned by operations that need a formula where none was found.
	ErrNoFormula = errors.New("no formula")
)

// report turns the state into a result whose errors the judge has recomputed.
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
	errs, err := judged(s.subject, s.task.Program, s.formula)
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

// evaluate lets the judge compute the errors of a formula.
func evaluate(s *prove.Problem, f regression.Formula) (proof.Errors, error) {
	terms := make([]proof.Term, len(f))
	for i, t := range f {
		terms[i] = proof.Term(t)
	}
	return s.Exact.Evaluate(terms)
}

// judged is evaluate for a formula that must be one of a program. The error wraps ErrProgram if it
// is not.
func judged(s *prove.Problem, p regression.Program, f regression.Formula) (proof.Errors, error) {
	e, err := evaluate(s, f)
	switch limited := p.Kind.Measured(e); {
	case err != nil:
		return e, err
	case !p.Kind.CountsFeatures() && len(f) > p.N:
		return e, fmt.Errorf("%w: %d features, %v allows %d", ErrProgram, len(f), p.Kind, p.N)
	case p.Kind.CountsFeatures() && !proof.Within(limited, p.E):
		return e, fmt.Errorf("%w: an error of %v, %v allows %v", ErrProgram, limited.Value, p.Kind, p.E)
	}
	return e, nil
}

// Score lets the kernel compute the errors of a formula and checks that it meets its program's limits.
func Score(inst *regression.Instance, p regression.Program, f regression.Formula) (question.Scored, error) {
	s, err := prove.NewProblem(inst)
	if err != nil {
		return question.Scored{}, err
	}
	errs, err := judged(s, p, f)
	if err != nil {
		return question.Scored{}, err
	}
	average, largest, p90 := errs.Average.Value, errs.Max.Value, errs.P90.Value
	return question.Scored{
		AverageError: average, MaxError: largest, P90Error: p90,
		AverageErrorPercent: 100 * average, MaxErrorPercent: 100 * largest, P90ErrorPercent: 100 * p90,
		Features: question.Weights(f),
	}, nil
}
