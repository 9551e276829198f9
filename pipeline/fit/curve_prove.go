package fit

import (
	"errors"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// relax bounds every point by the relaxation, the largest error by the optimum with all features.
func (r *curveRun) relax() error {
	if r.asked.Kind == regression.AvgErr {
		for n := range r.bounds {
			if n < r.first() || r.closed(n) {
				continue
			}
			p, err := prove.Relax(r.ctx, r.subject, n)
			if err = errors.Join(err, r.ctx.Err()); err != nil {
				return err
			}
			if p != nil {
				r.bounds[n] = max(r.bounds[n], p.Cutoff)
			}
		}
		return nil
	}
	f, err := r.problem.Fit(r.inst.Columns.IDs())
	if err != nil {
		return err
	}
	program := regression.Program{Kind: regression.MaxErr, N: r.problem.Columns()}
	all := f.Formula()
	if r.inst.Rules != nil && len(r.inst.Rules.Groups) > 0 {
		all = nil // they are not in one formula
	}
	_, p, err := prove.Make(r.ctx, r.subject, program, all, prove.Options{Workers: r.asked.Workers, With: r.inst.With})
	if errors.Is(err, proof.ErrHeader) {
		err = nil // no claim about all columns with such bounds can be proved
	}
	if err = errors.Join(err, r.ctx.Err()); err != nil || p == nil {
		return err
	}
	for n := range r.bounds {
		r.bounds[n] = max(r.bounds[n], p.Cutoff)
	}
	return nil
}

// prove solves every point, the largest first, and carries bounds down.
func (r *curveRun) prove() error {
	if r.asked.Prove <= 0 {
		return nil
	}
	for n := r.asked.MaxFeatures; n >= r.first(); n-- {
		result, err := r.solve(r.point(n))
		if err = errors.Join(err, r.ctx.Err()); err != nil {
			return err
		}
		if err := r.learn(n, result); err != nil {
			return err
		}
		r.bounds[n-1] = max(r.bounds[n-1], r.bounds[n])
		r.finished(n)
	}
	return nil
}

// step is a formula with weights that are multiples of a step, and a bound on the error of such formulas.
type step struct {
	terms regression.Formula
	error float64
	bound float64
}

// proveSteps solves every point with multiples of every step, the largest first, and carries bounds down.
func (r *curveRun) proveSteps() error {
	if r.asked.Prove <= 0 {
		return nil
	}
	for k, size := range r.asked.Steps {
		bound := 0.0
		for n := r.asked.MaxFeatures; n >= 1; n-- {
			q, s := r.point(n), &r.steps[n][k]
			q.Weights = weights.Multiples(size)
			result, err := r.solve(q)
			if err = errors.Join(err, r.ctx.Err()); err != nil {
				return err
			}
			if result.Found() && result.Objective() < s.error {
				s.terms, s.error = result.Formula(), result.Objective()
			}
			if !result.LowerBound.Missing() {
				bound = max(bound, float64(result.LowerBound))
			}
			s.bound = bound
			r.finished(n)
		}
	}
	return nil
}

func (r *curveRun) solve(q question.Question) (*question.Answer, error) {
	o := Options{Workers: r.asked.Workers, Free: Free{Formula: r.fits[q.Program.N].Formula()}}
	if r.asked.Solver != nil {
		result, _, err := r.asked.Solver.Answer(r.ctx, q, false, o)
		return result, err
	}
	inst, err := q.Weighted(r.inst)
	if err != nil {
		return nil, err
	}
	if q.Weights == r.asked.Subject.Weights {
		o.Formula = o.Free.Formula
	}
	return Solve(r.ctx, inst, q, o)
}
