package prove

import (
	"math"
	"slices"
)

// grainBits is the size of the total weight in grains, the unit of the multipliers of a certificate:
// their sums are exact, and times equities in 31 bits they still fit 63.
const grainBits = 31

// grainOf returns the largest power of two of which the total has no more than 2^grainBits.
func grainOf(total float64) float64 {
	_, exp := math.Frexp(total)
	return math.Ldexp(1, exp-grainBits)
}

// weigh evaluates a dual vector with one multiplier per pattern, rounded to the grain and clamped:
// the loss is at least the returned constant plus grad times the weights of the columns. The
// constant allows for the rounding of its own sums. Multipliers are summed by blocks of columns in
// scratch; on their grid the order of the sums does not matter.
func (t *table) weigh(mu, grad, scratch []float64) float64 {
	clear(grad)
	clear(scratch)
	count := len(t.blocks)
	v := 0.0
	for p, m := range mu[:t.patterns] {
		a, b := int(t.first[p]), int(t.first[p+1])
		slope := t.exact[a+p : b+p+1]
		m = math.Round(m/t.grain) * t.grain
		m = min(max(m, slope[0]), slope[len(slope)-1])
		c := 0
		for m > slope[c+1] {
			c++
		}
		v += t.loss[a+c] - m*t.y[a+c]
		for _, k := range t.word[p*count : (p+1)*count] {
			scratch[k] += m
		}
	}
	for g := range t.blocks {
		b := &t.blocks[g]
		for k, set := range b.sets {
			for _, j := range set {
				grad[j] += scratch[b.start+k]
			}
		}
	}
	return v - t.margin
}

// gains writes what each column can gain, reach times |grad|, to gain.
func (t *table) gains(grad, gain []float64) {
	for j, g := range grad {
		gain[j] = t.reach[j] * math.Abs(g)
	}
}

// bound is a certified lower bound of a node and what it is made of.
type bound struct {
	value  float64   // of the node, in units of the total loss
	base   float64   // without the free columns
	share  []float64 // what each free column can gain, <= 0; 0 for the others
	sorted []float64 // shares, ascending
	grad   []float64 // sum of the multipliers over the patterns of each column
}

// certify evaluates lambda as a lower bound on the loss of any choice of at most k free columns.
func (l *lp) certify(k int, b *bound) {
	if b.grad == nil {
		b.grad, b.share = make([]float64, l.n), make([]float64, l.n)
	}
	v := l.t.weigh(l.lambda, b.grad, l.scratch)
	b.sorted = b.sorted[:0]
	for j, g := range b.grad {
		lowest := min(g*l.low[j], g*l.high[j])
		b.share[j] = 0
		switch l.kinds[j] {
		case in:
			v += lowest
		case free:
			b.share[j] = min(lowest, 0)
			b.sorted = append(b.sorted, b.share[j])
		}
	}
	slices.Sort(b.sorted)
	b.base = v
	for _, s := range b.sorted[:min(k, len(b.sorted))] {
		v += s
	}
	b.value = v
}

// inBound is the bound with a free column chosen.
func (b *bound) inBound(j, k int) float64 {
	last := b.sorted[min(k, len(b.sorted))-1]
	return b.value + max(0, b.share[j]-last)
}
