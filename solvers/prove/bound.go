package prove

import "math"

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
// constant allows for the rounding of its own sums. Multipliers are summed by words in scratch; on
// their grid the order of the sums does not matter.
func (t *table) weigh(mu, grad, scratch []float64) float64 {
	clear(grad)
	clear(scratch)
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
		for g := range t.words {
			scratch[g<<wordColumns+int(t.word[g*t.patterns+p])] += m
		}
	}
	for j := len(grad) - 1; j >= 0; j-- {
		sums := scratch[j/wordColumns<<wordColumns:]
		i := j % wordColumns
		low, high := sums[:1<<i], sums[1<<i:2<<i]
		for k, sum := range high {
			grad[j] += sum
			low[k] += sum
		}
	}
	return v - t.margin
}
