package fit

import (
	"fmt"
	"math"
	"time"

	"feltlab/model/features"
	"feltlab/pipeline/check"
)

// report turns the state into a result whose errors the checker has recomputed.
func (s *solve) report() (*Result, error) {
	t, none := s.task, Number(math.NaN())
	r := &Result{
		Hand: s.inst.Hand, Range: s.inst.Range, Reading: features.Version, Program: t.Program.Kind.String(), Status: None,
		AverageError: none, MaxError: none, P90Error: none, LowerBound: none, Gap: none,
		Seconds: time.Since(s.start).Seconds(), Engine: s.engine, Features: weights(s.formula),
	}
	if s.counts() {
		r.ErrorLimit = t.Program.E
	} else {
		r.MaxFeatures = t.Program.N
	}
	if s.infeasible {
		r.Status, r.Proof = Infeasible, s.proof
		return r, nil
	}
	if !math.IsInf(s.bound, 0) {
		r.LowerBound, r.Proof = Number(s.bound), s.proof
	}
	if !s.found {
		return r, nil
	}
	errs, err := check.Verify(s.inst, t.Program, s.formula, t.claim(s.best))
	if err != nil {
		return nil, fmt.Errorf("fit: %s against %s, %v: %w", r.Hand, r.Range, t.Program, err)
	}
	r.AverageError, r.MaxError, r.P90Error = Number(errs.Average), Number(errs.Max), Number(errs.P90)
	r.Status = Feasible
	if s.closed() {
		r.Status = Optimal
	}
	bound := min(s.bound, s.best)
	r.LowerBound, r.SolverBound, r.Gap = Number(bound), wordAbove(s.word, bound, s.best), 0
	if bound < s.best {
		r.Gap = Number((s.best - bound) / s.best)
	}
	return r, nil
}

// claim is what the solvers say of a formula's objective, for the checker to refute.
func (t Task) claim(objective float64) check.Claim {
	switch {
	case t.Program.Kind.CountsFeatures():
		return check.Claim{Quantity: check.Features, Value: objective}
	case t.Program.Kind.UsesMax():
		return check.Claim{Quantity: check.Max, Value: objective}
	}
	return check.Claim{Quantity: check.Average, Value: objective}
}
