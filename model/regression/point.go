package regression

import (
	"cmp"
	"math"
	"slices"

	"feltlab/model/proof"
)

// WeightTolerance is the size up to which a weight counts as a solver's rounding and is dropped.
const WeightTolerance = 1e-9

// Formula reads the formula from a solution x of the model, one value a column. A feature is used if its
// z rounds to at least 1 and its weight is above WeightTolerance. Weights are clamped to [-1, 1], which a
// solver meets only within its tolerance. The weight of a column for several features goes to the first
// of them, up to 1, then to the next. A solver's objective differs from the formula's errors by the
// solver's tolerances, so compute them from the formula.
func (b *Built) Formula(x []float64) Formula {
	var f Formula
	for _, id := range b.columns.kept {
		weight, used := x[b.X[id]], int(math.Round(x[b.Z[id]]))
		group := b.columns.group[id]
		for _, member := range group[:min(max(used, 0), len(group))] {
			part := max(-1, min(weight, 1))
			if math.Abs(part) <= WeightTolerance {
				break
			}
			f = append(f, Term{member, part})
			weight -= part
		}
	}
	slices.SortFunc(f, func(a, b Term) int { return cmp.Compare(a.ID, b.ID) })
	return f
}

// Start returns the best point of the model with the weights of f, one value a column. It is feasible if
// f has weights in [-1, 1], and at most N terms or an error of at most E. In Merged and Pattern it
// leaves out features that are never true.
func (b *Built) Start(f Formula) []float64 {
	x := make([]float64, len(b.Model.Columns))
	for _, t := range f {
		if t.ID < 1 || t.ID >= len(b.columns.owner) || t.Weight == 0 {
			continue
		}
		if owner := b.columns.owner[t.ID]; owner != 0 {
			x[b.X[owner]] += t.Weight
			x[b.Z[owner]]++
		}
	}
	for _, id := range b.columns.kept {
		// Weights of duplicate columns may cancel; z need only bound their sum.
		x[b.Z[id]] = min(x[b.Z[id]], math.Ceil(math.Abs(x[b.X[id]])))
	}
	estimate := func(v proof.Vector) float64 {
		sum := 0.0
		for _, id := range v.IDs() {
			if column := b.X[id]; column >= 0 {
				sum += x[column]
			}
		}
		return sum
	}
	b.loss.start(estimate, x)
	return x
}
