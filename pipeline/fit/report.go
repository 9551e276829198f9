package fit

import (
	"fmt"
	"math"
	"time"

	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/proofs"
)

// report turns the state into a result whose errors the judge has recomputed.
func (s *solve) report() (*Result, error) {
	t, none := s.task, Number(math.NaN())
	r := &Result{
		Hand: s.inst.Hand, Range: s.inst.Range, Reading: features.Version, Program: t.Program.Kind.String(), Status: None,
		AverageError: none, MaxError: none, P90Error: none, LowerBound: none, Gap: none,
		Seconds: time.Since(s.start).Seconds(), Engine: s.engine, Seed: t.Seed, TimeLimitSeconds: t.TimeLimit.Seconds(),
		Features: weights(s.formula), Solver: s.solver,
	}
	if s.counts() {
		r.ErrorLimit = t.Program.E
	} else {
		r.MaxFeatures = t.Program.N
	}
	if s.infeasible {
		r.Status, r.Proof = Infeasible, prooffile.NewRecord(proofs.Bare(s.proof))
		return r, nil
	}
	if !math.IsInf(s.bound, 0) {
		r.LowerBound, r.Proof = Number(s.bound), prooffile.NewRecord(proofs.Bare(s.proof))
	}
	if !s.found {
		return r, nil
	}
	errs, err := judged(s.subject, t.Program, s.formula)
	if err != nil {
		return nil, fmt.Errorf("fit: %s against %s, %v: %w", r.Hand, r.Range, t.Program, err)
	}
	r.setErrors(errs)
	if !s.counts() {
		s.best = t.Program.Kind.Measured(errs).Value
	}
	r.Settle(s.bound)
	return r, nil
}

// Settle makes bound, gap and status of a result with a formula those of its objective and a bound
// on it.
func (r *Result) Settle(bound float64) {
	r.Status, r.Gap = Feasible, 0
	objective := r.Objective()
	if kind, err := regression.ParseKind(r.Program); err == nil && Meets(kind, objective, bound) {
		r.Status = Optimal
	}
	r.LowerBound = Number(min(bound, objective))
	if !(bound >= objective) {
		r.Gap = Number((objective - bound) / objective)
	}
}

func (r *Result) setErrors(e proof.Errors) {
	r.AverageError, r.MaxError, r.P90Error = Number(e.Average.Value), Number(e.Max.Value), Number(e.P90.Value)
}

// evaluate lets the judge compute the errors of a formula.
func evaluate(s *proofs.Subject, f regression.Formula) (proof.Errors, error) {
	terms := make([]proof.Term, len(f))
	for i, t := range f {
		terms[i] = proof.Term(t)
	}
	return s.Exact.Evaluate(terms)
}

// judged is evaluate for a formula that must be one of a program. The error wraps ErrProgram if it
// is not.
func judged(s *proofs.Subject, p regression.Program, f regression.Formula) (proof.Errors, error) {
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
