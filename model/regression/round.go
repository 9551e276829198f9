package regression

import (
	"math"
	"slices"

	"feltlab/model/proof"
)

// Round weights are multiples of a step or one of a list of values, under rules that are not [proof.Rules.Any]. Values
// have numbers: the multiple, or the place in the list. A weight is a fraction of the target's range here, and the
// intercept, column 0, a fraction above the least target.

// near is the share of the distance of two values that counts as a rounding error.
const near = 1e-7

// ValueOf returns a value of weights by its number.
func ValueOf(r *proof.Rules, number int64) proof.Decimal {
	if r.Step > 0 {
		return proof.Decimal(number) * r.Step
	}
	return r.Values[number]
}

// IsValue reports whether a weight can have a value.
func IsValue(r *proof.Rules, d proof.Decimal) bool {
	if r.Step > 0 {
		return d%r.Step == 0
	}
	_, ok := slices.BinarySearch(r.Values, d)
	return ok
}

// Fraction returns a value as a weight.
func Fraction(r *proof.Rules, id int, d proof.Decimal) float64 {
	if id == 0 {
		d -= r.Low
	}
	return float64(d) / float64(r.High-r.Low)
}

// inUnit returns a weight in billionths of the target's unit.
func inUnit(r *proof.Rules, id int, weight float64) float64 {
	at := weight * float64(r.High-r.Low)
	if id == 0 {
		at += float64(r.Low)
	}
	return at
}

// Below returns the number of the greatest value that is at most a weight, but for rounding, or of the least value; and
// the share of the way to the next value, 0 for the last one.
func Below(r *proof.Rules, id int, weight float64) (number int64, share float64) {
	at := inUnit(r, id, weight)
	if r.Step > 0 {
		number = int64(math.Floor(at/float64(r.Step) + near))
	} else {
		k, _ := slices.BinarySearch(r.Values, proof.Decimal(math.Floor(at))+1)
		last := int64(len(r.Values)) - 1
		if number = int64(k) - 1; number < last &&
			(number < 0 || at > float64(r.Values[number+1])-near*float64(r.Values[number+1]-r.Values[number])) {
			number++
		}
		if number == last {
			return number, 0
		}
	}
	below, above := ValueOf(r, number), ValueOf(r, number+1)
	return number, (at - float64(below)) / float64(above-below)
}

// NearestValue returns the value next to a weight.
func NearestValue(r *proof.Rules, id int, weight float64) proof.Decimal {
	number, share := Below(r, id, weight)
	if share > 0.5 {
		number++
	}
	return ValueOf(r, number)
}

// Nearest returns the allowed weight next to another one: the same one if it need not be round.
func Nearest(r *proof.Rules, id int, weight float64) float64 {
	if r.Any() || id == 0 && r.Intercept != proof.RoundIntercept {
		return weight
	}
	return Fraction(r, id, NearestValue(r, id, weight))
}

// IsRound reports whether a weight, or an intercept, is one that rules with a step or values allow, up to the rounding
// of a double.
func IsRound(r *proof.Rules, t Term) bool {
	if r.Any() || t.ID == 0 && r.Intercept != proof.RoundIntercept {
		return true
	}
	at := inUnit(r, t.ID, t.Weight)
	return math.Abs(at-float64(NearestValue(r, t.ID, t.Weight))) <= 1+0x1p-45*math.Abs(at)
}
