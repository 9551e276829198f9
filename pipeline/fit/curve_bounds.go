package fit

import (
	"errors"

	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// relax bounds every point by the relaxation, the largest error by the optimum with all features.
func (r *curveRun) relax() error {
	s, err := prove.NewProblem(r.inst)
	if err != nil {
		return err
	}
	if r.asked.Kind == regression.AvgErr {
		for n := range r.bounds {
			if n > 0 && r.closed(n) {
				continue
			}
			p, err := prove.Relax(r.ctx, s, n)
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
	_, p, err := prove.Make(r.ctx, s, program, f.Formula(), prove.Options{Workers: r.asked.Workers})
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
	for n := r.asked.MaxFeatures; n >= 1; n-- {
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

func (r *curveRun) solve(q question.Question) (*question.Answer, error) {
	o := Options{Workers: r.asked.Workers}
	if r.asked.Solver == nil {
		return Solve(r.ctx, r.inst, q, o)
	}
	result, _, err := r.asked.Solver.Answer(r.ctx, q, false, o)
	return result, err
}
