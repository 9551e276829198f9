package exact

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"feltlab/model/features"
)

// ErrDual marks a dual vector that is not one for the problem.
var ErrDual = errors.New("exact: not a dual vector of this problem")

// MultiplierUnit is how many units a multiplier of 1 has: multipliers are integers, in millionths of
// a flop.
const MultiplierUnit = 1_000_000

// DualBound returns a lower bound on the average error of every formula with at most n features:
// the value of a dual vector, one multiplier a pattern in ascending order of the vectors (the second
// word first), in units of 1/MultiplierUnit. Multipliers outside [-W_p, W_p] are moved to its ends, so that
// the bound holds whatever they are. The error wraps ErrDual.
func (p *Problem) DualBound(n int, multipliers []int64) (*big.Rat, error) {
	if len(multipliers) != len(p.patterns) {
		return nil, fmt.Errorf("%w: %d multipliers for %d patterns", ErrDual, len(multipliers), len(p.patterns))
	}
	if n < 0 {
		return nil, fmt.Errorf("%w: %d features", ErrDual, n)
	}
	var gradient [features.Count + 1]int64 // at most total * MultiplierUnit
	constant := new(big.Int)               // in units of 1/(den * MultiplierUnit)
	for i := range p.patterns {
		q := &p.patterns[i]
		m := min(max(multipliers[i], -q.total*MultiplierUnit), q.total*MultiplierUnit)
		constant.Add(constant, q.least(m))
		for _, id := range q.vector.IDs() {
			gradient[id] += m
		}
	}
	for id, g := range gradient {
		gradient[id] = max(g, -g)
	}
	slices.Sort(gradient[:])
	gain := new(big.Int)
	for k := range min(n, features.Count) {
		gain.Add(gain, big.NewInt(gradient[features.Count-k]))
	}
	constant.Sub(constant, gain.Mul(gain, p.den))
	unit := new(big.Int).Mul(p.den, big.NewInt(MultiplierUnit))
	return new(big.Rat).SetFrac(constant, unit.Mul(unit, big.NewInt(p.total))), nil
}

// least returns min over s of MultiplierUnit * L(s) - m s, in units of 1/den.
func (q *pattern) least(m int64) *big.Int {
	// L - m s falls up to the first equity with slope (2 below - total) >= m on its right.
	at, below := 0, q.weight[0]
	for at+1 < len(q.value) && (2*below-q.total)*MultiplierUnit < m {
		at++
		below += q.weight[at]
	}
	e := q.value[at]
	loss, d := new(big.Int), new(big.Int)
	for i, w := range q.weight {
		d.Abs(d.Sub(q.value[i], e))
		loss.Add(loss, d.Mul(d, big.NewInt(w)))
	}
	loss.Mul(loss, big.NewInt(MultiplierUnit))
	return loss.Sub(loss, d.Mul(big.NewInt(m), e))
}
