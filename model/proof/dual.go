package proof

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
	"slices"
)

// Loss is the error that a claim is about.
type Loss uint8

// The losses.
const (
	Average Loss = iota // mean absolute error over all rows
	Largest             // largest absolute error of a row
	Wrong               // rows that a score gets wrong
)

// String returns average, largest or wrong.
func (l Loss) String() string { return [...]string{"average", "largest", "wrong"}[l] }

const (
	WeightUnit     = 1_000_000_000 // a weight of 1 in units of a Dual's weights
	MultiplierUnit = 1 << 24       // a multiplier of 1 in units of a Dual's multipliers, but for quantiles
	mostMass       = 1 << 50       // the largest sum of the multipliers of a largest error
)

// Dual is a dual vector in a short form: one multiplier a pattern. It need not satisfy anything:
// every Dual proves some bound.
type Dual struct {
	// Weights are the weights of a formula by column, in units of 1/WeightUnit; with Rules, column 0 is the intercept.
	// The multiplier of a pattern that Slopes does not list is the slope of its loss at the formula's estimate.
	// Average only.
	Weights []Entry
	Slopes  []Entry // Slopes are multipliers of patterns, in units of 1/MultiplierUnit, see Rules.Slopes. Average only.
	// Above and Below are the multipliers of the largest and of the smallest target of patterns: at
	// least 0, and 0 for a pattern that is not listed. Their unit does not matter. Largest only.
	Above, Below []Entry
}

// Entry is a value for a column, by its number, or for a pattern. Patterns are numbered from 0 in
// ascending order of their vectors, last word first.
type Entry struct {
	At    int
	Value int64
}

// relaxed is an evaluated dual vector: the loss of every formula x is at least
// (constant + sum of gain_j x_j) / scale, in units of the grid; x_0 is the intercept.
type relaxed struct {
	constant wide
	gain     []int64
	scale    int64
}

// Slopes returns the multipliers of all patterns for which a dual vector of an average error of a valid claim stands,
// each within the slopes of the pattern's loss; nil if the dual vector has an entry for a column or pattern that does
// not exist, or one out of range.
func (in *Instance) Slopes(h *Header, d *Dual) []int64 {
	weight, ok := in.weightsFor(h, h.box(in.columns), d.Weights)
	if !ok || len(d.Above)+len(d.Below) > 0 || !inOrder(d.Slopes, 0, len(in.patterns)-1) {
		return nil
	}
	slopes, all := d.Slopes, make([]int64, len(in.patterns))
	above, below := h.Rules.Slopes()
	for i := range in.patterns {
		p := &in.patterns[i]
		m := p.slopeAt(p.estimate(weight), above, below)
		if len(slopes) > 0 && slopes[0].At == i {
			m, slopes = slopes[0].Value, slopes[1:]
		}
		all[i] = min(max(m, -above*p.all()), below*p.all())
	}
	return all
}

// relaxAverage bounds the loss of each pattern from below by a line of some slope that touches it.
func (in *Instance) relaxAverage(r *relaxed, h *Header, d *Dual) bool {
	slopes := in.Slopes(h, d)
	above, below := h.Rules.Slopes()
	for i, m := range slopes {
		// The loss less m times the estimate is least where slopes grow past m.
		p := &in.patterns[i]
		k, _ := slices.BinarySearch(p.upTo[1:], (m+above*p.all()+above+below-1)/(above+below))
		r.constant = r.constant.plus(p.over[k].times(above)).plus(p.under[k].times(below))
		r.lean(p, m, p.target[k])
	}
	// Targets may exceed their integers by the slack, so losses may be smaller by it where the estimate is greater.
	r.constant = r.constant.minus(times(below*in.weight, in.slack))
	r.scale = in.weight * ((above + below) / 2)
	return slopes != nil
}

// relaxLargest bounds the largest error from below by a weighted mean of signed errors.
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
				r.lean(p, -e.Value, p.target[len(p.target)-1])
			} else {
				r.lean(p, e.Value, p.target[0])
			}
		}
	}
	r.constant = r.constant.minus(times(r.scale, in.slack))
	return r.scale > 0
}

// lean adds m times the difference between a pattern's estimate and a target.
func (r *relaxed) lean(p *pattern, m, target int64) {
	r.constant = r.constant.minus(times(m, target))
	r.gain[0] += m
	for _, id := range p.ids {
		r.gain[id] += m
	}
}

func inOrder(entries []Entry, first, last int) bool {
	for i, e := range entries {
		if e.At < first || e.At > last || i > 0 && e.At <= entries[i-1].At {
			return false
		}
	}
	return true
}

// estimate adds up weights in units of the grid; that of column 0 is the intercept.
func (p *pattern) estimate(weight []int64) int64 {
	sum := weight[0]
	for _, id := range p.ids {
		sum += weight[id]
	}
	return sum
}

// slopeAt returns the slope of the pattern's loss right of s, as a multiplier, for the slopes of a row.
func (p *pattern) slopeAt(s, above, below int64) int64 {
	k, _ := slices.BinarySearch(p.target, s+1)
	return (above+below)*p.upTo[k] - above*p.all()
}

// onGridUp returns a fraction of 1 in units of the grid, rounded up.
func (in *Instance) onGridUp(x float64) int64 {
	v := new(big.Rat).SetFloat64(-x)
	v.Mul(v, new(big.Rat).SetInt64(in.unit))
	return -new(big.Int).Div(v.Num(), v.Denom()).Int64() // Div rounds down
}

// DualOf returns the short form of a dual vector of an average error for a claim: one multiplier a pattern, and the
// weights of a formula near the optimum, by column, as fractions of the target's range. Weight 0 is the intercept
// less the least target; it is unused without an intercept. Of an impossible claim it returns an empty one, which
// shows nothing.
func (in *Instance) DualOf(h *Header, weights []float64, multipliers []float64) Dual {
	var d Dual
	if h.Valid(in.columns) != nil {
		return d
	}
	box, r := h.box(in.columns), h.Rules.orPlain()
	for id, w := range weights {
		unlisted := Decimal(0)
		if id == 0 && r.Intercept != NoIntercept {
			unlisted = r.Low
		}
		if v := r.entry(w, unlisted, box[id]); v != unlisted {
			d.Weights = append(d.Weights, Entry{id, int64(v)})
		}
	}
	weight, ok := in.weightsFor(h, box, d.Weights)
	if !ok { // they add up to too much
		d.Weights = nil
		weight, _ = in.weightsFor(h, box, nil)
	}
	above, below := h.Rules.Slopes()
	for i := range in.patterns {
		p := &in.patterns[i]
		m := int64(math.Round(multipliers[i] * float64((above+below)/2)))
		if m != p.slopeAt(p.estimate(weight), above, below) {
			d.Slopes = append(d.Slopes, Entry{i, m})
		}
	}
	return d
}

// wide is a signed integer of 128 bits. No sum overflows: see "Sizes" of docs/proof-format.md.
type wide struct {
	high int64
	low  uint64
}

func (a wide) plus(b wide) wide {
	low, carry := bits.Add64(a.low, b.low, 0)
	return wide{a.high + b.high + int64(carry), low}
}

func (a wide) minus(b wide) wide { return a.plus(b.times(-1)) }

func times(a, b int64) wide { return wide{a >> 63, uint64(a)}.times(b) }

// times multiplies modulo 2^128: what b lacks of being unsigned is 2^64 where it is negative.
func (a wide) times(b int64) wide {
	high, low := bits.Mul64(a.low, uint64(b))
	return wide{int64(high) + a.high*b + int64(a.low)*(b>>63), low}
}

func (a wide) isNegative() bool { return a.high < 0 }

// order compares for a descending order.
func (a wide) order(b wide) int {
	return cmp.Or(cmp.Compare(b.high, a.high), cmp.Compare(b.low, a.low))
}

func (a wide) big() *big.Int {
	v := big.NewInt(a.high)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(a.low))
}

// No integer here is the smallest int64, whose magnitude does not fit.
func magnitude(a int64) int64 { return max(a, -a) }
