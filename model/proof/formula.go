package proof

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// ErrFormula is wrapped by the errors of Evaluate.
var ErrFormula = errors.New("bad formula")

// Term is a column with its weight, a fraction of the target's range: in [-1, 1], or within the rules' bounds. Column 0
// is the intercept less the least target.
type Term struct {
	ID     int
	Weight float64
}

// Number is a number within Radius of Value.
type Number struct{ Value, Radius float64 }

// Low and High are the ends of the interval that the number lies in.
func (n Number) Low() float64  { return n.Value - n.Radius }
func (n Number) High() float64 { return n.Value + n.Radius }

// Is reports whether x can be the rounded number: rounded to nearest by at most half, or, if floored,
// down by at most twice half.
func (n Number) Is(x, half float64, floored bool) bool {
	if floored {
		x += half
	}
	return math.Abs(x-n.Value) <= n.Radius+half // false for NaN
}

// Errors are the absolute errors of a formula over all rows, fractions of 1.
type Errors struct {
	Average Number // with a quantile, as Rules.Slopes counts rows
	P90     Number // 90th percentile by nearest rank
	Max     Number
}

// Evaluate computes the errors of a formula under rules, maybe nil. The error wraps ErrFormula for a column that does
// not exist or occurs twice, and for a weight outside its bounds. It does not ask whether weights have the rules'
// step or values, or how many columns of a group there are. A formula without column 0 starts at 0 under rules
// without an intercept, and else at the least target. A weight may lie beyond a bound by the rounding of a double.
func (in *Instance) Evaluate(rules *Rules, formula []Term) (Errors, error) {
	h := &Header{Features: in.columns, Rules: rules}
	err := h.Valid(in.columns)
	if err != nil { // wide bounds allow claims about fewer columns
		var has Vector
		for _, t := range formula {
			has = has.With(t.ID)
		}
		h.Features = min(rules.Units(has).Size(), in.columns)
		for more := MaxColumns; more > 0; more /= 2 {
			if h.Features += more; h.Features > in.columns || h.Valid(in.columns) != nil {
				h.Features -= more
			}
		}
		err = h.Valid(in.columns)
	}
	if err != nil {
		return Errors{}, err
	}
	weight, seen := make([]int64, in.columns+1), make([]bool, in.columns+1)
	box, unit := h.box(in.columns), float64(in.unit)
	of, isPlain := " of the target's range", rules == nil
	if isPlain {
		rules, of = plainRules, ""
	}
	if rules.Intercept == NoIntercept {
		weight[0], _ = in.grid(-rules.Low, rules) // estimates start at 0, which is that far from the least target
	}
	for _, t := range formula {
		if t.ID < 0 || t.ID > in.columns || t.ID == 0 && rules.Intercept == NoIntercept {
			return Errors{}, fmt.Errorf("%w: feature %d does not exist; features are numbered from 1 to %d",
				ErrFormula, t.ID, in.columns)
		}
		if seen[t.ID] {
			return Errors{}, fmt.Errorf("%w: F%d occurs twice", ErrFormula, t.ID)
		}
		seen[t.ID] = true
		offset := Decimal(0)
		if t.ID == 0 {
			offset = rules.Low
		}
		low, _ := in.grid(box[t.ID].Lower-offset, rules)
		high, _ := in.grid(box[t.ID].Upper-offset, rules)
		w := math.Round(t.Weight * unit)
		room := 1 + 0x1p-50*math.Abs(w)
		if isPlain { // 1 has no rounding
			room = 0
		}
		if !(w >= float64(low)-room && w <= float64(high)+room) {
			return Errors{}, fmt.Errorf("%w: F%d has the weight %v%s, want one from %v to %v",
				ErrFormula, t.ID, t.Weight, of, float64(low)/unit, float64(high)/unit)
		}
		weight[t.ID] = min(max(int64(w), low), high)
	}
	// Each weight is off by half a unit and the rounding of a double, or by the room.
	units := int64(1)
	for _, x := range weight {
		if x != 0 {
			units += 2 + magnitude(x)>>(gridBits-3)
		}
	}
	if isPlain {
		units = int64(len(formula))
	}
	return in.errorsOf(rules, weight, units), nil
}

// errorsOf computes the errors for weights in units of the grid, which together are off by some units.
func (in *Instance) errorsOf(rules *Rules, weight []int64, units int64) Errors {
	above, below := rules.Slopes()
	half := (above + below) / 2
	units = ((units+in.slack)*max(above, below)+half-1)/half - in.slack // counted as often as rows
	type deviation struct{ size, weight int64 }
	var all []deviation
	var sum wide
	for i := range in.patterns {
		p := &in.patterns[i]
		s := p.estimate(weight)
		for k, e := range p.target {
			sum = sum.plus(times(max(e-s, 0), p.rows[k]).times(above)).plus(times(max(s-e, 0), p.rows[k]).times(below))
			all = append(all, deviation{magnitude(e - s), p.rows[k]})
		}
	}
	slices.SortFunc(all, func(a, b deviation) int { return cmp.Compare(a.size, b.size) })
	rank, held := 0, all[0].weight
	for 10*held < 9*in.weight {
		rank++
		held += all[rank].weight
	}
	return Errors{
		Average: in.number(sum, in.weight*half, units),
		P90:     in.number(times(all[rank].size, 1), 1, units),
		Max:     in.number(times(all[len(all)-1].size, 1), 1, units),
	}
}

// number divides units of the grid. The radius covers all rounding: of all weights by some units, of targets by the
// slack, and of the result by half a unit of its last place.
func (in *Instance) number(sum wide, by, units int64) Number {
	v, _ := new(big.Rat).SetFrac(sum.big(), times(by, in.unit).big()).Float64()
	return Number{v, float64(units+in.slack+1)/float64(in.unit) + v*0x1p-52}
}

const (
	// A bound may lie below an error that is called optimal by RelativeGap of the error, or by AbsoluteGap if that is
	// at most SmallGap of the error.
	RelativeGap = 1e-6
	AbsoluteGap = 1e-7
	SmallGap    = 2e-5
	// ZeroError is the largest error that counts as 0: weights that are doubles leave that much of a perfect fit.
	ZeroError = 1e-13
)

// Tolerance returns how far a bound may lie below an error that is called optimal.
func Tolerance(e float64) float64 { return max(RelativeGap*e, min(AbsoluteGap, SmallGap*e)) }

// Optimal reports whether a proved bound on all errors makes a formula with error e optimal.
func Optimal(e Number, bound float64) bool {
	return e.Value <= ZeroError || e.High()-bound <= Tolerance(e.Value)
}

// Gap returns the part of an error that a bound leaves open, 0 for an error that counts as 0.
func Gap(e, bound float64) float64 {
	if bound >= e || e <= ZeroError {
		return 0
	}
	return (e - bound) / e
}

// LimitTolerance returns how far an error may exceed a limit and still be within it.
func LimitTolerance(limit float64) float64 { return max(min(1e-9, 1e-7*limit), 2*ZeroError) }

// Within reports whether an error is certain to be within a limit.
func Within(e Number, limit float64) bool { return e.High() <= limit+LimitTolerance(limit) }

// Beyond reports whether a proved bound shows that no error is within a limit.
func Beyond(bound, limit float64) bool { return bound > limit+LimitTolerance(limit) }
