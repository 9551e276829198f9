package fit

import (
	"context"
	"fmt"
	"math"
	"time"

	"feltlab/model/regression"
	"feltlab/solvers/highs"
)

// countSlack is what a bound on a number of features may exceed an integer by and still be
// rounding.
const countSlack = 1e-6

// proveByHiGHS lets HiGHS improve formula and bound in the time that is left.
func (s *solve) proveByHiGHS(ctx context.Context) error {
	left := s.task.TimeLimit - time.Since(s.start)
	if left <= 0 || ctx.Err() != nil {
		return nil
	}
	built, err := regression.Build(s.inst, s.task.Program, s.task.Formulation)
	if err != nil {
		return err
	}
	solver, err := highs.New(built.Model)
	if err != nil {
		return err
	}
	defer solver.Close()
	if s.found {
		if err := solver.SetSolution(built.Start(s.formula)); err != nil {
			return err
		}
	}
	s.engine = string(HiGHS)
	r, err := solver.Solve(ctx, highs.Options{TimeLimit: left, Seed: s.task.Seed, Improving: s.improving()})
	if r == nil {
		if ctx.Err() != nil {
			return nil // cancelled before HiGHS had anything to say
		}
		return err
	}
	return s.take(built, r)
}

// improving reports HiGHS's better solutions while it runs.
func (s *solve) improving() func(float64, []float64) {
	if s.options.Improved == nil {
		return nil
	}
	return func(objective float64, _ []float64) {
		if objective < s.best {
			s.options.Improved(objective)
		}
	}
}

// take turns HiGHS's answer into ours: its support with weights solved anew, and its bound.
func (s *solve) take(built *regression.Built, r *highs.Result) error {
	if r.X != nil {
		var ids []int
		for _, term := range built.Formula(r.X) {
			ids = append(ids, term.ID)
		}
		f, err := s.problem.Fit(ids)
		if err != nil {
			return fmt.Errorf("fit: weights of HiGHS's features: %w", err)
		}
		s.accept(f)
	}
	s.word = stated(s.task.Program.Kind, r)
	return nil
}

// stated is the bound of a solve by HiGHS, 0 if there is none.
func stated(k regression.Kind, r *highs.Result) float64 {
	bound := r.Bound
	if k.CountsFeatures() {
		bound = math.Ceil(bound - countSlack)
	}
	if math.IsInf(bound, 0) {
		return 0
	}
	return bound
}

// wordAbove is what HiGHS states of an objective if that is above what is certified, 0 if not.
func wordAbove(word, bound, objective float64) float64 {
	if word = min(word, objective); word > bound {
		return word
	}
	return 0
}
