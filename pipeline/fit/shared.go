package fit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"feltlab/internal/clock"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
	"feltlab/solvers/subset"
)

// SharedQuestion asks for one set of features for several hands against one range.
type SharedQuestion struct {
	Subjects    []question.Subject // against one range, at least one
	Kind        regression.Kind    // AvgErr or MaxErr
	MaxFeatures int
	Step        int // percentage points that weights are multiples of; 0 for free weights
	Seed        int
	Workers     int // goroutines; 0 means one per CPU
	// Solver, which may be nil, knows the hands' own formulas to start from, and keeps new ones.
	Solver *Solver
	// Improved, if set, is called with the mean error of every better set, a fraction of 1.
	Improved func(mean float64)
}

// Validate returns an error that says what makes the question impossible, or nil.
func (q SharedQuestion) Validate() error {
	if q.Step != 0 {
		return checkSize(q.Kind, q.MaxFeatures, features.Count, q.Step)
	}
	return checkSize(q.Kind, q.MaxFeatures, features.Count)
}

// SharedFeature is a feature of the shared set.
type SharedFeature struct {
	ID   int    `json:"id"`   // number of the feature
	Name string `json:"name"` // its name
}

// SharedHand compares one hand's formula on the shared set with its own best formula.
type SharedHand struct {
	Hand   ranges.Hand     `json:"hand"`   // the hand
	Shared question.Scored `json:"shared"` // its best formula on the shared features
	// Own is the hand's best formula with as many features, chosen for this hand alone.
	Own question.Scored `json:"own"`
	// LowerBound is the known bound on the error of both, a fraction of 1.
	LowerBound float64 `json:"lower_bound"`
	// Cost is the error of Shared less that of Own, a fraction of 1.
	Cost float64 `json:"cost"`
	// Whole is the formula on the shared set with multiples of the question's step.
	Whole *question.Scored `json:"whole,omitempty"`
}

// SharedAnswer is a shared set of features with its formulas. Errors and bounds are fractions of 1; the
// means are over the hands, of the error that the program minimises.
type SharedAnswer struct {
	Range        question.Range  `json:"range"`                      // the opponent's range
	RangeAsTyped string          `json:"range_as_typed,omitempty"`   // the range as typed, where that differs
	RangePlain   string          `json:"range_plain"`                // the range as other programs read it
	Kind         regression.Kind `json:"program"`                    // the program
	MaxFeatures  int             `json:"max_features"`               // largest number of features
	StepPercent  int             `json:"step_percent,omitempty"`     // step of the weights
	Features     []SharedFeature `json:"features"`                   // the shared features
	MeanError    float64         `json:"mean_error"`                 // mean error of the hands with the shared features
	OwnError     float64         `json:"own_mean_error"`             // mean error with the best features of each hand
	LowerBound   float64         `json:"lower_bound"`                // proved of every shared set; 0 if nothing is
	Cost         float64         `json:"cost"`                       // MeanError less OwnError
	WholeError   float64         `json:"whole_mean_error,omitempty"` // mean error with multiples of the step
	Seconds      float64         `json:"seconds"`                    // time of the computation
	Hands        []SharedHand    `json:"hands"`                      // the hands
}

// sharedRestarts is the number of scrambled starts of the search for all hands together: fewer than for
// one hand, since each costs as much as a start for every hand.
const sharedRestarts = 10

// Shared finds the one set of features that all subjects' formulas use, each with its own weights.
// The instances are those of the subjects. On cancellation it returns the context's error.
//
// The set minimises the mean of the hands' errors (subset.Shared). Cost compares it with the best set
// that each hand has for itself: the known one if that is proved, else the best of subset.Best and of
// exchanges from the known one and from the shared set, so it is never worse than either. The mean of
// the hands' proved bounds bounds the mean error of any shared set.
func Shared(ctx context.Context, insts []*regression.Instance, q SharedQuestion) (*SharedAnswer, error) {
	if err := q.Validate(); err != nil {
		return nil, err
	}
	start := clock.Now()
	var problems []*lad.Problem
	for _, inst := range insts {
		p, err := lad.New(inst, q.Kind.Loss())
		if err != nil {
			return nil, err
		}
		problems = append(problems, p)
	}
	options := subset.Options{Seed: uint64(q.Seed), Workers: q.Workers, Restarts: sharedRestarts}
	if q.Improved != nil {
		options.Improved = func(f *subset.Fit) { q.Improved(f.Error) }
	}
	common, err := subset.Shared(ctx, problems, q.MaxFeatures, options)
	if err != nil {
		return nil, err
	}
	r := &SharedAnswer{Range: q.Subjects[0].Against().Range, RangeAsTyped: q.Subjects[0].Against().Typed,
		RangePlain: q.Subjects[0].Against().Plain(), Kind: q.Kind,
		MaxFeatures: q.MaxFeatures, StepPercent: q.Step}
	for _, id := range common.IDs {
		r.Features = append(r.Features, SharedFeature{id, insts[0].Columns.List[id-1].Name})
	}
	for h, p := range problems {
		hand, err := q.hand(ctx, q.Subjects[h], p, common.Fits[h])
		if err != nil {
			return nil, fmt.Errorf("%v: %w", q.Subjects[h], err)
		}
		r.add(q, hand, 1/float64(len(problems)))
	}
	r.Seconds = clock.Since(start).Seconds()
	return r, nil
}

// hand compares one hand's formula on the shared set with its own best formula.
func (q SharedQuestion) hand(ctx context.Context, s question.Subject, p *lad.Problem,
	common *lad.Fit) (SharedHand, error) {
	inst, program := p.Instance(), regression.Program{Kind: q.Kind, N: q.MaxFeatures}
	h := SharedHand{Hand: s.Hand()}
	var err error
	if h.Shared, err = ledger.Score(inst, program, common.Formula()); err != nil {
		return h, err
	}
	asked := question.Question{Subject: s, Program: program}
	var before *question.Answer // the known answer, nil if there is none
	if q.Solver != nil {
		if err := q.Solver.Known.Rejudge(ctx, q.Solver.Instances, asked); err != nil {
			return h, err
		}
		if before, _, err = q.Solver.Known.Lookup(asked); err != nil {
			return h, err
		}
	}
	own, err := q.ownBest(ctx, p, common, before)
	if err != nil {
		return h, err
	}
	if h.Own, err = ledger.Score(inst, program, own.Formula()); err != nil {
		return h, err
	}
	h.Cost = h.Shared.Objective(q.Kind) - h.Own.Objective(q.Kind)
	if before != nil && !before.LowerBound.Missing() {
		h.LowerBound = float64(before.LowerBound)
	}
	if q.Solver != nil {
		if err := q.Solver.Known.AddFormulas(asked, []question.Scored{h.Shared, h.Own}); err != nil {
			return h, err
		}
	}
	if q.Step == 0 {
		return h, nil
	}
	lattice, err := lattice.New(p, q.Step)
	if err != nil {
		return h, err
	}
	f, err := lattice.Fit(common.IDs)
	if err != nil {
		return h, err
	}
	whole, err := ledger.Score(inst, program, f.Terms)
	h.Whole = &whole
	return h, err
}

// ownBest returns the best fit with a hand's own features, never worse than the shared or the known one.
// It does not search if the known one is proved optimal.
func (q SharedQuestion) ownBest(ctx context.Context, p *lad.Problem, common *lad.Fit,
	before *question.Answer) (*lad.Fit, error) {
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
	options := subset.Options{Seed: uint64(q.Seed), Workers: q.Workers}
	searched, err := subset.Best(ctx, p, q.MaxFeatures, options)
	if err != nil {
		return nil, err
	}
	exchanged, err := subset.Exchange(ctx, p, slices.Clone(best.IDs), options)
	if err != nil {
		return nil, err
	}
	return slices.MinFunc([]*lad.Fit{searched, exchanged}, func(a, b *lad.Fit) int {
		return cmp.Compare(a.Error, b.Error)
	}), nil
}

// add adds a hand to the answer, and its errors and its bound to the means.
func (r *SharedAnswer) add(q SharedQuestion, h SharedHand, share float64) {
	r.Hands = append(r.Hands, h)
	r.MeanError += share * h.Shared.Objective(q.Kind)
	r.OwnError += share * h.Own.Objective(q.Kind)
	r.LowerBound += share * h.LowerBound
	r.Cost = r.MeanError - r.OwnError
	if h.Whole != nil {
		r.WholeError += share * h.Whole.Objective(q.Kind)
	}
}
