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

// countSlack is the rounding error allowed in HiGHS's bound on a number of features.
const countSlack = 1e-6

// notStarted is the solver status if no time was left for HiGHS.
const notStarted = "not started"

// proveByHiGHS runs HiGHS on the program in the time that is left.
func (s *solve) proveByHiGHS(ctx context.Context) error {
	s.engine = string(question.HiGHS)
	built, err := regression.Build(s.inst, s.question.Program, s.question.Formulation)
	if err != nil {
		return err
	}
	var start []float64
	if s.found {
		start = built.Start(s.formula)
	}
	kind := s.question.Program.Kind
	progress := func(p highs.Progress) {
		s.highsBest = p.Objective
		s.advance(highsBound(kind, p.Bound), p.Nodes)
	}
	x, solver, err := runHiGHS(ctx, built.Model, start, s.question, s.start.Add(s.question.TimeLimit), progress)
	if err != nil {
		return err
	}
	s.highsBest, s.solver, s.nodes = math.Inf(1), solver, solver.Nodes
	solver.Formulation = s.question.Formulation.String()
	if !solver.Bound.Missing() {
		s.reported = max(s.reported, float64(solver.Bound))
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

// runHiGHS solves a question's model with HiGHS until a deadline. It returns the best point, nil if there is
// none, and what HiGHS reports.
func runHiGHS(ctx context.Context, m *mip.Model, start []float64, q question.Question, deadline time.Time,
	progress func(highs.Progress)) ([]float64, *question.Solver, error) {
	none := question.Number(math.NaN())
	s := &question.Solver{Version: "HiGHS " + highs.Version(), Status: notStarted, Bound: none, Gap: none}
	left := time.Until(deadline)
	if left <= 0 || ctx.Err() != nil {
		return nil, s, nil
	}
	r, err := highs.Apart(ctx, m, start, highs.Options{TimeLimit: left, Seed: q.Seed, Progress: progress})
	switch {
	case r == nil && ctx.Err() != nil:
		return nil, s, nil // cancelled before HiGHS reported anything
	case r == nil:
		return nil, nil, err
	}
	s.Status, s.Nodes, s.Seconds = r.Status.String(), r.Nodes, r.Seconds
	if bound := highsBound(q.Program.Kind, r.Bound); !math.IsInf(bound, 0) {
		s.Bound = question.Number(bound)
	}
	if !math.IsInf(r.Gap, 0) {
		s.Gap = question.Number(r.Gap)
	}
	return r.X, s, nil
}

// highsBound converts a bound of HiGHS to the unit of an answer: numbers of features are rounded up.
func highsBound(k regression.Kind, bound float64) float64 {
	if k.CountsFeatures() {
		bound = math.Ceil(bound - countSlack)
	}
	if bound == 0 {
		return 0 // not -0
	}
	return bound
}
