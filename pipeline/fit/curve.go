package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

// CurveQuestion asks for the least error of a subject for every number of features from 1 to MaxFeatures.
type CurveQuestion struct {
	Subject     question.Subject
	Kind        regression.Kind // AvgErr or MaxErr
	MaxFeatures int
	Steps       []int         // percentage points: also formulas whose weights are multiples of each step
	Prove       time.Duration // for each point; 0 proves nothing beyond the relaxation
	Seed        int
	Workers     int // goroutines of the search; 0 means one per CPU
	// Solver, which may be nil, provides known formulas and bounds to start from, and keeps new ones.
	Solver *Solver
	// Progress, if set, is called with the number of parts that are done, their total, and the latest result.
	Progress func(done, total int, latest string)
}

// Validate returns an error that says what makes the question impossible, or nil.
func (q CurveQuestion) Validate() error {
	if err := q.Subject.Check(); err != nil {
		return err
	}
	if err := question.CheckQuantile(q.Subject, q.Kind); err != nil {
		return err
	}
	most := q.Subject.MostFeatures()
	switch {
	case q.Kind.CountsFeatures():
		return fmt.Errorf("%w: %v has no number of features", question.ErrQuestion, q.Kind)
	case q.MaxFeatures < 1 || q.MaxFeatures > most:
		return fmt.Errorf("%w: %d features, want 1 to the number of columns, %d",
			question.ErrQuestion, q.MaxFeatures, most)
	case len(q.Steps) > 0 && q.MaxFeatures > lattice.MostFeatures:
		return fmt.Errorf("%w: steps need at most %d features", question.ErrQuestion, lattice.MostFeatures)
	}
	for _, step := range q.Steps {
		if err := lattice.CheckStep(step); err != nil {
			return fmt.Errorf("%w: %w", question.ErrQuestion, err)
		}
	}
	return nil
}

// CurvePoint is the best formula found with at most MaxFeatures features.
type CurvePoint struct {
	MaxFeatures int `json:"max_features"` // largest number of features
	CurveFormula
	Steps []CurveStep `json:"steps,omitempty"` // formulas with weights that are multiples of a step
}

// CurveStep is the best formula found whose weights are multiples of a step.
type CurveStep struct {
	StepPercent int `json:"step_percent"` // the step
	CurveFormula
}

// CurveFormula is a formula of a curve.
type CurveFormula struct {
	Status question.Status `json:"status"` // optimal or feasible
	// LowerBound bounds the error of formulas with such weights from below, a fraction of 1.
	LowerBound float64 `json:"lower_bound"`
	question.Scored
}

// curveRestarts is the number of scrambled restarts for a point with multiples of a step, which also
// starts from its neighbours.
const curveRestarts = 1

type curveRun struct {
	ctx     context.Context
	inst    *regression.Instance
	asked   CurveQuestion
	subject *prove.Problem // the instance as the kernel has it
	problem *lad.Problem
	options subset.Options
	fits    []*lad.Fit // by number of features
	bounds  []float64  // by number of features
	steps   [][]step   // by number of features and step
	done    int
}

func (r *curveRun) finished(n int) {
	r.done++
	if r.asked.Progress == nil {
		return
	}
	passes := 2 + len(r.asked.Steps)
	if r.asked.Prove > 0 {
		passes += 1 + len(r.asked.Steps)
	}
	latest := ""
	if f := r.fits[n]; f != nil {
		latest = fmt.Sprintf("%d features: %.4f points", n, 100*f.Error)
	}
	r.asked.Progress(r.done, passes*(r.asked.MaxFeatures-r.first()+1), latest)
}

// Curve computes a subject's least error for every number of features from 1 to N: what one more
// feature to learn gains. On cancellation it returns the points that it has and the context's error.
//
// The points help each other. Going up, the search for n features starts from those for n-1 and the
// best one to add; going down, from those for n+1 without the least useful one; exchanges of two
// features improve both (solvers/subset). So the curve never rises. With time for proofs, Curve then
// solves every point, and carries the bound for n+1 features, which also bounds n features, down.
//
// The cost is about half a minute for N = 12 without steps and proofs.
func Curve(ctx context.Context, inst *regression.Instance, q CurveQuestion) ([]CurvePoint, error) {
	err := cmp.Or(q.Validate(), checkRules(inst, question.Question{
		Subject: q.Subject, Program: regression.Program{Kind: q.Kind, N: q.MaxFeatures}}))
	if err != nil {
		return nil, err
	}
	subject, err := prove.NewProblem(inst)
	if err != nil {
		return nil, err
	}
	r := &curveRun{ctx: ctx, inst: inst, asked: q, subject: subject, problem: lad.Of(inst, q.Kind.Loss()),
		options: subset.Options{Seed: uint64(q.Seed), Workers: q.Workers, With: inst.With},
		fits:    make([]*lad.Fit, q.MaxFeatures+1), bounds: make([]float64, q.MaxFeatures+1),
		steps: make([][]step, q.MaxFeatures+1)}
	for _, part := range []func() error{r.up, r.down, r.multiples, r.relax, r.prove, r.proveSteps} {
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

func (r *curveRun) point(n int) question.Question {
	return question.Question{Subject: r.asked.Subject, Program: r.program(n), Formulation: regression.Pattern,
		Engine: question.Auto, TimeLimit: r.asked.Prove, Seed: r.asked.Seed}
}

func (r *curveRun) recall(n int) error {
	if r.asked.Solver == nil {
		return nil
	}
	if err := r.asked.Solver.Known.Rejudge(r.ctx, r.asked.Solver.Instances, r.point(n)); err != nil {
		return err
	}
	result, _, err := r.asked.Solver.Known.Lookup(r.point(n))
	if err != nil || result == nil {
		return err
	}
	return r.learn(n, result)
}

func (r *curveRun) learn(n int, result *question.Answer) error {
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

func (r *curveRun) keep(points []CurvePoint) error {
	if r.asked.Solver == nil || len(points) == 0 {
		return nil
	}
	formulas := make([]question.Scored, len(points))
	for i, p := range points {
		formulas[i] = p.Scored
	}
	return r.asked.Solver.Known.AddFormulas(r.point(1), formulas)
}

// first is the least number of features: all formulas have the columns of Instance.With.
func (r *curveRun) first() int { return max(1, len(r.inst.With)) }

func (r *curveRun) up() error {
	last, err := r.problem.Fit(r.inst.With)
	if err != nil {
		return err
	}
	for n := r.first(); n <= r.asked.MaxFeatures; n++ {
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
		last = r.fits[n]
		r.finished(n)
	}
	return nil
}

func (r *curveRun) search(n int, last *lad.Fit) error {
	if n == len(r.inst.With) {
		return nil
	}
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

func (r *curveRun) closed(n int) bool {
	return question.Meets(r.asked.Kind, r.fits[n].Error, r.bounds[n])
}

// grown returns the features of a fit and the feature whose addition lowers the error most, if any does.
func (r *curveRun) grown(f *lad.Fit) ([]int, error) {
	stack := r.problem.NewStack()
	if err := stack.Reset(f.IDs, f); err != nil {
		return nil, err
	}
	best, least := 0, math.Inf(1)
	for id := 1; id <= r.problem.Columns(); id++ {
		has, one := proof.VectorOf(f.IDs...), proof.VectorOf(id)
		if has.Has(id) || r.inst.Rules.Group(id).Full(has) || r.inst.Rules.Units(one) != one {
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

func (r *curveRun) take(n int, f *lad.Fit) {
	if f != nil && len(f.IDs) <= n && f.Error < r.fits[n].Error {
		r.fits[n] = f
	}
}

// down improves the fits in descending order, each from the next one.
func (r *curveRun) down() error {
	for n := r.asked.MaxFeatures - 1; n >= r.first(); n-- {
		better := r.fits[n+1]
		if len(better.IDs) > n && !r.closed(n) {
			less, err := subset.Backward(r.ctx, r.problem, better.IDs, n, r.options)
			if err != nil {
				return err
			}
			if better, err = subset.Exchange(r.ctx, r.problem, less.IDs, r.options); err != nil {
				return err
			}
		}
		r.take(n, better)
		r.finished(n)
	}
	return nil
}

// multiples finds the formulas with multiples of the steps, each from the one with a feature less.
func (r *curveRun) multiples() error {
	for _, size := range r.asked.Steps {
		problem, err := lattice.New(r.problem, size)
		if err != nil {
			return err
		}
		var last *lattice.Formula
		for n := r.first(); n <= r.asked.MaxFeatures; n++ {
			options := lattice.Options{Starts: [][]int{r.fits[n].IDs}, Restarts: curveRestarts,
				Seed: uint64(r.asked.Seed)}
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
			r.steps[n] = append(r.steps[n], step{terms: f.Terms, error: f.Error})
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

func (r *curveRun) program(n int) regression.Program {
	return regression.Program{Kind: r.asked.Kind, N: n}
}

func (r *curveRun) points() (out []CurvePoint, err error) {
	for n := r.first(); n <= r.asked.MaxFeatures && r.fits[n] != nil; n++ {
		if n > r.first() {
			r.take(n, r.fits[n-1]) // steps or proofs may have found it
		}
		p := CurvePoint{MaxFeatures: n}
		if p.CurveFormula, err = r.scored(n, r.fits[n].Formula(), r.bounds[n]); err != nil {
			return nil, err
		}
		for k, f := range r.steps[n] {
			s := CurveStep{StepPercent: r.asked.Steps[k]}
			if s.CurveFormula, err = r.scored(n, f.terms, max(f.bound, r.bounds[n])); err != nil {
				return nil, err
			}
			p.Steps = append(p.Steps, s)
		}
		out = append(out, p)
	}
	return out, nil
}

func (r *curveRun) scored(n int, terms regression.Formula, bound float64) (f CurveFormula, err error) {
	if f.Scored, err = ledger.Scored(r.subject, r.program(n), terms); err != nil {
		return f, err
	}
	e := f.Objective(r.asked.Kind)
	f.LowerBound = min(bound, e)
	f.Status, _, _ = question.Outcome(r.asked.Kind, e, f.LowerBound)
	return f, nil
}
