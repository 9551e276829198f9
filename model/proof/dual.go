package proof

import (
	"math"
	"math/big"
	"slices"

	"feltlab/model/features"
)

// Loss says which error of a formula counts.
type Loss uint8

// The losses.
const (
	Average Loss = iota // over all rows
	Largest
)

// String returns average or largest.
func (l Loss) String() string {
	if l == Largest {
		return "largest"
	}
	return "average"
}

const (
	// WeightUnit is a weight of 1 in units of a Dual's weights.
	WeightUnit = 1_000_000_000
	// MultiplierUnit is a multiplier of 1 in units of a Dual's multipliers.
	MultiplierUnit = 1 << 24
	// mostMass is the largest sum of the multipliers of a largest error.
	mostMass = 1 << 50
)

// Dual is a dual vector: a multiplier for each pattern, written shortly. There is nothing that it
// must satisfy, every Dual proves some bound.
type Dual struct {
	// Weights are those of a formula, in units of 1/WeightUnit. A pattern that is not listed has as
	// multiplier the slope of its loss at the formula's estimate. Average only.
	Weights []Entry
	// Slopes are the multipliers of listed patterns, in units of 1/MultiplierUnit. Average only.
	Slopes []Entry
	// Above and Below are the multipliers, at least 0 and 0 if not listed, of the largest and of
	// the smallest equity of patterns. Their unit does not matter. Largest only.
	Above, Below []Entry
}

// Entry is a value for a feature, by its number, or a pattern, from 0 in ascending order of the
// feature vectors, second word first.
type Entry struct {
	At    int
	Value int64
}

// relaxed is an evaluated dual vector: the loss of every formula x is at least
// (constant - unit * sum |gain_j| |x_j|) / scale, in units of the grid.
type relaxed struct {
	constant wide
	gain     [features.Count + 1]int64
	scale    int64
}

// evaluate returns what every formula with fewer than the cut's need of its columns loses at least,
// by a dual vector, in units of the grid times a scale above 0; false if the vector has entries for
// what does not exist.
func (in *Instance) evaluate(loss Loss, c *Cut, d *Dual) (least wide, scale int64, ok bool) {
	if d == nil || c.Need < 1 {
		return wide{}, 0, false
	}
	var r relaxed
	if loss == Largest {
		ok = in.relaxLargest(&r, d)
	} else {
		ok = in.relaxAverage(&r, d)
	}
	gains := int64(0)
	var among []int64
	for _, id := range in.every.IDs() {
		if g := magnitude(r.gain[id]); c.Columns.Has(id) {
			among = append(among, g)
		} else {
			gains += g
		}
	}
	slices.Sort(among)
	for _, g := range among[max(len(among)-c.Need+1, 0):] {
		gains += g
	}
	// Equities may be larger than their integers by the slack, so losses smaller by that.
	return r.constant.minus(times(gains, in.unit)).minus(times(r.scale, in.slack)), r.scale, ok
}

// relaxAverage takes each pattern's loss for no less than a line with the slope m that touches it.
func (in *Instance) relaxAverage(r *relaxed, d *Dual) bool {
	weight, ok := in.weightsOf(d.Weights)
	if !ok || len(d.Above)+len(d.Below) > 0 || !inOrder(d.Slopes, 0, len(in.patterns)-1) {
		return false
	}
	slopes := d.Slopes
	for i := range in.patterns {
		p := &in.patterns[i]
		m := p.slopeAt(p.estimate(&weight))
		if len(slopes) > 0 && slopes[0].At == i {
			m, slopes = slopes[0].Value, slopes[1:]
		}
		m = min(max(m, p.slope[0]), -p.slope[0])
		// The loss less m times the estimate is least where slopes grow past m.
		k, _ := slices.BinarySearch(p.slope[1:], m)
		r.constant = r.constant.plus(p.loss[k])
		r.lean(p, m, p.equity[k])
	}
	r.scale = in.weight * MultiplierUnit
	return true
}

// relaxLargest takes the largest error for no less than a mean of errors that have a sign each.
func (in *Instance) relaxLargest(r *relaxed, d *Dual) bool {
	if len(d.Weights)+len(d.Slopes) > 0 {
		return false
	}
	for k, entries := range [][]Entry{d.Above, d.Below} {
		if !inOrder(entries, 0, len(in.patterns)-1) {
			return false
		}
		for _, e := range entries {
			if e.Value < 0 || e.Value > mostMass-r.scale {
				return false
			}
			r.scale += e.Value
			if p := &in.patterns[e.At]; k == 0 {
				r.lean(p, -e.Value, p.equity[len(p.equity)-1])
			} else {
				r.lean(p, e.Value, p.equity[0])
			}
		}
	}
	return r.scale > 0
}

// lean adds m times the difference of a pattern's estimate and an equity.
func (r *relaxed) lean(p *pattern, m, equity int64) {
	r.constant = r.constant.minus(times(m, equity))
	for _, id := range p.ids {
		r.gain[id] += m
	}
}

// inOrder reports whether entries are in ascending order, each at most once, from first to last.
func inOrder(entries []Entry, first, last int) bool {
	for i, e := range entries {
		if e.At < first || e.At > last || i > 0 && e.At <= entries[i-1].At {
			return false
		}
	}
	return true
}

// weightsOf returns weights by feature, in units of the grid.
func (in *Instance) weightsOf(entries []Entry) (weight [features.Count + 1]int64, ok bool) {
	if !inOrder(entries, 1, features.Count) {
		return weight, false
	}
	for _, e := range entries {
		if e.Value < -WeightUnit || e.Value > WeightUnit {
			return weight, false
		}
		// Any rounding would be sound, but every checker has to do the same.
		weight[e.At] = int64(float64(e.Value) / WeightUnit * float64(in.unit))
	}
	return weight, true
}

func (p *pattern) estimate(weight *[features.Count + 1]int64) (sum int64) {
	for _, id := range p.ids {
		sum += weight[id]
	}
	return sum
}

// slopeAt returns the slope of the pattern's loss right of s, as a multiplier.
func (p *pattern) slopeAt(s int64) int64 {
	k, _ := slices.BinarySearch(p.equity, s+1)
	return p.slope[k]
}

// onGridUp returns a fraction of 1 in units of the grid, rounded up.
func (in *Instance) onGridUp(x float64) int64 {
	v := new(big.Rat).SetFloat64(-x)
	v.Mul(v, new(big.Rat).SetInt64(in.unit))
	return -new(big.Int).Div(v.Num(), v.Denom()).Int64() // Div rounds down
}

// DualOf writes a dual vector of an average error shortly: weights that are near an optimal
// formula's, by feature number, and a multiplier for each pattern.
func (in *Instance) DualOf(weights [features.Count + 1]float64, multipliers []float64) Dual {
	var d Dual
	for id, w := range weights {
		if v := int64(math.Round(min(max(w, -1), 1) * WeightUnit)); v != 0 {
			d.Weights = append(d.Weights, Entry{id, v})
		}
	}
	weight, _ := in.weightsOf(d.Weights)
	for i := range in.patterns {
		p := &in.patterns[i]
		m := int64(math.Round(multipliers[i] * MultiplierUnit))
		if m != p.slopeAt(p.estimate(&weight)) {
			d.Slopes = append(d.Slopes, Entry{i, m})
		}
	}
	return d
}
