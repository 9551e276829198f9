package fit

import (
	"context"
	"fmt"
	"math"
	"time"

	"feltlab/model/mip"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
)

// countSlack is what a bound on a number of features may exceed an integer by and still be
// rounding.
const countSlack = 1e-6

// notStarted is the status of HiGHS where no time was left for it.
const notStarted = "not started"

// proveByHiGHS lets HiGHS improve formula and bound in the time that is left.
func (s *solve) proveByHiGHS(ctx context.Context) error {
	s.engine = string(question.HiGHS)
	built, err := regression.Build(s.inst, s.task.Program, s.task.Formulation)
	if err != nil {
		return err
	}
	var start []float64
	if s.found {
		start = built.Start(s.formula)
	}
	kind := s.task.Program.Kind
	progress := func(p highs.Progress) {
		s.theirs = p.Objective
		s.advance(stated(kind, p.Bound), p.Nodes)
	}
	x, solver, err := ask(ctx, built.Model, start, s.task, s.start.Add(s.task.TimeLimit), progress)
	if err != nil {
		return err
	}
	s.theirs, s.solver, s.nodes = math.Inf(1), solver, solver.Nodes
	solver.Formulation = s.task.Formulation.String()
	if !solver.Bound.Missing() {
		s.word = max(s.word, float64(solver.Bound))
	}
	if x == nil {
		return nil
	}
	f, err := s.problem.Fit(built.Formula(x).IDs())
	if err != nil {
		return fmt.Errorf("weights of HiGHS's features: %w", err)
	}
	s.accept(f)
	return nil
}

// ask lets HiGHS solve a task's model until a deadline. It returns the best point, nil if there is
// none, and what HiGHS says.
func ask(ctx context.Context, m *mip.Model, start []float64, t question.Question, deadline time.Time, progress func(highs.Progress)) ([]float64, *question.Solver, error) {
	none := question.Number(math.NaN())
	s := &question.Solver{Version: "HiGHS " + highs.Version(), Status: notStarted, Bound: none, Gap: none}
	left := time.Until(deadline)
	if left <= 0 || ctx.Err() != nil {
		return nil, s, nil
	}
	r, err := highs.Apart(ctx, m, start, highs.Options{TimeLimit: left, Seed: t.Seed, Progress: progress})
	switch {
	case r == nil && ctx.Err() != nil:
		return nil, s, nil // cancelled before HiGHS had anything to say
	case r == nil:
		return nil, nil, err
	}
	s.Status, s.Nodes, s.Seconds = r.Status.String(), r.Nodes, r.Seconds
	if bound := stated(t.Program.Kind, r.Bound); !math.IsInf(bound, 0) {
		s.Bound = question.Number(bound)
	}
	if !math.IsInf(r.Gap, 0) {
		s.Gap = question.Number(r.Gap)
	}
	return r.X, s, nil
}

// stated is a bound of HiGHS in the unit of a result's: numbers of features are whole.
func stated(k regression.Kind, bound float64) float64 {
	if k.CountsFeatures() {
		bound = math.Ceil(bound - countSlack)
	}
	if bound == 0 {
		return 0 // not -0
	}
	return bound
}
