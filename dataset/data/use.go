package data

import (
	"math"

	"feltlab/model/proof"
)

// Formulas about a table have weights and an intercept as an instance has them: fractions of the target's range, the
// intercept above LOW.

// InTarget turns an estimate of the instance into the unit of the target.
func (t *Table) InTarget(estimate float64) float64 { return t.Low.Float() + estimate*t.Range() }

// estimate returns the estimate of a row, a fraction of the target's range above LOW, from the sum of the weights that
// count for it.
func (t *Table) estimate(sum float64) float64 {
	if t.Options.NoIntercept {
		sum -= t.Low.Float() / t.Range()
	}
	return sum
}

// Estimate returns what a formula estimates for the columns that are true in a row, in the unit of the target. The sum
// is that of the formula's weights there.
func (t *Table) Estimate(sum func(v proof.Vector) float64) func(v proof.Vector) float64 {
	return func(v proof.Vector) float64 { return t.InTarget(t.estimate(sum(v))) }
}

// half is the estimate from which on a row counts as 1, less the rounding of the weights.
const (
	half     = 0.5 - rounding
	rounding = 1e-9
)

// Misclassified returns the weight of the rows with a target of 0 or 1 whose estimate lies on the other side of 0.5,
// which itself counts as 1. Mixed says whether rows with the same columns have both targets: no formula tells them
// apart, and its largest error is at least 0.5.
func (t *Table) Misclassified(sum func(v proof.Vector) float64) (wrong int64, mixed bool) {
	for i, r := range t.Rows {
		if (t.estimate(sum(r.Columns)) >= half) != (r.Target != 0) {
			wrong += r.Weight
		}
		mixed = mixed || i > 0 && t.Rows[i-1].Columns == r.Columns
	}
	return wrong, mixed
}

// AtBound reports whether a weight lies at its bound: a larger bound might allow a better formula.
func (t *Table) AtBound(weight float64) bool {
	bound, _ := parseDecimal(t.Options.Bound) // Normalized has read it
	return math.Abs(weight) >= bound.Float()-1e-9
}
