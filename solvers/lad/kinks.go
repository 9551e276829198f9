package lad

import "math"

// kinks holds the loss of every cell as a piecewise-linear function of its prediction t. Cell c
// owns the positions first[c]..last[c]: at position k, between equity[k] and equity[k+1], its
// loss is slope[k]*t + height[k]. The equity at first[c] is -Inf, the one after last[c] is +Inf,
// and those between are the distinct equities of the cell in ascending order.
type kinks struct {
	first, last           []int32
	equity, slope, height []float64
}

// build distributes the points of the problem, which are in order of equity, over the cells.
func (f *kinks) build(p *Problem, c *cells) {
	f.first, f.last = resize(f.first, c.n), resize(f.last, c.n)
	size := len(p.points) + 2*c.n
	f.equity, f.slope, f.height = resize(f.equity, size), resize(f.slope, size), resize(f.height, size)
	f.reserve(p, c)
	for i := range p.points {
		q := &p.points[i]
		cell := c.of[q.pattern]
		k := f.last[cell]
		if f.equity[k] != q.equity {
			f.equity[k+1], f.slope[k+1], f.height[k+1] = q.equity, f.slope[k], f.height[k]
			k++
			f.last[cell] = k
		}
		f.slope[k] += 2 * q.weight
		f.height[k] -= 2 * q.weight * q.equity
	}
	for _, k := range f.last {
		f.equity[k+1] = math.Inf(1)
	}
}

// reserve lays out the positions of the cells and writes their leftmost pieces.
func (f *kinks) reserve(p *Problem, c *cells) {
	clear(f.last)
	for k, cell := range c.of {
		f.last[cell] += p.pointCount[k]
	}
	at := int32(0)
	for cell, count := range f.last {
		f.first[cell], f.last[cell] = at, at
		f.equity[at], f.slope[at], f.height[at] = math.Inf(-1), 0, 0
		at += count + 2
	}
	for k, cell := range c.of {
		f.slope[f.first[cell]] -= p.weight[k]
		f.height[f.first[cell]] += p.weighted[k]
	}
}

// locate returns the largest position in [low, high] whose equity is at most t, or low.
func (f *kinks) locate(t float64, low, high int32) int32 {
	for low < high {
		mid := (low + high + 1) >> 1
		if f.equity[mid] <= t {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}

// find returns the position of a kink of a cell, or -1.
func (f *kinks) find(cell int32, equity float64) int32 {
	k := f.locate(equity, f.first[cell], f.last[cell])
	if f.equity[k] == equity {
		return k
	}
	return -1
}
