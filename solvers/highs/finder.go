package highs

import (
	"context"
	"fmt"
	"runtime"

	"feltlab/model/proof"
	"feltlab/model/regression"
)

// finder finds dual vectors by HiGHS, from the linear program of an instance with the columns of a cut
// fixed at 0. It shares no code with package prove.
type finder struct {
	inst   *regression.Instance
	in     *proof.Instance
	loss   proof.Loss
	built  *regression.Built
	solver *solver
}

// NewFinder returns a finder of dual vectors that solves each relaxation by HiGHS; see prove.FinderFunc.
// The error is ErrMissing in a program without HiGHS.
func NewFinder(inst *regression.Instance, in *proof.Instance, h *proof.Header) (proof.Finder, error) {
	program := regression.Program{Kind: regression.AvgErr, N: in.Columns()}
	if h.Loss == proof.Largest {
		program.Kind = regression.MaxErr
	}
	built, err := regression.Build(inst, program, regression.Pattern)
	if err != nil {
		return nil, err
	}
	for j := range built.Model.Columns {
		c := &built.Model.Columns[j]
		c.Integer = false
		if c.Cost > 0 && h.Loss == proof.Largest {
			c.Lower = 0 // else the bound of the largest error would carry a part of the dual vector
		}
	}
	s, err := newSolver(built.Model)
	if err != nil {
		return nil, err
	}
	f := &finder{inst, in, h.Loss, built, s}
	runtime.AddCleanup(f, (*solver).close, s)
	return f, nil
}

func (f *finder) Find(c *proof.Cut) (*proof.Dual, error) {
	for id, x := range f.built.X {
		if x < 0 {
			continue
		}
		// A column stands for all duplicates; those in the cut have no weight.
		most := 0.0
		for _, same := range f.in.Duplicates(id).IDs() {
			if !c.Columns.Has(same) {
				most++
			}
		}
		if err := f.solver.bound(x, -most, most); err != nil {
			return nil, err
		}
	}
	r, err := f.solver.solve(context.Background(), Options{})
	if err != nil {
		return nil, err
	}
	if r.RowDual == nil {
		return nil, fmt.Errorf("HiGHS found no dual vector: %v", r.Status)
	}
	if f.loss == proof.Largest {
		return f.largest(r.RowDual), nil
	}
	total := f.inst.TotalWeight()
	multipliers := make([]float64, f.in.Patterns())
	for p := range multipliers {
		multipliers[p] = -r.RowDual[p] * total // the rows of the patterns come first
	}
	weights := make([]float64, len(f.built.X))
	for id, x := range f.built.X {
		if x >= 0 {
			weights[id] = r.X[x]
		}
	}
	d := f.in.DualOf(&proof.Header{}, weights, multipliers)
	return &d, nil
}

// largest reads the duals of the two rows that each pattern has.
func (f *finder) largest(rows []float64) *proof.Dual {
	const unit = 1 << 40
	d := &proof.Dual{}
	for p := range f.in.Patterns() {
		if above := int64(rows[2*p] * unit); above > 0 {
			d.Above = append(d.Above, proof.Entry{At: p, Value: above})
		}
		if below := int64(-rows[2*p+1] * unit); below > 0 {
			d.Below = append(d.Below, proof.Entry{At: p, Value: below})
		}
	}
	return d
}
