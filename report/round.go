package report

import (
	"context"
	"fmt"
	"math"
	"sync"

	"feltlab/dataset/matrix"
	"feltlab/internal/parallel"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
)

// roundSteps are the steps, in percentage points, whose multiples the page shows as weights.
var roundSteps = []int{10, 5, 1}

// roundFeatures is the number of features up to which it does: more are not learned by heart, and
// take long.
const roundFeatures = 12

// roundColumns are formulas with weights that are multiples of a step, one for each result with
// flops and each step. The multiples are the best for the result's features; where the result has an
// answer of its own for the step, solved with features of its own, it is that.
type roundColumns struct {
	Row     []int             `json:"row"` // of solves
	Step    []int             `json:"step_percent"`
	Solved  []bool            `json:"solved"` // stored with the result
	Average []question.Number `json:"average_error"`
	Largest []question.Number `json:"max_error"`
	// Features and Weights are the formula; weights are in steps.
	Features [][]int `json:"features"`
	Weights  [][]int `json:"weights"`
}

// rounded is a row of roundColumns.
type rounded struct {
	row, step        int
	solved           bool
	average, largest question.Number
	formula          regression.Formula
}

// roundBatch is the results of a question and a loss, whose preparation is most of the work.
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
				one.row = row
				found[row] = append(found[row], one)
			}
		}
		step(b.name)
		return nil
	}))
	c := &roundColumns{}
	for _, some := range found {
		for _, x := range some {
			c.add(x)
		}
	}
	if err != nil || len(c.Row) == 0 {
		return nil, err
	}
	return c, nil
}

// roundBatches shares out the results that have flops and a formula that is short enough.
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

// round is the formula of multiples for a result. Several results may have the same features.
func (in *Input) round(b *roundBatch, r *question.Answer, step int, problem func() (*lattice.Problem, error)) (rounded, error) {
	for i := range r.Integers {
		if x := &r.Integers[i]; x.StepPercent == step && x.Found() {
			return rounded{step: step, solved: true, average: x.AverageError, largest: x.MaxError, formula: x.Formula()}, nil
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
		return rounded{step: step, average: question.Number(errs.Average), largest: question.Number(errs.Max), formula: f.Terms}, err
	})
}

func (c *roundColumns) add(x rounded) {
	c.Row = append(c.Row, x.row)
	c.Step = append(c.Step, x.step)
	c.Solved = append(c.Solved, x.solved)
	c.Average = append(c.Average, x.average)
	c.Largest = append(c.Largest, x.largest)
	ids, steps := []int{}, []int{}
	for _, t := range x.formula {
		ids = append(ids, t.ID)
		steps = append(steps, int(math.Round(100*t.Weight))/x.step)
	}
	c.Features = append(c.Features, ids)
	c.Weights = append(c.Weights, steps)
}
