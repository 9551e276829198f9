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

// Term is a column with its weight in [-1, 1].
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
	Average Number
	P90     Number // 90th percentile by nearest rank
	Max     Number
}

// Evaluate computes the errors of a formula. The error wraps ErrFormula for a column that does not
// exist or occurs twice, and for a weight outside [-1, 1].
func (in *Instance) Evaluate(formula []Term) (Errors, error) {
	var weight [MaxColumns + 1]int64
	var seen Vector
	for _, t := range formula {
		switch {
		case t.ID < 1 || t.ID > in.columns:
			return Errors{}, fmt.Errorf("%w: feature %d does not exist; features are numbered from 1 to %d",
				ErrFormula, t.ID, in.columns)
		case seen.Has(t.ID):
			return Errors{}, fmt.Errorf("%w: F%d occurs twice", ErrFormula, t.ID)
		case !(math.Abs(t.Weight) <= 1):
			return Errors{}, fmt.Errorf("%w: F%d has the weight %v, want one from -1 to 1", ErrFormula, t.ID, t.Weight)
		}
		seen = seen.With(t.ID)
		weight[t.ID] = int64(math.Round(t.Weight * float64(in.unit)))
	}
	type deviation struct{ size, weight int64 }
	var all []deviation
	var sum wide
	for i := range in.patterns {
		p := &in.patterns[i]
		s := p.estimate(&weight)
		for k, e := range p.target {
			d := deviation{magnitude(e - s), p.rows[k]}
			sum = sum.plus(times(d.size, d.weight))
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b deviation) int { return cmp.Compare(a.size, b.size) })
	rank, held := 0, all[0].weight
	for 10*held < 9*in.weight {
		rank++
		held += all[rank].weight
	}
	return Errors{
		Average: in.number(sum, in.weight, len(formula)),
		P90:     in.number(times(all[rank].size, 1), 1, len(formula)),
		Max:     in.number(times(all[len(all)-1].size, 1), 1, len(formula)),
	}, nil
}

// number divides units of the grid. The radius covers all rounding: of each weight by at most one
// unit, of targets by the slack, and of the result by half a unit of its last place.
func (in *Instance) number(sum wide, by int64, terms int) Number {
	v, _ := new(big.Rat).SetFrac(sum.big(), times(by, in.unit).big()).Float64()
	return Number{v, float64(int64(terms)+in.slack+1)/float64(in.unit) + v*0x1p-52}
}

const (
	// RelativeGap and AbsoluteGap are how far a bound may lie below an error that is called optimal;
	// one of the two is enough.
	RelativeGap    = 1e-6
	AbsoluteGap    = 1e-7
	LimitTolerance = 1e-9 // LimitTolerance belongs to "within a limit": an error of at most the limit plus this
)

// Optimal reports whether a proved bound on all errors makes a formula with error e optimal.
func Optimal(e Number, bound float64) bool {
	return e.High()-bound <= max(RelativeGap*e.Value, AbsoluteGap)
}

// Within reports whether an error is certain to be within a limit.
func Within(e Number, limit float64) bool { return e.High() <= limit+LimitTolerance }

// Beyond reports whether a proved bound shows that no error is within a limit.
func Beyond(bound, limit float64) bool { return bound > limit+LimitTolerance }
