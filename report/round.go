package report

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"feltlab/dataset/matrix"
	"feltlab/internal/parallel"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
)

// roundSteps are the steps of round weights on the page, in percentage points.
var roundSteps = []int{10, 5, 1}

// roundFeatures is the largest number of features of formulas with round weights on the page: longer formulas take
// long and are hard to memorize.
const roundFeatures = 12

// rounded is a formula whose weights are multiples of a step, for a result with known flops. The multiples are the
// best ones for the result's features. If the result has a stored answer for the step, with features of its own, that
// answer is the row.
type rounded struct {
	Row     int             `json:"row"` // of the block solves
	Step    int             `json:"step_percent"`
	Solved  bool            `json:"solved"` // stored with the result
	Average question.Number `json:"average_error"`
	Largest question.Number `json:"max_error"`
	// Features and Weights are the formula; weights are in steps.
	Features []int `json:"features"`
	Weights  []int `json:"weights"`
}

// newRounded makes a row of a formula with weights in multiples of step percentage points.
func newRounded(step int, average, largest question.Number, f regression.Formula) rounded {
	x := rounded{Step: step, Average: average, Largest: largest, Features: []int{}, Weights: []int{}}
	for _, t := range f {
		x.Features = append(x.Features, t.ID)
		x.Weights = append(x.Weights, int(math.Round(100*t.Weight))/step)
	}
	return x
}

// roundBatch holds the results of a hand, a range and a loss, which share the preparation, most of the work.
type roundBatch struct {
	name string
	inst *regression.Instance
	free func() (*lad.Problem, error)
	rows []int
}

func roundBlock(ctx context.Context, in *Input) (any, error) {
	flops, err := in.flops(ctx)
	if err != nil {
		return nil, err
	}
	var results []*question.Answer
	for _, s := range in.Solves {
		results = append(results, s.Results...)
	}
	batches := roundBatches(results, flops)
	found := make([][]rounded, len(results))
	step, stop := in.progress("round weights", len(batches))
	defer stop()
	loop := parallel.Loop{Items: len(batches)}
	err = loop.Each(ctx, parallel.Same(func(i int) error {
		b := batches[i]
		for _, points := range roundSteps {
			problem := sync.OnceValues(func() (*lattice.Problem, error) {
				free, err := b.free()
				if err != nil {
					return nil, err
				}
				return lattice.New(free, points)
			})
			for _, row := range b.rows {
				one, err := in.round(b, results[row], points, problem)
				if err != nil {
					return err
				}
				one.Row = row
				found[row] = append(found[row], one)
			}
		}
		step(b.name)
		return nil
	}))
	all := slices.Concat(found...)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return columnsOf(all), nil
}

func roundBatches(results []*question.Answer, flops map[question.Subject]*matrix.Matrix) []*roundBatch {
	var batches []*roundBatch
	known := map[string]*roundBatch{}
	for row, r := range results {
		m := flops[r.Canonical()]
		if m == nil || !r.Found() || len(r.Features) == 0 || len(r.Features) > roundFeatures {
			continue
		}
		loss := lad.Average
		if r.Kind.UsesMax() {
			loss = lad.Max
		}
		name := fmt.Sprintf("%v, %v", r.Canonical(), r.Kind.LeastError())
		if known[name] == nil {
			inst := m.Instance()
			free := sync.OnceValues(func() (*lad.Problem, error) { return lad.New(inst, loss) })
			known[name] = &roundBatch{name: name, inst: inst, free: free}
			batches = append(batches, known[name])
		}
		known[name].rows = append(known[name].rows, row)
	}
	return batches
}

// round returns the formula of multiples for a result. It keeps formulas for other results with the same features.
func (in *Input) round(b *roundBatch, r *question.Answer, step int, problem func() (*lattice.Problem, error)) (rounded,
	error) {
	for i := range r.Integers {
		if x := &r.Integers[i]; x.StepPercent == step && x.Found() {
			one := newRounded(step, x.AverageError, x.MaxError, x.Formula())
			one.Solved = true
			return one, nil
		}
	}
	ids := r.Formula().IDs()
	return in.keep.rounds.get(fmt.Sprint(b.name, step, ids), func() (rounded, error) {
		p, err := problem()
		if err != nil {
			return rounded{}, err
		}
		f, err := p.Fit(ids)
		if err != nil {
			return rounded{}, err
		}
		errs, err := b.inst.Evaluate(f.Terms)
		return newRounded(step, question.Number(errs.Average), question.Number(errs.Max), f.Terms), err
	})
}
