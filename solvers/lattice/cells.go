package lattice

import (
	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// tieBreak is the weight of the average of the cells' largest errors beside the largest error: without
// it most moves do not change the objective.
const tieBreak = 1e-7

// cells are the patterns grouped by their features of a set.
type cells struct {
	ids    []int
	mask   []uint64 // bit j: the cell has feature ids[j]
	values []float64
	slope  []float64
	width  int
	isMax  bool
	tie    float64 // tieBreak, or 0
	total  float64
}

// cellsOf groups the patterns by a set of at most 64 features.
func (p *Problem) cellsOf(ids []int) *cells {
	c := &cells{ids: ids, width: p.limit + 1, isMax: p.free.Loss() == lad.Max, total: p.total, tie: tieBreak}
	index := map[uint64]int{}
	for k, v := range p.pattern {
		mask := maskOf(v, ids)
		at, known := index[mask]
		if !known {
			at = len(c.mask)
			index[mask] = at
			c.mask = append(c.mask, mask)
			c.values = append(c.values, make([]float64, c.width)...)
			c.slope = append(c.slope, 0)
		}
		c.merge(at, p.values[k*c.width:(k+1)*c.width], p.slope[k])
	}
	return c
}

func maskOf(v proof.Vector, ids []int) uint64 {
	var mask uint64
	for j, id := range ids {
		if v.Has(id) {
			mask |= 1 << j
		}
	}
	return mask
}

func (c *cells) merge(at int, values []float64, slope float64) {
	table := c.values[at*c.width : (at+1)*c.width]
	if c.isMax {
		for m, v := range values {
			table[m] = max(table[m], v)
		}
		c.slope[at] = max(c.slope[at], slope)
		return
	}
	for m, v := range values {
		table[m] += v
	}
	c.slope[at] += slope
}

// loss returns the loss of a cell at an estimate of m steps.
func (c *cells) loss(cell, m int) float64 {
	table := c.values[cell*c.width : (cell+1)*c.width]
	switch {
	case m < 0:
		return table[0] + float64(-m)*c.slope[cell]
	case m >= c.width:
		return table[c.width-1] + float64(m-c.width+1)*c.slope[cell]
	}
	return table[m]
}

// error returns the error with the estimates sums[c] + t*rates[c] of the cells, in steps.
func (c *cells) error(sums, rates []int, t int) float64 {
	sum, largest := 0.0, 0.0
	for i, s := range sums {
		v := c.loss(i, s+t*rates[i])
		sum += v
		largest = max(largest, v)
	}
	if c.isMax {
		return largest + c.tie*sum/float64(len(sums))
	}
	return sum / c.total
}
