package regression

import (
	"fmt"
	"slices"

	"feltlab/model/proof"
)

// Bounds returns the bounds of the weight of a column, as fractions of the target's range.
func (in *Instance) Bounds(id int) (lower, upper float64) {
	if in.Rules == nil {
		return -1, 1
	}
	b, size := in.Rules.Bounds[id-1], float64(in.Rules.High-in.Rules.Low)
	return float64(b.Lower) / size, float64(b.Upper) / size
}

// Slopes returns what a row counts in an average error under rules if its target is above the estimate, and if it is
// below: 1 and 1, or with a quantile twice that and twice the rest.
func Slopes(r *proof.Rules) (above, below float64) {
	if r == nil || r.Quantile == 0 {
		return 1, 1
	}
	above = 2 * r.Quantile.Float()
	return above, 2 - above
}

// Offset returns the estimate of a formula without terms, a fraction of the target's range above the least target. It
// is not 0 if 0 is not the least target and formulas have no intercept.
func (in *Instance) Offset() float64 {
	if in.Rules == nil || in.HasIntercept() {
		return 0
	}
	return -float64(in.Rules.Low) / float64(in.Rules.High-in.Rules.Low)
}

// HasIntercept reports whether formulas have an intercept.
func (in *Instance) HasIntercept() bool {
	return in.Rules != nil && in.Rules.Intercept != proof.NoIntercept
}

// Units returns the number of columns of a formula under rules, where those of a whole group count as one.
func (f Formula) Units(r *proof.Rules) int { return r.Units(proof.VectorOf(f.IDs()...)).Size() }

// Whole returns a set of columns with all columns of the whole groups of which it has one.
func Whole(r *proof.Rules, v proof.Vector) proof.Vector {
	if r != nil {
		for _, g := range r.Groups {
			if g.Most == 0 && !g.Columns.And(v).Empty() {
				v = v.Or(g.Columns)
			}
		}
	}
	return v
}

// HasWhole reports whether rules have a whole group.
func HasWhole(r *proof.Rules) bool {
	return r != nil && slices.ContainsFunc(r.Groups, func(g proof.Group) bool { return g.Most == 0 })
}

// Alike reports whether the same rules hold for two columns: equal bounds, and the same group or none.
func (in *Instance) Alike(a, b int) bool {
	return in.Rules == nil || in.Rules.Bounds[a-1] == in.Rules.Bounds[b-1] && in.Rules.Group(a) == in.Rules.Group(b)
}

// CheckWith returns nil if formulas with at most n columns can have all of some columns. The error wraps ErrProgram.
func (in *Instance) CheckWith(n int, with []int) error {
	if len(with) > n {
		return fmt.Errorf("%w: %d columns in every formula of at most %d", ErrProgram, len(with), n)
	}
	var seen proof.Vector
	for _, id := range with {
		if id < 1 || id > in.Columns.Count() || seen.Has(id) {
			return fmt.Errorf("%w: column %d in every formula, want different columns from 1 to %d",
				ErrProgram, id, in.Columns.Count())
		}
		if seen = seen.With(id); in.Rules.Units(seen) != seen || !in.Rules.Allow(seen) {
			return fmt.Errorf("%w: columns %v in every formula, want no more of a group than it allows, and of a "+
				"whole group the first", ErrProgram, seen.IDs())
		}
		if g := in.Rules.Group(id); g.Most > 0 && !slices.ContainsFunc(in.Features, func(v proof.Vector) bool {
			return v.Has(id)
		}) { // solvers do not see it, nor what it takes from its group
			return fmt.Errorf("%w: column %d in every formula is true in no row, and in a group that allows %d; leave "+
				"it out", ErrProgram, id, g.Most)
		}
	}
	return nil
}
