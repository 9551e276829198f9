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

// weigh evaluates a dual vector, rounding and clamping its multipliers so that it is one: the error of any set is at
// least the returned constant minus the gains of its columns. For a largest error there are two multipliers per pattern (see
// weighLargest), else one, the slope of its loss, and error and gains are in units of the total weight.
func (t *table) weigh(mu, gain, scratch []float64) float64 {
	clear(gain)
	clear(scratch)
	v := 0.0
	if t.high != nil {
		v = t.weighLargest(mu, gain, scratch)
	} else {
		v = t.weighAverage(mu, scratch)
		t.sumColumns(gain, scratch)
	}
	return v - t.margin
}

// weighAverage rounds multipliers to the grain and sums them by words. The constant allows for the rounding of
// its own sums; on their grid the order of those in scratch does not matter.
func (t *table) weighAverage(mu, scratch []float64) float64 {
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
		t.toWords(p, m, scratch)
	}
	return v
}

// toWords adds a multiplier of a pattern to the sums of its words.
func (t *table) toWords(p int, m float64, scratch []float64) {
	for g := range t.words {
		scratch[g<<wordColumns+int(t.word[g*t.patterns+p])] += m
	}
}

// sumColumns writes the size of the sum of the multipliers over each column's patterns to gain.
func (t *table) sumColumns(gain, scratch []float64) {
	for j := len(gain) - 1; j >= 0; j-- {
		sums := scratch[j/wordColumns<<wordColumns:]
		i := j % wordColumns
		low, high := sums[:1<<i], sums[1<<i:2<<i]
		for k, sum := range high {
			gain[j] += sum
			low[k] += sum
		}
		gain[j] = math.Abs(gain[j])
	}
}
