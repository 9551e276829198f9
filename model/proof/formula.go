package proof

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"feltlab/model/features"
)

// ErrFormula is wrapped by errors about a formula that is none.
var ErrFormula = errors.New("proof: bad formula")

// Term is a feature with its weight in [-1, 1].
type Term struct {
	ID     int
	Weight float64
}

// Number is a number that is known up to a radius.
type Number struct{ Value, Radius float64 }

// Low and High are the ends of what the number can be.
func (n Number) Low() float64  { return n.Value - n.Radius }
func (n Number) High() float64 { return n.Value + n.Radius }

// Is reports whether the number can be x, which was rounded by at most half, or down by at most
// twice that if floored.
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

// Evaluate computes the errors of a formula. The error wraps ErrFormula: a feature that does not
// exist or occurs twice, a weight outside [-1, 1].
func (in *Instance) Evaluate(formula []Term) (Errors, error) {
	var weight [features.Count + 1]int64
	var seen features.Vector
	for _, t := range formula {
		switch {
		case t.ID < 1 || t.ID > features.Count:
			return Errors{}, fmt.Errorf("%w: no feature has the number %d", ErrFormula, t.ID)
		case seen.Has(t.ID):
			return Errors{}, fmt.Errorf("%w: F%d occurs twice", ErrFormula, t.ID)
		case !(math.Abs(t.Weight) <= 1):
			return Errors{}, fmt.Errorf("%w: F%d has the weight %v, want one in [-1, 1]", ErrFormula, t.ID, t.Weight)
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
		for k, e := range p.equity {
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

// number divides units of the grid. Weights were rounded by one unit each at most, equities by the
// slack, and an error of 2^7 or less by half a unit of its last place in double precision; the
// radius allows for all of that.
func (in *Instance) number(sum wide, by int64, terms int) Number {
	v, _ := new(big.Rat).SetFrac(sum.big(), times(by, in.unit).big()).Float64()
	return Number{v, float64(int64(terms)+in.slack+1)/float64(in.unit) + v*0x1p-52}
}
