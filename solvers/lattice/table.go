package lattice

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// whole is 1 in percentage points, the unit of steps.
const whole = 100

// ErrStep is wrapped by errors about a step that does not divide 100 percentage points.
var ErrStep = errors.New("bad step")

// CheckStep returns nil for a step of 1 to 50 percentage points that divides 100, so that the bounds of
// a weight, -1 and 1, are multiples too. The error wraps ErrStep.
func CheckStep(step int) error {
	if step < 1 || step >= whole || whole%step != 0 {
		return fmt.Errorf("%w: %d percentage points, want a divisor of 100 such as 5 or 1", ErrStep, step)
	}
	return nil
}

// Problem is an instance prepared for one step. It is immutable: any number of goroutines may use one.
type Problem struct {
	free    *lad.Problem
	step    int // percentage points
	limit   int // largest multiple of a weight
	pattern []proof.Vector
	// The loss of pattern p at the estimate m*step is values[p*(limit+1)+m]; beyond 0 and 1 it grows by
	// slope for each step.
	values, slope []float64
	total         float64 // sum of the weights; 1 for the largest error
}

// New prepares a problem for weights that are multiples of step percentage points. The error wraps ErrStep.
func New(free *lad.Problem, step int) (*Problem, error) {
	if err := CheckStep(step); err != nil {
		return nil, err
	}
	inst, patterns := free.Instance(), free.Patterns()
	p := &Problem{free: free, step: step, limit: whole / step, pattern: patterns.Vectors, total: 1}
	width := p.limit + 1
	p.values, p.slope = make([]float64, len(p.pattern)*width), make([]float64, len(p.pattern))
	for i, k := range patterns.Of {
		weight, table := inst.Weight[i], p.values[int(k)*width:][:width]
		for m := range table {
			e := math.Abs(p.fraction(m) - inst.Target[i])
			if free.Loss() == lad.Max {
				table[m] = max(table[m], e)
			} else {
				table[m] += weight * e
			}
		}
		p.slope[k] += weight * p.fraction(1)
	}
	if free.Loss() == lad.Max {
		for k := range p.slope {
			p.slope[k] = p.fraction(1)
		}
		return p, nil
	}
	p.total = inst.TotalWeight()
	return p, nil
}

func (p *Problem) fraction(m int) float64 { return float64(m*p.step) / whole }

func (p *Problem) formula(ids, multiples []int) regression.Formula {
	f := regression.Formula{}
	for j, id := range ids {
		if multiples[j] != 0 {
			f = append(f, regression.Term{ID: id, Weight: p.fraction(multiples[j])})
		}
	}
	slices.SortFunc(f, func(a, b regression.Term) int { return cmp.Compare(a.ID, b.ID) })
	return f
}

// tieBreak is the weight of the average of the cells' largest errors, which is added to the largest error:
// without it most moves do not change the objective.
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
