package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"feltlab/internal/clock"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/judge"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
	"feltlab/solvers/prove"
)

type integer struct {
	free       *solve // the same program with free weights
	step       int
	start      time.Duration // by package clock
	seconds    float64
	formula    regression.Formula
	found      bool
	best       float64 // objective of formula
	infeasible bool
	engine     string
	solver     *question.Solver // what HiGHS reports
}

// integers solves the question's program for each of its steps. If the found features are better than
// the incumbent's with free weights too, they become the incumbent.
func (s *solve) integers(ctx context.Context) ([]*integer, error) {
	var all []*integer
	for _, step := range s.question.Steps {
		i := &integer{free: s, step: step, start: clock.Now(), best: math.Inf(1), infeasible: s.infeasible,
			engine: string(question.Search)}
		all = append(all, i)
		if i.infeasible {
			continue
		}
		if err := i.search(ctx); err != nil {
			return nil, err
		}
		if s.question.Engine != question.Search && highs.Available() &&
			!question.Meets(s.question.Program.Kind, i.best, s.bound) {
			if err := i.prove(ctx); err != nil {
				return nil, err
			}
		}
		if i.found {
			f, err := s.problem.Fit(i.formula.IDs())
			if err != nil {
				return nil, err
			}
			s.accept(f)
		}
		i.seconds = clock.Since(i.start).Seconds()
	}
	return all, nil
}

// search searches for the formula. For programs that count features it tries ever more features.
func (i *integer) search(ctx context.Context) error {
	limited, cancel := clock.WithTimeout(ctx, time.Duration(searchShare*float64(i.free.question.TimeLimit)))
	defer cancel()
	problem, err := lattice.New(i.free.problem, i.step)
	if err != nil {
		return err
	}
	options := lattice.Options{Seed: uint64(i.free.question.Seed)}
	if i.free.found {
		options.Starts = [][]int{i.free.formula.IDs()}
	}
	if !i.free.counts() {
		f, err := problem.Best(limited, i.free.question.Program.N, options)
		return i.take(f, err, limited)
	}
	options.Target = i.free.question.Program.E
	most := min(len(i.free.subject.Exact.Features().IDs()), lattice.MostFeatures)
	for n := max(1, len(i.free.formula)); !i.found && n <= most && limited.Err() == nil; n++ {
		f, err := problem.Best(limited, n, options)
		if err := i.take(f, err, limited); err != nil {
			return err
		}
		if f != nil {
			options.Starts = [][]int{f.Terms.IDs()}
		}
	}
	return nil
}

// take accepts the result of a search, which its time limit may have cut short.
func (i *integer) take(f *lattice.Formula, err error, limited context.Context) error {
	if err != nil && (limited.Err() == nil || !errors.Is(err, limited.Err())) {
		return err
	}
	if f != nil {
		return i.accept(f.Terms)
	}
	return nil
}

// accept keeps a formula if it meets the limit and is better than the incumbent.
func (i *integer) accept(f regression.Formula) error {
	errs, err := judge.Errors(i.free.subject, f)
	if err != nil {
		return err
	}
	objective := i.free.question.Program.Kind.Measured(errs).Value
	if i.free.counts() {
		if objective > i.free.question.Program.E+proof.LimitTolerance/2 {
			return nil
		}
		objective = float64(len(f))
	}
	if objective < i.best {
		i.formula, i.best, i.found = f, objective, true
	}
	return nil
}

// prove runs HiGHS on the program, for up to the question's time limit once more.
func (i *integer) prove(ctx context.Context) error {
	built, err := lattice.Build(i.free.inst, i.free.question.Program, i.step)
	if err != nil {
		return err
	}
	var start []float64
	if i.found {
		start = built.Start(i.formula)
	}
	i.engine = string(question.HiGHS)
	var x []float64
	if x, i.solver, err = runHiGHS(ctx, built.Model, start, i.free.question,
		i.free.question.TimeLimit-clock.Since(i.start), nil); err != nil {
		return err
	}
	i.solver.Formulation = built.Formulation.String()
	if x == nil {
		return nil
	}
	return i.accept(built.Formula(x))
}

// report turns the state into an answer whose errors the kernel has recomputed.
func (i *integer) report(free *question.Answer) (question.Integer, error) {
	none := question.Number(math.NaN())
	r := question.Integer{
		StepPercent: i.step, Status: question.None, AverageError: none, MaxError: none, P90Error: none,
		LowerBound: none, Gap: none, Cost: none, Seconds: i.seconds, Engine: i.engine,
		Features: question.Weights(i.formula, i.free.inst.Columns), Solver: i.solver,
	}
	switch {
	case i.infeasible:
		r.Status = question.Infeasible
		return r, nil
	case !i.found:
		return r, nil
	}
	errs, err := judge.Formula(i.free.subject, i.free.question.Program, i.formula)
	if err != nil {
		return r, fmt.Errorf("%v, step %d: %w", free, i.step, err)
	}
	r.AverageError, r.MaxError = question.Number(errs.Average.Value), question.Number(errs.Max.Value)
	r.P90Error = question.Number(errs.P90.Value)
	r.Cost = question.Number(i.best - free.Objective())
	r.Status, r.LowerBound, r.Gap = question.Outcome(free.Kind, i.best, float64(free.LowerBound))
	return r, nil
}

// WithStep solves an answer's program, without a proof, for weights that are multiples of a step. It
// returns the answer's own formula for the step if there is one.
func WithStep(ctx context.Context, inst *regression.Instance, r *question.Answer, step,
	seed int) (*question.Integer, error) {
	if own := question.InSteps(r.Integers, step); own != nil {
		return own, nil
	}
	if !r.Found() {
		return nil, ErrNoFormula
	}
	q := r.Question()
	q.Engine, q.TimeLimit, q.Seed, q.Steps = question.Search, withStepLimit, seed, []int{step}
	if err := q.Validate(); err != nil {
		return nil, err
	}
	var err error
	s := &solve{question: q, inst: inst, formula: r.Formula(), found: true, best: r.Objective(),
		bound: float64(r.LowerBound)}
	if s.problem, err = lad.New(inst, q.Program.Kind.Loss()); err != nil {
		return nil, err
	}
	if s.subject, err = prove.NewProblem(inst); err != nil {
		return nil, err
	}
	integers, err := s.integers(ctx)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	report, err := integers[0].report(r)
	return &report, err
}

// withStepLimit is far longer than the search takes.
const withStepLimit = 2 * time.Minute
