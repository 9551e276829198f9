package regression

import "feltlab/model/proof"

// Range returns the greatest possible target less the least, in the unit of the target: the unit of equities,
// weights and errors. It is 1 without rules.
func (in *Instance) Range() float64 {
	if in.Rules == nil {
		return 1
	}
	return float64(in.Rules.High-in.Rules.Low) / float64(proof.One)
}

// Bounds returns the bounds of the weight of a column, as fractions of the target's range.
func (in *Instance) Bounds(id int) (lower, upper float64) {
	if in.Rules == nil {
		return -1, 1
	}
	b, size := in.Rules.Bounds[id-1], float64(in.Rules.High-in.Rules.Low)
	return float64(b.Lower) / size, float64(b.Upper) / size
}

// HasIntercept reports whether formulas have an intercept.
func (in *Instance) HasIntercept() bool {
	return in.Rules != nil && in.Rules.Intercept != proof.NoIntercept
}

// Alike reports whether the same rules hold for two columns: equal bounds, and the same group or none.
func (in *Instance) Alike(a, b int) bool {
	return in.Rules == nil || in.Rules.Bounds[a-1] == in.Rules.Bounds[b-1] && in.Rules.Group(a) == in.Rules.Group(b)
}
