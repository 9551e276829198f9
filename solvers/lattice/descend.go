package lattice

import "math/bits"

// minGain is the smallest improvement, a fraction of 1, that counts: above rounding, far below the last
// digit of any report.
const minGain = 1e-12

// descent improves the multiples of a set of features.
type descent struct {
	*cells
	limit     int
	multiples []int // of the features
	sums      []int // estimate of each cell, in steps
	rates     []int // what one step along the direction adds to each cell
	value     float64
}

// at returns the state with the given multiples, which it keeps.
func (c *cells) at(multiples []int) *descent {
	d := &descent{cells: c, multiples: multiples, sums: make([]int, len(c.mask)), rates: make([]int, len(c.mask))}
	for i, mask := range c.mask {
		for ; mask != 0; mask &= mask - 1 {
			d.sums[i] += multiples[bits.TrailingZeros64(mask)]
		}
	}
	d.value = c.error(d.sums, d.rates, 0)
	return d
}

// mostEntries is the largest number of entries of ±1 in a direction.
const mostEntries = 3

// descend improves multiples until no direction with up to the given number of entries of ±1 helps.
func (c *cells) descend(limit int, multiples []int, entries int) *descent {
	d := c.at(multiples)
	d.limit = limit
	d.polish(entries)
	return d
}

// polish improves the multiples until no direction with up to the given number of entries helps.
func (d *descent) polish(entries int) {
	n := len(d.ids)
	for size := 1; size <= min(entries, n); {
		if d.improve(n, size) {
			size = 1
		} else {
			size++
		}
	}
}

func (d *descent) improve(n, size int) bool {
	improved := false
	var places, signs [3]int
	var choose func(k, from int)
	choose = func(k, from int) {
		if k == size {
			improved = d.line(places[:size], signs[:size]) || improved
			return
		}
		for j := from; j < n; j++ {
			places[k] = j
			for _, sign := range []int{1, -1} {
				signs[k] = sign
				choose(k+1, j+1)
				if k == 0 {
					break // a line runs both ways
				}
			}
		}
	}
	choose(0, 0)
	return improved
}

func (d *descent) line(places, signs []int) bool {
	var plus, minus uint64
	low, high := -2*d.limit, 2*d.limit // of the step along the line
	for k, j := range places {
		at := d.multiples[j] * signs[k]
		low, high = max(low, -d.limit-at), min(high, d.limit-at)
		if signs[k] > 0 {
			plus |= 1 << j
		} else {
			minus |= 1 << j
		}
	}
	for i, mask := range d.mask {
		d.rates[i] = bits.OnesCount64(mask&plus) - bits.OnesCount64(mask&minus)
	}
	t, value := d.bisect(low, high)
	if value >= d.value-minGain {
		return false
	}
	d.value = value
	for k, j := range places {
		d.multiples[j] += t * signs[k]
	}
	for i := range d.sums {
		d.sums[i] += t * d.rates[i]
	}
	return true
}

// bisect returns the minimum of the error, which is convex, over steps from low to high. It tries the
// neighbours of 0 first, since most lines are at their minimum already.
func (d *descent) bisect(low, high int) (int, float64) {
	up, down := d.value, d.value
	if high >= 1 {
		up = d.error(d.sums, d.rates, 1)
	}
	if low <= -1 {
		down = d.error(d.sums, d.rates, -1)
	}
	switch {
	case up < d.value:
		low = 1
	case down < d.value:
		high = -1
	default:
		return 0, d.value
	}
	for low < high {
		mid := low + (high-low)/2
		if d.error(d.sums, d.rates, mid) <= d.error(d.sums, d.rates, mid+1) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low, d.error(d.sums, d.rates, low)
}
