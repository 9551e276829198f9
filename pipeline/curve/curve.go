package curve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/known"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
	"feltlab/solvers/subset"
)

// ErrTask marks a curve that cannot be asked for.
var ErrTask = errors.New("curve: bad task")

// Task asks for a curve.
type Task struct {
	Subject     question.Subject
	Kind        regression.Kind // AvgErr or MaxErr
	MaxFeatures int
	Steps       []int         // also formulas whose weights are multiples of so many percentage points
	Prove       time.Duration // for each point; 0 proves nothing beyond the relaxation
	Seed        int
	Workers     int // goroutines of the search; 0 means one per CPU
	// Known, which may be nil, is where formulas and bounds begin, and what is found is kept; it
	// wants the Instances.
	Known     *known.Base
	Instances *fit.Instances
	// Progress, which may be nil, is told how many parts of the work are done of how many, and what
	// the latest gave.
	Progress func(done, total int, latest string)
}

// Validate reports the first thing that makes the task impossible.
func (t Task) Validate() error {
	if t.Kind.CountsFeatures() {
		return fmt.Errorf("%w: %v has no number of features", ErrTask, t.Kind)
	}
	if t.MaxFeatures < 1 || t.MaxFeatures > features.Count {
		return fmt.Errorf("%w: %d features, want 1..%d", ErrTask, t.MaxFeatures, features.Count)
	}
	for _, step := range t.Steps {
		if err := lattice.CheckStep(step); err != nil {
			return fmt.Errorf("%w: %w", ErrTask, err)
		}
		if t.MaxFeatures > lattice.MostFeatures {
			return fmt.Errorf("%w: steps need at most %d features", ErrTask, lattice.MostFeatures)
		}
	}
	return nil
}

// Point is the best formula found with at most MaxFeatures features.
type Point struct {
	MaxFeatures int             `json:"max_features"`
	Status      question.Status `json:"status"`
	// LowerBound bounds the error from below, a fraction of 1.
	LowerBound        float64 `json:"lower_bound"`
	LowerBoundPercent float64 `json:"lower_bound_percent"`
	question.Scored
	Steps []Step `json:"steps,omitempty"`
}

// Step is the best formula found whose weights are multiples of a step.
type Step struct {
	StepPercent int `json:"step_percent"`
	question.Scored
}

// curveRestarts is how many scrambled restarts a point of whole multiples gets: its neighbours
// are starts as well.
const curveRestarts = 1

// run is a curve under way.
type run struct {
	ctx     context.Context
	inst    *regression.Instance
	task    Task
	problem *lad.Problem
	options subset.Options
	fits    []*lad.Fit // by number of features
	bounds  []float64  // by number of features
	steps   [][]*lattice.Formula
	done    int
}

// finished counts a part of the work: a point of a pass over all of them.
func (r *run) finished(n int) {
	r.done++
	if r.task.Progress == nil {
		return
	}
	passes := 2 + len(r.task.Steps)
	if r.task.Prove > 0 {
		passes++
	}
	latest := ""
	if f := r.fits[n]; f != nil {
		latest = fmt.Sprintf("%d features: %.4f points", n, 100*f.Error)
	}
	r.task.Progress(r.done, passes*r.task.MaxFeatures, latest)
}

// Compute returns the points for 1, 2, ... features. On cancellation it returns the points that it
// has, as good as they are so far, and the context's error.
func Compute(ctx context.Context, inst *regression.Instance, t Task) ([]Point, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	problem, err := lad.New(inst, t.Kind.Loss())
	if err != nil {
		return nil, err
	}
	r := &run{
		ctx: ctx, inst: inst, task: t, problem: problem,
		options: subset.Options{Seed: uint64(t.Seed), Workers: t.Workers},
		fits:    make([]*lad.Fit, t.MaxFeatures+1), bounds: make([]float64, t.MaxFeatures+1),
		steps: make([][]*lattice.Formula, t.MaxFeatures+1),
	}
	for _, part := range []func() error{r.up, r.down, r.wholes, r.relax, r.prove} {
		if err := part(); err != nil {
			if ctx.Err() == nil {
				return nil, err
			}
			break
		}
	}
	points, err := r.points()
	return points, errors.Join(err, r.keep(points), ctx.Err())
}

// question is that of a point.
func (r *run) question(n int) question.Question {
	return question.Question{
		Subject: r.task.Subject, Program: r.program(n), Formulation: regression.Pattern,
		Engine: question.Auto, TimeLimit: r.task.Prove, Seed: r.task.Seed,
	}
}

// recall takes what is known of a point.
func (r *run) recall(n int) error {
	if r.task.Known == nil {
		return nil
	}
	result, _, err := r.task.Known.Settled(r.question(n))
	if err != nil || result == nil {
		return err
	}
	return r.learn(n, result)
}

// learn takes formula and bound of a result.
func (r *run) learn(n int, result *question.Answer) error {
	if result.Found() {
		own, err := r.problem.Fit(result.Formula().IDs())
		if err != nil {
			return err
		}
		r.take(n, own)
	}
	if !result.LowerBound.Missing() {
		r.bounds[n] = max(r.bounds[n], float64(result.LowerBound))
	}
	return nil
}

// keep makes the formulas of the points known.
func (r *run) keep(points []Point) error {
	if r.task.Known == nil || len(points) == 0 {
		return nil
	}
	formulas := make([]question.Scored, len(points))
	for i, p := range points {
		formulas[i] = p.Scored
	}
	return r.task.Known.AddFormulas(r.question(1), formulas)
}

// up finds the fits in ascending order, each from the one before.
func (r *run) up() error {
	none, err := r.problem.Fit(nil)
	if err != nil {
		return err
	}
	for n := 1; n <= r.task.MaxFeatures; n++ {
		last := none
		if n > 1 {
			last = r.fits[n-1]
		}
		r.fits[n] = last
		if err := r.recall(n); err != nil {
			return err
		}
		if !r.closed(n) {
			if err := r.search(n, last); err != nil {
				r.fits[n] = nil // no point yet
				return err
			}
		}
		r.finished(n)
	}
	return nil
}

// search improves a point, from the one before.
func (r *run) search(n int, last *lad.Fit) error {
	if n == 1 {
		first, err := subset.Best(r.ctx, r.problem, 1, r.options)
		r.take(n, first)
		return err
	}
	start, err := r.grown(last)
	if err != nil {
		return err
	}
	better, err := subset.Exchange(r.ctx, r.problem, start, r.options)
	r.take(n, better)
	return err
}

// closed reports whether a point is known to be optimal.
func (r *run) closed(n int) bool { return question.Meets(r.task.Kind, r.fits[n].Error, r.bounds[n]) }

// grown returns the features of a fit and the best one to add, if any helps.
func (r *run) grown(f *lad.Fit) ([]int, error) {
	stack := r.problem.NewStack()
	if err := stack.Reset(f.IDs, f); err != nil {
		return nil, err
	}
	best, least := 0, math.Inf(1)
	for id := 1; id <= features.Count; id++ {
		if slices.Contains(f.IDs, id) {
			continue
		}
		if err := stack.Push(id); err != nil {
			return nil, err
		}
		if e := stack.Error(); e < least {
			best, least = id, e
		}
		stack.Pop()
	}
	if best == 0 {
		return f.IDs, nil
	}
	return append(slices.Clone(f.IDs), best), nil
}

// take keeps a fit for n features if it is better than the one there.
func (r *run) take(n int, f *lad.Fit) {
	if f != nil && len(f.IDs) <= n && f.Error < r.fits[n].Error {
		r.fits[n] = f
	}
}

// down improves the fits in descending order, each from the one above.
func (r *run) down() error {
	for n := r.task.MaxFeatures - 1; n >= 1; n-- {
		if len(r.fits[n+1].IDs) <= n || r.closed(n) {
			r.take(n, r.fits[n+1])
			r.finished(n)
			continue
		}
		less, err := subset.Backward(r.ctx, r.problem, r.fits[n+1].IDs, n, r.options)
		if err != nil {
			return err
		}
		better, err := subset.Exchange(r.ctx, r.problem, less.IDs, r.options)
		if err != nil {
			return err
		}
		r.take(n, better)
		r.finished(n)
	}
	return nil
}

// wholes finds the formulas of whole multiples, each from the one with a feature less.
func (r *run) wholes() error {
	for _, step := range r.task.Steps {
		problem, err := lattice.New(r.problem, step)
		if err != nil {
			return err
		}
		var last *lattice.Formula
		for n := 1; n <= r.task.MaxFeatures; n++ {
			options := lattice.Options{Starts: [][]int{r.fits[n].IDs}, Restarts: curveRestarts, Seed: uint64(r.task.Seed)}
			if last != nil {
				options.Starts = append(options.Starts, last.Terms.IDs())
			}
			f, err := problem.Best(r.ctx, n, options)
			if err != nil {
				return err
			}
			if last != nil && last.Error < f.Error {
				f = last
			}
			last = f
			r.steps[n] = append(r.steps[n], f)
			own, err := r.problem.Fit(f.Terms.IDs())
			if err != nil {
				return err
			}
			r.take(n, own)
			r.finished(n)
		}
	}
	return nil
}

func (r *run) program(n int) regression.Program {
	return regression.Program{Kind: r.task.Kind, N: n}
}

// points lets the judge compute the errors of what there is.
func (r *run) points() ([]Point, error) {
	var out []Point
	for n := 1; n <= r.task.MaxFeatures && r.fits[n] != nil; n++ {
		if n > 1 {
			r.take(n, r.fits[n-1]) // steps or proofs may have found it
		}
		scored, err := fit.Score(r.inst, r.program(n), r.fits[n].Formula())
		if err != nil {
			return nil, err
		}
		e := scored.Objective(r.task.Kind)
		p := Point{MaxFeatures: n, Status: question.Feasible, LowerBound: min(r.bounds[n], e), Scored: scored}
		p.LowerBoundPercent = 100 * p.LowerBound
		if question.Meets(r.task.Kind, e, p.LowerBound) {
			p.Status = question.Optimal
		}
		for k, f := range r.steps[n] {
			whole, err := fit.Score(r.inst, r.program(n), f.Terms)
			if err != nil {
				return nil, err
			}
			p.Steps = append(p.Steps, Step{r.task.Steps[k], whole})
		}
		out = append(out, p)
	}
	return out, nil
}
