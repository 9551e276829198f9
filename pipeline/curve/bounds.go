package curve

import (
	"errors"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// relax bounds every point by the relaxation, the largest error by the optimum with all features.
func (r *run) relax() error {
	s, err := prove.NewProblem(r.inst)
	if err != nil {
		return err
	}
	if r.task.Kind == regression.AvgErr {
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
	f, err := r.problem.Fit(features.IDs())
	if err != nil {
		return err
	}
	program := regression.Program{Kind: regression.MaxErr, N: features.Count}
	_, p, err := prove.Make(r.ctx, s, program, f.Formula(), prove.Options{Workers: r.task.Workers})
	if err = errors.Join(err, r.ctx.Err()); err != nil || p == nil {
		return err
	}
	for n := range r.bounds {
		r.bounds[n] = max(r.bounds[n], p.Cutoff)
	}
	return nil
}

// prove lets package fit work on every point, the largest first, and carries bounds down.
func (r *run) prove() error {
	if r.task.Prove <= 0 {
		return nil
	}
	for n := r.task.MaxFeatures; n >= 1; n-- {
		result, err := r.solve(r.question(n))
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

func (r *run) solve(t question.Question) (*question.Answer, error) {
	o := fit.Options{Workers: r.task.Workers}
	if r.task.Known == nil {
		return fit.Solve(r.ctx, r.inst, t, o)
	}
	result, _, err := r.task.Known.Solve(r.ctx, r.task.Instances, t, false, o)
	return result, err
}
