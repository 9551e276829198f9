package proof

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Box is an interval for the weight of every column, and for the intercept at 0, in the unit of the target.
type Box []Bounds

const (
	mostSum   = 1 << 62 // the largest sum of magnitudes of decimals
	mostRange = 2047    // the largest sum of magnitudes of weights and intercept, in ranges of the target
)

// validRules returns nil, or an error that wraps ErrHeader.
func (h *Header) validRules(columns int) error {
	r := h.Rules
	if err := r.Validate(columns); err != nil {
		return fmt.Errorf("%w: %w", ErrHeader, err)
	}
	if !r.Allow(h.With) {
		return fmt.Errorf("%w: more columns of a group in every formula than it allows", ErrHeader)
	}
	below, above, all := h.sums(columns)
	offset := magnitude(int64(r.Low))
	if r.Intercept != NoIntercept {
		offset = 0
		all = all.plus(above).plus(below).plus(times(1, int64(r.High-r.Low+r.Step)))
	}
	if !r.fits(all.plus(times(1, offset))) {
		return fmt.Errorf("%w: the bounds of the weights are too large, as weights and intercept could add up to more "+
			"than %d ranges of the target, or than %d: want a smaller bound, fewer features, or a larger unit of the "+
			"target", ErrHeader, mostRange, mostSum/One)
	}
	return nil
}

// fits reports whether sums of weights and intercept of a magnitude fit in 64 bits on the grid.
func (r *Rules) fits(sum wide) bool {
	return !times(mostRange, int64(r.High-r.Low)).minus(sum).isNegative() &&
		!(wide{low: mostSum}).minus(sum).isNegative()
}

// sums returns how far below and above 0 the weights of a formula can add up to, and the sum of the largest bounds, at
// least of one column or whole group.
func (h *Header) sums(columns int) (below, above, most wide) {
	sum := func(n int, end func(Bounds) Decimal) (s wide) {
		ends := make([]wide, columns+1)
		for i, b := range h.Rules.Bounds {
			ends[i+1] = times(1, int64(end(b)))
		}
		h.Rules.join(ends)
		slices.SortFunc(ends, wide.order)
		for _, e := range ends[:n] {
			s = s.plus(e)
		}
		return s
	}
	return sum(h.Features, func(b Bounds) Decimal { return -b.Lower }),
		sum(h.Features, func(b Bounds) Decimal { return b.Upper }),
		sum(max(h.Features, 1), func(b Bounds) Decimal { return max(-b.Lower, b.Upper) })
}

// box returns the bounds of all weights, and of the intercept: the best intercept of any formula of the claim lies
// within them.
func (h *Header) box(columns int) Box {
	r, b := h.Rules, append(Box{{}}, slices.Repeat(Box{plain}, columns)...)
	if r == nil {
		return b
	}
	copy(b[1:], r.Bounds)
	if r.Intercept != NoIntercept {
		below, above, _ := h.sums(columns) // they fit: the claim is valid
		b[0] = Bounds{r.Low - Decimal(above.low), r.High + Decimal(below.low)}
	}
	if r.Intercept == RoundIntercept {
		b[0] = Bounds{floor(b[0].Lower, r.Step), -floor(-b[0].Upper, r.Step)}
	}
	return b
}

// Intercept returns the interval of the intercept of a valid claim about a number of columns, in the unit of the
// target: the best intercept of any of its formulas lies within it.
func (h *Header) Intercept(columns int) Bounds { return h.box(columns)[0] }

// floor returns the greatest multiple of a step that is at most d.
func floor(d, step Decimal) Decimal {
	m := d % step
	if m < 0 {
		m += step
	}
	return d - m
}

// values returns value number n of a weight and the next one.
func (r *Rules) values(n int64) (below, above Decimal, ok bool) {
	switch {
	case r.Step > 0:
		if most := mostSum / int64(r.Step); n < -most || n >= most {
			return 0, 0, false
		}
		return Decimal(n) * r.Step, Decimal(n+1) * r.Step, true
	case r.Any():
		return Decimal(n), Decimal(n), true
	case n >= 0 && n < int64(len(r.Values))-1:
		return r.Values[n], r.Values[n+1], true
	}
	return 0, 0, false
}

// forced returns the columns that every formula of the part has: those chosen, and those whose weight cannot be 0.
func (p *Part) forced(r *Rules) Vector {
	v := p.Chosen
	for id, w := range p.Box {
		if id > 0 && (w.Lower > 0 || w.Upper < 0) {
			v = v.With(id)
		}
	}
	return r.Units(v)
}

// grid returns d, a difference of targets, in units of the grid: toward zero, and how far from there to round away from
// zero (0 or 1, or -1 for a negative d).
func (in *Instance) grid(d Decimal, r *Rules) (q, more int64) {
	r = r.orPlain()
	high, low := bits.Mul64(uint64(magnitude(int64(d))), uint64(in.unit))
	quotient, rest := bits.Div64(high, low, uint64(r.High-r.Low)) // at most mostRange units: it fits
	q = int64(quotient)
	if rest > 0 {
		more = 1
	}
	if d < 0 {
		return -q, -more
	}
	return q, more
}

// lossOf returns by how much a gain lowers a bound at most, if the weight, less an offset, is within bounds.
func (in *Instance) lossOf(gain int64, b Bounds, offset Decimal, r *Rules) wide {
	if gain > 0 {
		lower, more := in.grid(b.Lower-offset, r)
		return times(-gain, lower+min(more, 0))
	}
	upper, more := in.grid(b.Upper-offset, r)
	return times(-gain, upper+max(more, 0))
}

// evaluate returns a lower bound on the loss of every formula of a valid claim that has none of the cut's columns and
// is in a part, in units of the grid times a scale above 0; false if the dual vector has an entry for a column
// or pattern that does not exist, or one out of range.
func (in *Instance) evaluate(h *Header, c *Cut, part *Part, d *Dual) (least wide, scale int64, ok bool) {
	box := part.Box
	if d == nil || h.Loss == Wrong || h.Rules.Units(c.Columns) != c.Columns {
		return wide{}, 0, false
	}
	r := relaxed{gain: make([]int64, in.columns+1)}
	if h.Loss == Largest {
		ok = in.relaxLargest(&r, d)
	} else {
		ok = in.relaxAverage(&r, h, d)
	}
	if !ok {
		return wide{}, 0, false
	}
	least = r.constant.minus(in.lossOf(r.gain[0], box[0], h.Rules.orPlain().Low, h.Rules))
	return least.minus(in.taken(h, part, r.gain, c.Columns)), r.scale, true
}

// taken returns by how much the columns that are not in a cut lower a bound at most, in the formulas of a part.
func (in *Instance) taken(h *Header, part *Part, gain []int64, cut Vector) (sum wide) {
	rules, has := h.Rules.orPlain(), part.forced(h.Rules)
	if has.Size() > h.Features { // there are no formulas
		return sum
	}
	loss := make([]wide, in.columns+1) // by column, then by unit
	for id := range in.every.Minus(cut).All() {
		loss[id] = in.lossOf(gain[id], part.Box[id], 0, h.Rules)
	}
	rules.join(loss)
	for id := range has.Minus(cut).All() {
		sum = sum.plus(loss[id])
	}
	order, left := rules.Units(in.every).Minus(has.Or(cut)).IDs(), h.Features-has.Size()
	slices.SortFunc(order, func(a, b int) int { return loss[a].order(loss[b]) })
	for _, id := range order {
		if left > 0 && !rules.Group(id).Full(has) {
			sum, has, left = sum.plus(loss[id]), has.With(id), left-1
		}
	}
	return sum
}

// weightsFor returns the weights of a dual vector in units of the grid, rounded toward zero; false if there is one
// outside the bounds of a claim, or if they may add up to more than fits. An intercept that is not listed is the least
// target.
func (in *Instance) weightsFor(h *Header, box Box, entries []Entry) (weight []int64, ok bool) {
	r := h.Rules.orPlain()
	weight = make([]int64, in.columns+1)
	if !inOrder(entries, 0, in.columns) {
		return weight, false
	}
	all := wide{} // magnitudes
	if r.Intercept == NoIntercept {
		weight[0], _ = in.grid(-r.Low, r)
		all = times(1, magnitude(int64(r.Low)))
	}
	for _, e := range entries {
		v := Decimal(e.Value)
		if v < box[e.At].Lower || v > box[e.At].Upper {
			return weight, false
		}
		if e.At == 0 {
			v -= r.Low
		}
		if all = all.plus(times(1, magnitude(int64(v)))); !r.fits(all) {
			return weight, false
		}
		if weight[e.At], _ = in.grid(v, r); h.Labels.Reading != "" { // format 1 rounds in another way
			weight[e.At] = int64(float64(v) / WeightUnit * float64(in.unit))
		}
	}
	return weight, true
}

// entry returns the value of a dual vector for a weight: a fraction of the range above an offset, within its bounds.
func (r *Rules) entry(weight float64, offset Decimal, b Bounds) Decimal {
	w := weight * float64(r.High-r.Low)
	if !(math.Abs(w) < mostSum) {
		w = 0
	}
	return min(max(Decimal(math.Round(w))+offset, b.Lower), b.Upper)
}
