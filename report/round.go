package report

import (
	"context"
	"fmt"
	"math"

	"feltlab/internal/parallel"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
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
	Row     []int        `json:"row"` // of solves
	Step    []int        `json:"step_percent"`
	Solved  []bool       `json:"solved"` // stored with the result
	Average []fit.Number `json:"average_error"`
	Largest []fit.Number `json:"max_error"`
	// Features and Weights are the formula; weights are in steps.
	Features [][]int `json:"features"`
	Weights  [][]int `json:"weights"`
}

// rounded is a row of roundColumns.
type rounded struct {
	row, step        int
	solved           bool
	average, largest fit.Number
	formula          regression.Formula
}

func roundBlock(ctx context.Context, in *Input) (any, error) {
	flops, err := in.flops(ctx)
	if err != nil || len(in.Solves) == 0 {
		return nil, err
	}
	// Results are shared out by question and loss, whose preparation is most of the work.
	type batch struct {
		inst *regression.Instance
		loss lad.Loss
		rows []int
	}
	var batches []*batch
	var results []*fit.Result
	known := map[string]*batch{}
	for _, s := range in.Solves {
		for _, r := range s.Results {
			row := len(results)
			results = append(results, r)
			q, err := canonical(Question{r.Hand, r.Range})
			m := flops[q]
			kind, err2 := regression.ParseKind(r.Program)
			if err != nil || err2 != nil || m == nil || !r.Found() || len(r.Features) == 0 || len(r.Features) > roundFeatures {
				continue
			}
			loss := lad.Average
			if kind.UsesMax() {
				loss = lad.Max
			}
			key := q.Hand + "/" + q.Range + "/" + kind.LeastError().String()
			if known[key] == nil {
				known[key] = &batch{inst: m.Instance(), loss: loss}
				batches = append(batches, known[key])
			}
			known[key].rows = append(known[key].rows, row)
		}
	}
	found := make([][]rounded, len(results))
	step, stop := in.progress("round weights", len(batches))
	defer stop()
	loop := parallel.Loop{Items: len(batches)}
	err = loop.Each(ctx, parallel.Same(func(i int) error {
		b := batches[i]
		free, err := lad.New(b.inst, b.loss)
		if err != nil {
			return err
		}
		for _, points := range roundSteps {
			problem, err := lattice.New(free, points)
			if err != nil {
				return err
			}
			memo := map[string]rounded{} // several results may have the same features
			for _, row := range b.rows {
				ids := fmt.Sprint(results[row].Formula().IDs())
				one, again := memo[ids]
				if !again || len(results[row].Integers) > 0 {
					if one, err = roundOne(results[row], problem, b.inst); err != nil {
						return err
					}
				}
				if !one.solved {
					memo[ids] = one
				}
				one.row = row
				found[row] = append(found[row], one)
			}
		}
		step(b.inst.Hand + " against " + b.inst.Range)
		return nil
	}))
	if err != nil {
		return nil, err
	}
	c := &roundColumns{}
	for _, some := range found {
		for _, x := range some {
			c.add(x)
		}
	}
	if len(c.Row) == 0 {
		return nil, nil
	}
	return c, nil
}

// roundOne is the formula of multiples for a result.
func roundOne(r *fit.Result, p *lattice.Problem, inst *regression.Instance) (rounded, error) {
	for i := range r.Integers {
		if x := &r.Integers[i]; x.StepPercent == p.Step() && x.Found() {
			return rounded{step: p.Step(), solved: true, average: x.AverageError, largest: x.MaxError, formula: x.Formula()}, nil
		}
	}
	f, err := p.Fit(r.Formula().IDs())
	if err != nil {
		return rounded{}, err
	}
	errs, err := inst.Evaluate(f.Terms)
	return rounded{step: p.Step(), average: fit.Number(errs.Average), largest: fit.Number(errs.Max), formula: f.Terms}, err
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
