package regression

import (
	"errors"
	"fmt"
	"math"

	"feltlab/model/proof"
)

// ErrInstance is wrapped by errors about rows or columns that are no instance.
var ErrInstance = errors.New("bad instance")

// Instance is the data of the programs: rows of up to proof.MaxColumns yes/no columns with a target from 0 to 1. The
// slices have one entry a row.
type Instance struct {
	Source, Rows string // labels in claims: what the rows are of, and which they are; may be empty
	Columns      Columns
	Features     []proof.Vector // the columns that are true
	Target       []float64      // a fraction of 1
	Weight       []float64      // multiplicity, positive
	Ratios       []Ratio        // the targets as ratios of integers, for proofs; nil: Target, down to 2^-61
	With         []int          // columns that every formula has, ascending; mostly none
	Rules        *proof.Rules   // which formulas are allowed; nil: weights from -1 to 1, no intercept, no groups
}

// Ratio is a target as a ratio of integers. It need not be in lowest terms.
type Ratio struct{ Numerator, Denominator uint64 }

// OfRows returns an instance of rows in integers.
func OfRows(rows []proof.Row, columns Columns) *Instance {
	in := &Instance{Columns: columns, Features: make([]proof.Vector, len(rows)), Ratios: make([]Ratio, len(rows)),
		Target: make([]float64, len(rows)), Weight: make([]float64, len(rows))}
	for i, r := range rows {
		in.Features[i], in.Ratios[i] = r.Columns, Ratio{r.Numerator, r.Denominator}
		in.Target[i], in.Weight[i] = float64(r.Numerator)/float64(r.Denominator), float64(r.Weight)
	}
	return in
}

// Exact returns the instance in integers, for the kernel. The error is that of ExactRows, or wraps proof.ErrInstance.
func (in *Instance) Exact() (*proof.Instance, error) {
	rows, err := in.ExactRows()
	if err != nil {
		return nil, err
	}
	return proof.NewInstance(in.Columns.Count(), rows)
}

// ExactRows returns the rows in integers. Weights must be whole. The error wraps ErrInstance.
func (in *Instance) ExactRows() ([]proof.Row, error) {
	if err := in.Validate(); err != nil {
		return nil, err
	}
	const half = 1 << 61 // finer than the grid of the proofs
	rows := make([]proof.Row, len(in.Target))
	for i, v := range in.Features {
		r := proof.Row{
			Columns: v, Numerator: 2 * uint64(in.Target[i]*half), Denominator: 2 * half, Weight: int64(in.Weight[i]),
		}
		if in.Ratios != nil {
			r.Numerator, r.Denominator = in.Ratios[i].Numerator, in.Ratios[i].Denominator
		}
		if float64(r.Weight) != in.Weight[i] {
			return nil, fmt.Errorf("%w: row %d: weight is %v, want a whole number", ErrInstance, i, in.Weight[i])
		}
		rows[i] = r
	}
	return rows, nil
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
	if in == nil || len(in.Target) == 0 {
		return fmt.Errorf("%w: it has no rows", ErrInstance)
	}
	if len(in.Features) != len(in.Target) || len(in.Weight) != len(in.Target) {
		return fmt.Errorf("%w: %d feature vectors, %d targets and %d weights; the numbers must be equal",
			ErrInstance, len(in.Features), len(in.Target), len(in.Weight))
	}
	if in.Ratios != nil && len(in.Ratios) != len(in.Target) {
		return fmt.Errorf("%w: %d ratios for %d targets", ErrInstance, len(in.Ratios), len(in.Target))
	}
	if n := in.Columns.Count(); n < 1 || n > proof.MaxColumns {
		return fmt.Errorf("%w: it has %d columns, want 1 to %d", ErrInstance, n, proof.MaxColumns)
	}
	if err := in.Rules.Validate(in.Columns.Count()); err != nil {
		return fmt.Errorf("%w: %w", ErrInstance, err)
	}
	all := proof.FirstColumns(in.Columns.Count())
	for i, e := range in.Target {
		if !(e >= 0 && e <= 1) { // not NaN either
			return fmt.Errorf("%w: row %d: target is %v, want 0..1", ErrInstance, i, e)
		}
		if w := in.Weight[i]; !(w > 0) || math.IsInf(w, 1) {
			return fmt.Errorf("%w: row %d: weight is %v, want a positive number", ErrInstance, i, w)
		}
		if !in.Features[i].Minus(all).Empty() {
			return fmt.Errorf("%w: row %d has a column beyond the %d of the instance",
				ErrInstance, i, in.Columns.Count())
		}
	}
	if w := in.TotalWeight(); math.IsInf(w, 1) {
		return fmt.Errorf("%w: the weights add up to infinity", ErrInstance)
	}
	return nil
}
