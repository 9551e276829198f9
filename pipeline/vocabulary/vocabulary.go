package vocabulary

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/known"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
	"feltlab/solvers/subset"
)

// ErrTask marks a vocabulary that cannot be asked for.
var ErrTask = errors.New("vocabulary: bad task")

// Task asks for a vocabulary.
type Task struct {
	Subjects    []question.Subject // of one range, at least one
	Kind        regression.Kind    // AvgErr or MaxErr
	MaxFeatures int
	Step        int // percentage points that weights are multiples of; 0 for free weights
	Seed        int
	Workers     int // goroutines; 0 means one per CPU
	// Known, which may be nil, is where the hands' own formulas begin, and what is found is kept.
	Known *known.Base
	// Improved, if set, is called with the mean error of every better set, a fraction of 1.
	Improved func(mean float64)
}

// Validate reports the first thing that makes the task impossible.
func (t Task) Validate() error {
	if t.Kind.CountsFeatures() {
		return fmt.Errorf("%w: %v has no number of features", ErrTask, t.Kind)
	}
	if t.MaxFeatures < 1 || t.MaxFeatures > features.Count {
		return fmt.Errorf("%w: %d features, want 1..%d", ErrTask, t.MaxFeatures, features.Count)
	}
	if t.Step != 0 {
		if err := lattice.CheckStep(t.Step); err != nil {
			return fmt.Errorf("%w: %w", ErrTask, err)
		}
	}
	return nil
}

// Word is a feature of the vocabulary.
type Word struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// Hand is what the vocabulary says of one hand.
type Hand struct {
	Hand   ranges.Hand     `json:"hand"`
	Shared question.Scored `json:"shared"`
	// Own is the hand's best formula with as many features of its own.
	Own question.Scored `json:"own"`
	// LowerBound is what is known to bound the error of both, a fraction of 1.
	LowerBound float64 `json:"lower_bound"`
	// Cost is the error of Shared less that of Own, a fraction of 1.
	Cost float64 `json:"cost"`
	// Whole is the formula on the shared set with multiples of the task's step.
	Whole *question.Scored `json:"whole,omitempty"`
}

// Result is a vocabulary with all its formulas. Errors and bounds are fractions of 1; the means are
// over the hands, of the error that the program minimises.
type Result struct {
	Range        question.Range  `json:"range"`
	RangeAsTyped string          `json:"range_as_typed,omitempty"`
	Kind         regression.Kind `json:"program"`
	MaxFeatures  int             `json:"max_features"`
	StepPercent  int             `json:"step_percent,omitempty"`
	Features     []Word          `json:"features"`
	MeanError    float64         `json:"mean_error"`
	OwnError     float64         `json:"own_mean_error"`
	LowerBound   float64         `json:"lower_bound"`
	Cost         float64         `json:"cost"`
	WholeError   float64         `json:"whole_mean_error,omitempty"`
	Seconds      float64         `json:"seconds"`
	Hands        []Hand          `json:"hands"`
}

// restarts is how many scrambled starts the search for all hands together makes: fewer than for one
// hand, for each costs as much as one for every hand.
const restarts = 10

// Solve finds the vocabulary of the instances of the subjects. On
// cancellation it returns the context's error.
func Solve(ctx context.Context, insts []*regression.Instance, t Task) (*Result, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	start := time.Now()
	var problems []*lad.Problem
	for _, inst := range insts {
		p, err := lad.New(inst, t.Kind.Loss())
		if err != nil {
			return nil, err
		}
		problems = append(problems, p)
	}
	options := subset.Options{Seed: uint64(t.Seed), Workers: t.Workers, Restarts: restarts}
	if t.Improved != nil {
		options.Improved = func(f *subset.Fit) { t.Improved(f.Error) }
	}
	common, err := subset.Shared(ctx, problems, t.MaxFeatures, options)
	if err != nil {
		return nil, err
	}
	r := &Result{Range: t.Subjects[0].Range, RangeAsTyped: t.Subjects[0].Typed, Kind: t.Kind, MaxFeatures: t.MaxFeatures, StepPercent: t.Step}
	for _, id := range common.IDs {
		feature, err := features.ByID(id)
		if err != nil {
			return nil, err
		}
		r.Features = append(r.Features, Word{id, feature.Name})
	}
	for h, p := range problems {
		hand, err := t.hand(ctx, t.Subjects[h], p, common.Fits[h])
		if err != nil {
			return nil, fmt.Errorf("%v: %w", t.Subjects[h], err)
		}
		r.add(t, hand, 1/float64(len(problems)))
	}
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}

// hand compares one hand's formula on the shared set with its own best.
func (t Task) hand(ctx context.Context, s question.Subject, p *lad.Problem, common *lad.Fit) (Hand, error) {
	inst, program := p.Instance(), regression.Program{Kind: t.Kind, N: t.MaxFeatures}
	h := Hand{Hand: s.Hand}
	var err error
	if h.Shared, err = fit.Score(inst, program, common.Formula()); err != nil {
		return h, err
	}
	before, err := t.recall(s, program)
	if err != nil {
		return h, err
	}
	own, err := t.ownBest(ctx, p, common, before)
	if err != nil {
		return h, err
	}
	if h.Own, err = fit.Score(inst, program, own.Formula()); err != nil {
		return h, err
	}
	h.Cost = h.Shared.Objective(t.Kind) - h.Own.Objective(t.Kind)
	if before != nil && !before.LowerBound.Missing() {
		h.LowerBound = float64(before.LowerBound)
	}
	if t.Known != nil {
		q := question.Question{Subject: s, Program: program}
		if err := t.Known.AddFormulas(q, []question.Scored{h.Shared, h.Own}); err != nil {
			return h, err
		}
	}
	if t.Step == 0 {
		return h, nil
	}
	lattice, err := lattice.New(p, t.Step)
	if err != nil {
		return h, err
	}
	f, err := lattice.Fit(common.IDs)
	if err != nil {
		return h, err
	}
	whole, err := fit.Score(inst, program, f.Terms)
	h.Whole = &whole
	return h, err
}

// recall returns what is known of a hand's own best, nil if nothing is.
func (t Task) recall(s question.Subject, program regression.Program) (*question.Answer, error) {
	if t.Known == nil {
		return nil, nil
	}
	r, _, err := t.Known.Settled(question.Question{Subject: s, Program: program})
	return r, err
}

// ownBest returns the best fit with a hand's own features, never worse than the shared one or than
// what is known. What is proved is not searched for.
func (t Task) ownBest(ctx context.Context, p *lad.Problem, common *lad.Fit, before *question.Answer) (*lad.Fit, error) {
	best := common
	if before != nil && before.Found() {
		own, err := p.Fit(before.Formula().IDs())
		if err != nil {
			return nil, err
		}
		if own.Error < best.Error {
			best = own
		}
		if before.Status == question.Optimal {
			return best, nil
		}
	}
	options := subset.Options{Seed: uint64(t.Seed), Workers: t.Workers}
	searched, err := subset.Best(ctx, p, t.MaxFeatures, options)
	if err != nil {
		return nil, err
	}
	exchanged, err := subset.Exchange(ctx, p, slices.Clone(best.IDs), options)
	if err != nil {
		return nil, err
	}
	if exchanged.Error < searched.Error {
		return exchanged, nil
	}
	return searched, nil
}

// add puts a hand into the result, its errors and its bound into the means.
func (r *Result) add(t Task, h Hand, share float64) {
	r.Hands = append(r.Hands, h)
	r.MeanError += share * h.Shared.Objective(t.Kind)
	r.OwnError += share * h.Own.Objective(t.Kind)
	r.LowerBound += share * h.LowerBound
	r.Cost = r.MeanError - r.OwnError
	if h.Whole != nil {
		r.WholeError += share * h.Whole.Objective(t.Kind)
	}
}
