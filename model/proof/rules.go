package proof

import (
	"errors"
	"fmt"
	"slices"
)

// ErrRules is wrapped by errors about rules that no claim can have.
var ErrRules = errors.New("bad rules of formulas")

// Rules says which formulas a claim is about, and the unit of its target. A nil *Rules stands for the plain ones: a
// target from 0 to 1, any weights from -1 to 1, no intercept, no groups.
type Rules struct {
	Low, High Decimal   // least and greatest possible target; row targets are fractions (y - Low) / (High - Low)
	Bounds    []Bounds  // of the weights of the columns 1, 2, ..., in the unit of the target
	Intercept Intercept // what formulas add to their weights; it does not count as a feature
	Step      Decimal   // every weight is a multiple of it; 0: no step
	Values    []Decimal // or every weight is one of these, ascending, 0 among them; nil: no list
	Groups    []Group   // disjoint, in the order of their first columns
	// Quantile is that of the rows that formulas estimate: in an average error, rows above the estimate count twice
	// the quantile, and those below twice the rest of 1. Thousandths; 0 stands for 0.5: all rows count alike.
	Quantile Decimal `json:",omitzero"`
}

// Group is two or more columns of which a formula has at most Most, fewer than all. If Most is 0, the group is whole:
// its columns count as one, however many have a weight, and its first column stands for it where sets of columns are
// named: With and Except of a claim, cuts and choices.
type Group struct {
	Columns Vector
	Most    int
}

// Bounds is the interval of a weight: Lower <= 0 <= Upper.
type Bounds struct{ Lower, Upper Decimal }

// Intercept is a kind of intercept.
type Intercept uint8

// The intercepts: none, any number, or a multiple of the step.
const (
	NoIntercept Intercept = iota
	FreeIntercept
	RoundIntercept
)

// String returns none, free or round.
func (i Intercept) String() string { return [...]string{"none", "free", "round"}[i] }

// plain are the bounds of every weight under the plain rules.
var plain = Bounds{-One, One}

// Normal returns the rules, and nil for the plain ones.
func (r *Rules) Normal() *Rules {
	if r == nil || r.Low != 0 || r.High != One || r.Intercept != NoIntercept || !r.Any() || len(r.Groups) > 0 ||
		r.Quantile != 0 || slices.ContainsFunc(r.Bounds, func(b Bounds) bool { return b != plain }) {
		return r
	}
	return nil
}

// orPlain returns the rules, for nil the plain ones without their bounds, which a Box has.
func (r *Rules) orPlain() *Rules {
	if r == nil {
		return plainRules
	}
	return r
}

var plainRules = &Rules{High: One}

// Any reports whether weights may have any value within their bounds.
func (r *Rules) Any() bool { return r == nil || r.Step == 0 && r.Values == nil }

// Slopes returns what a row counts in an average error for each unit by which its target is above the estimate, and
// below: multipliers, in a unit of which half their sum is 1.
func (r *Rules) Slopes() (above, below int64) {
	const unit = 2 * (MultiplierUnit / 1000)
	if r == nil || r.Quantile == 0 {
		return MultiplierUnit, MultiplierUnit
	}
	above = unit * int64(r.Quantile/(One/1000))
	return above, 1000*unit - above
}

// MostCutoff returns the largest cutoff of a claim: 1, as no weights at all estimate a target from 0 to 1 to within 1;
// under rules, estimates without an intercept may be many ranges off.
func (r *Rules) MostCutoff() float64 {
	if r == nil {
		return 1
	}
	return mostRange
}

// Group returns the group of a column; one without columns if it is in none.
func (r *Rules) Group(id int) Group {
	for _, g := range r.orPlain().Groups {
		if g.Columns.Has(id) {
			return g
		}
	}
	return Group{}
}

// Full reports whether a set, with the first columns of whole groups, has as many columns of a group as formulas may.
func (g Group) Full(set Vector) bool { return g.Columns.And(set).Size() >= max(g.Most, 1) }

// Taken returns the columns of a column's group if a set is Full of it, else none.
func (r *Rules) Taken(id int, set Vector) (taken Vector) {
	if g := r.Group(id); g.Full(set) {
		return g.Columns
	}
	return taken
}

// Allow reports whether a formula may have all columns of a set, with the first columns of whole groups.
func (r *Rules) Allow(set Vector) bool {
	full := func(g Group) bool { return g.Columns.And(set).Size() > max(g.Most, 1) }
	return !slices.ContainsFunc(r.orPlain().Groups, full)
}

// Units returns a set with the first column of each whole group in place of its columns.
func (r *Rules) Units(v Vector) Vector {
	for _, g := range r.orPlain().Groups {
		if in := g.Columns.And(v); g.Most == 0 && !in.Empty() {
			v = v.Minus(in).With(g.Columns.Smallest())
		}
	}
	return v
}

// join adds up numbers by column over each whole group, at its first column.
func (r *Rules) join(by []wide) {
	for _, g := range r.Groups {
		ids := g.Columns.IDs()
		for _, id := range ids[1:] {
			if g.Most == 0 {
				by[ids[0]], by[id] = by[ids[0]].plus(by[id]), wide{}
			}
		}
	}
}

// Validate returns nil, or an error that wraps ErrRules and says what is wrong with the rules for a number of columns.
func (r *Rules) Validate(columns int) error {
	if r == nil {
		return nil
	}
	const most = 1 << 60 // of decimals: differences of two fit
	switch {
	case r.Low < -most || r.High > most:
		return fmt.Errorf("%w: the target is from %v to %v, want magnitudes of at most %d", ErrRules, r.Low, r.High,
			most/One)
	case r.Low >= r.High:
		return fmt.Errorf("%w: the target is from %v to %v, want the smaller first", ErrRules, r.Low, r.High)
	case len(r.Bounds) != columns:
		return fmt.Errorf("%w: bounds of %d weights for %d columns", ErrRules, len(r.Bounds), columns)
	case r.Intercept > RoundIntercept:
		return fmt.Errorf("%w: unknown intercept %d", ErrRules, r.Intercept)
	case r.Intercept == RoundIntercept && r.Step == 0:
		return fmt.Errorf("%w: a round intercept needs a step", ErrRules)
	case r.Step < 0 || r.Step > most || r.Step > 0 && r.Values != nil:
		return fmt.Errorf("%w: want a positive step or a list of values, not both", ErrRules)
	case !slices.Equal(r.Values, slices.Compact(slices.Sorted(slices.Values(r.Values)))):
		return fmt.Errorf("%w: the values are %v, want ascending ones", ErrRules, r.Values)
	case r.Values != nil && !slices.Contains(r.Values, 0):
		return fmt.Errorf("%w: 0 is not among the values", ErrRules)
	case r.Quantile < 0 || r.Quantile >= One || r.Quantile%(One/1000) != 0 || r.Quantile == One/2:
		return fmt.Errorf("%w: quantile %v, want thousandths from 0.001 to 0.999, but 0.5", ErrRules, r.Quantile)
	}
	for i, b := range r.Bounds {
		if b.Lower > 0 || b.Upper < 0 || b.Lower < -most || b.Upper > most {
			return fmt.Errorf("%w: column %d has bounds %v and %v, want 0 between them", ErrRules, i+1, b.Lower,
				b.Upper)
		}
	}
	return r.validateGroups(columns)
}

func (r *Rules) validateGroups(columns int) error {
	seen, last := Vector{}, 0
	for i, g := range r.Groups {
		switch {
		case g.Columns.Size() < 2 || !g.Columns.Minus(FirstColumns(columns)).Empty():
			return fmt.Errorf("%w: group %d, want two or more of the columns 1 to %d", ErrRules, i+1, columns)
		case g.Most < 0 || g.Most >= g.Columns.Size():
			return fmt.Errorf("%w: at most %d of the columns of group %d, want fewer than all", ErrRules, g.Most, i+1)
		case !g.Columns.And(seen).Empty():
			return fmt.Errorf("%w: column %d is in two groups", ErrRules, g.Columns.And(seen).Smallest())
		case g.Columns.Smallest() < last:
			return fmt.Errorf("%w: group %d comes too late, want groups in the order of their first columns",
				ErrRules, i+1)
		}
		seen, last = seen.Or(g.Columns), g.Columns.Smallest()
	}
	return nil
}
