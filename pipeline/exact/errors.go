package exact

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"feltlab/model/features"
	"feltlab/model/regression"
)

// ErrFormula marks a formula that names a feature that does not exist, or one twice.
var ErrFormula = errors.New("exact: not a formula")

// Term is a feature with its weight.
type Term struct {
	ID     int
	Weight *big.Rat
}

// Errors are the absolute errors of a formula over all rows, fractions of 1.
type Errors struct {
	Average *big.Rat
	P90     *big.Rat // 90th percentile by nearest rank
	Max     *big.Rat
}

// Terms takes the weights of a formula as the binary fractions that they are, which must be finite.
func Terms(f regression.Formula) []Term {
	terms := make([]Term, len(f))
	for i, t := range f {
		terms[i] = Term{t.ID, new(big.Rat).SetFloat64(t.Weight)}
	}
	return terms
}

// Errors computes the errors of a formula. The error wraps ErrFormula.
func (p *Problem) Errors(f []Term) (Errors, error) {
	scale, weights, err := integers(f)
	if err != nil {
		return Errors{}, err
	}
	type deviation struct {
		size   *big.Int
		weight int64
	}
	all := make([]deviation, 0, p.total)
	sum, product := new(big.Int), new(big.Int)
	for i := range p.patterns {
		q := &p.patterns[i]
		estimate := new(big.Int)
		for k, t := range f {
			if q.vector.Has(t.ID) {
				estimate.Add(estimate, weights[k])
			}
		}
		estimate.Mul(estimate, p.den)
		for k, v := range q.value {
			d := new(big.Int).Mul(v, scale)
			d.Abs(d.Sub(d, estimate))
			sum.Add(sum, product.Mul(d, big.NewInt(q.weight[k])))
			all = append(all, deviation{d, q.weight[k]})
		}
	}
	slices.SortFunc(all, func(a, b deviation) int { return a.size.Cmp(b.size) })
	unit := new(big.Int).Mul(p.den, scale)
	e := Errors{
		Average: new(big.Rat).SetFrac(sum, new(big.Int).Mul(unit, big.NewInt(p.total))),
		Max:     new(big.Rat).SetFrac(all[len(all)-1].size, unit),
	}
	held := int64(0)
	for _, d := range all {
		if held += d.weight; 10*held >= 9*p.total {
			e.P90 = new(big.Rat).SetFrac(d.size, unit)
			break
		}
	}
	return e, nil
}

// integers writes the weights over a common denominator.
func integers(f []Term) (scale *big.Int, weights []*big.Int, err error) {
	var seen [features.Count + 1]bool
	scale = big.NewInt(1)
	for _, t := range f {
		if t.ID < 1 || t.ID > features.Count {
			return nil, nil, fmt.Errorf("%w: no feature has the number %d", ErrFormula, t.ID)
		}
		if seen[t.ID] {
			return nil, nil, fmt.Errorf("%w: F%d occurs twice", ErrFormula, t.ID)
		}
		seen[t.ID] = true
		scale = lcm(scale, t.Weight.Denom())
	}
	for _, t := range f {
		w := new(big.Int).Div(scale, t.Weight.Denom())
		weights = append(weights, w.Mul(w, t.Weight.Num()))
	}
	return scale, weights, nil
}
