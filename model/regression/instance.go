package regression

import (
	"errors"
	"fmt"
	"math"

	"feltlab/model/proof"
)

// ErrInstance is wrapped by every error about an instance that no program can be built for.
var ErrInstance = errors.New("regression: bad instance")

// Instance is what the programs are solved on: the flops of one hand against one range, or
// any other rows of features and equities. The three slices run in parallel.
type Instance struct {
	Hand, Range string // labels of the rows; may be empty
	Columns     Columns
	Features    []proof.Vector // the columns that are true, one per row
	Equity      []float64      // fraction of 1, one per row
	Weight      []float64      // multiplicity, positive, one per row; 1 for the 19,600 flops
	// Ratios are the equities as ratios of integers, for proofs. If nil, the fractions are used as
	// they are, down to 2^-61.
	Ratios []Ratio
}

// Ratio is an equity as a ratio of integers. It need not be in lowest terms.
type Ratio struct{ Numerator, Denominator uint64 }

// Exact returns the instance in integers, as proofs are about it. The error wraps proof.ErrInstance
// or ErrInstance; weights must be whole.
func (in *Instance) Exact() (*proof.Instance, error) {
	if err := in.Validate(); err != nil {
		return nil, err
	}
	const half = 1 << 61 // finer than the grid of the proofs
	rows := make([]proof.Row, len(in.Equity))
	for i, v := range in.Features {
		r := proof.Row{Columns: v, Numerator: 2 * uint64(in.Equity[i]*half), Denominator: 2 * half, Weight: int64(in.Weight[i])}
		if in.Ratios != nil {
			r.Numerator, r.Denominator = in.Ratios[i].Numerator, in.Ratios[i].Denominator
		}
		if float64(r.Weight) != in.Weight[i] {
			return nil, fmt.Errorf("%w: row %d: weight is %v, want a whole number", ErrInstance, i, in.Weight[i])
		}
		rows[i] = r
	}
	return proof.NewInstance(in.Columns.Count(), rows)
}

// TotalWeight returns the sum of the weights, by which average errors are divided.
func (in *Instance) TotalWeight() float64 {
	sum := 0.0
	for _, w := range in.Weight {
		sum += w
	}
	return sum
}

// Validate returns nil or an error that wraps ErrInstance and names the first bad row.
func (in *Instance) Validate() error {
	if in == nil || len(in.Equity) == 0 {
		return fmt.Errorf("%w: it has no rows", ErrInstance)
	}
	if len(in.Features) != len(in.Equity) || len(in.Weight) != len(in.Equity) {
		return fmt.Errorf("%w: %d feature vectors, %d equities and %d weights; the numbers must be equal",
			ErrInstance, len(in.Features), len(in.Equity), len(in.Weight))
	}
	if in.Ratios != nil && len(in.Ratios) != len(in.Equity) {
		return fmt.Errorf("%w: %d ratios for %d equities", ErrInstance, len(in.Ratios), len(in.Equity))
	}
	if n := in.Columns.Count(); n < 1 || n > proof.MaxColumns {
		return fmt.Errorf("%w: it has %d columns, want 1 to %d", ErrInstance, n, proof.MaxColumns)
	}
	all := proof.FirstColumns(in.Columns.Count())
	for i, e := range in.Equity {
		if !(e >= 0 && e <= 1) { // not NaN either
			return fmt.Errorf("%w: row %d: equity is %v, want 0..1", ErrInstance, i, e)
		}
		if w := in.Weight[i]; !(w > 0) || math.IsInf(w, 1) {
			return fmt.Errorf("%w: row %d: weight is %v, want a positive number", ErrInstance, i, w)
		}
		if v := in.Features[i]; v[0]&^all[0]|v[1]&^all[1] != 0 {
			return fmt.Errorf("%w: row %d has a column beyond the %d of the instance", ErrInstance, i, in.Columns.Count())
		}
	}
	if w := in.TotalWeight(); math.IsInf(w, 1) {
		return fmt.Errorf("%w: the weights add up to infinity", ErrInstance)
	}
	return nil
}
