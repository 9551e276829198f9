package proof

import (
	"cmp"
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
	for _, g := range r.Groups {
		if both := g.And(h.With); both.Size() > 1 {
			return fmt.Errorf("%w: columns %v of one group in every formula", ErrHeader, both.IDs())
		}
	}
	low, high, all := h.sums(columns)
	offset := magnitude(int64(r.Low))
	if r.Intercept != NoIntercept {
		offset = 0
		all = all.plus(high).plus(wide{}.minus(low)).plus(times(1, int64(r.High-r.Low+r.Step)))
	}
	if !r.fits(all.plus(times(1, offset))) {
		return fmt.Errorf("%w: the bounds of the weights are too large, as weights and intercept could add up to "+
			"more than "+
			"%d ranges of the target, or than %d: want a smaller bound, fewer features, or a larger unit of the target",
			ErrHeader, mostRange, mostSum/One)
	}
	return nil
}

// fits reports whether sums of weights and intercept of a magnitude fit in 64 bits on the grid.
func (r *Rules) fits(sum wide) bool {
	return !times(mostRange, int64(r.High-r.Low)).minus(sum).isNegative() &&
		!(wide{low: mostSum}).minus(sum).isNegative()
}

// sums returns the least and the greatest sum of the weights of a formula, and the sum of the largest bounds, at least
// of one column.
func (h *Header) sums(columns int) (low, high, most wide) {
	ends := make([]Decimal, columns)
	sum := func(n int, end func(Bounds) Decimal) (s wide) {
		for i, b := range h.Rules.Bounds {
			ends[i] = end(b)
		}
		slices.SortFunc(ends, func(a, b Decimal) int { return cmp.Compare(magnitude(int64(b)), magnitude(int64(a))) })
		for _, e := range ends[:min(n, columns)] {
			s = s.plus(times(1, int64(e)))
		}
		return s
	}
	n := h.Features
	return sum(n, func(b Bounds) Decimal { return b.Lower }), sum(n, func(b Bounds) Decimal { return b.Upper }),
		sum(max(n, 1), func(b Bounds) Decimal { return max(-b.Lower, b.Upper) })
}

// box returns the bounds of all weights, and of the intercept: the best intercept of any formula of the claim lies
// within them.
func (h *Header) box(columns int) Box {
	b := make(Box, columns+1)
	r := h.Rules
	if r == nil {
		for id := 1; id <= columns; id++ {
			b[id] = plain
		}
		return b
	}
	copy(b[1:], r.Bounds)
	if r.Intercept != NoIntercept {
		low, high, _ := h.sums(columns) // they fit: the claim is valid
		b[0] = Bounds{r.Low - Decimal(high.low), r.High - Decimal(low.low)}
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
	if m := d % step; m < 0 {
		return d - m - step
	} else {
		return d - m
	}
}

// values returns value number n of a weight and the next one.
func (r *Rules) values(n int64) (below, above Decimal, ok bool) {
	switch {
	case r.Step > 0:
		if most := mostSum / int64(r.Step); n < -most || n >= most {
			return 0, 0, false
		}
		return Decimal(n) * r.Step, Decimal(n+1) * r.Step, true
	case n >= 0 && n < int64(len(r.Values))-1:
		return r.Values[n], r.Values[n+1], true
	}
	return 0, 0, false
}

// forced returns the columns that every formula of the part has: those chosen, and those whose weight cannot be 0.
func (p *Part) forced() Vector {
	v := p.Chosen
	for id, w := range p.Box {
		if id > 0 && (w.Lower > 0 || w.Upper < 0) {
			v = v.With(id)
		}
	}
	return v
}

// empty reports whether a part has no formula of at most n columns.
func (r *Rules) empty(p *Part, n int) bool {
	forced := p.forced()
	return forced.Size() > n || slices.ContainsFunc(r.Groups, func(g Vector) bool { return g.And(forced).Size() > 1 })
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
	if d == nil || h.Loss == Wrong {
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
	forced := part.forced()
	for id := range forced.All() { // with more than the claim's there are no formulas
		if !c.Columns.Has(id) && forced.Size() <= h.Features {
			least = least.minus(in.lossOf(r.gain[id], box[id], 0, h.Rules))
		}
	}
	others := in.others(h.Rules, &r, box, in.every.Minus(c.Columns.Or(forced)), forced)
	for _, loss := range others[:min(len(others), max(h.Features-forced.Size(), 0))] {
		least = least.minus(loss)
	}
	return least, r.scale, true
}

// others returns by how much each of the free columns lowers a bound at most, the largest first. Of a group only the
// largest counts, and none if the group has a forced column.
func (in *Instance) others(rules *Rules, r *relaxed, box Box, free, forced Vector) []wide {
	var all []wide
	rules = rules.orPlain()
	largest := make([]wide, len(rules.Groups))
	for _, id := range free.IDs() {
		loss := in.lossOf(r.gain[id], box[id], 0, rules)
		k := slices.IndexFunc(rules.Groups, func(g Vector) bool { return g.Has(id) })
		switch {
		case !(wide{}).minus(loss).isNegative(): // at most 0
		case k < 0:
			all = append(all, loss)
		case rules.Groups[k].And(forced).Empty() && largest[k].minus(loss).isNegative():
			largest[k] = loss
		}
	}
	all = append(all, largest...)
	slices.SortFunc(all, func(a, b wide) int { return cmp.Or(cmp.Compare(b.high, a.high), cmp.Compare(b.low, a.low)) })
	return all
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
