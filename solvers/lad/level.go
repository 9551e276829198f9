package lad

import (
	"math"
)

type level struct {
	ids []int // in the order of the columns
	cells
	basis
	kinks                // Average
	low, high  []extreme // Max: of each cell
	least      []float64 // lower bound of each variable
	most       []float64 // upper bound of each variable
	x          []float64 // variables of the shifted problem: for Max first the error, then the weights
	t          []float64 // prediction of each cell in the shifted problem, for Average with its shift
	at         []int32   // Average: position of each cell that is not basic
	basic      []bool    // Average: the cell is in the basis
	multiplier []float64 // of each equation
	weights    []float64 // solution without shifts, laid out as x
	value      float64   // its error
}

// bound sets the bounds of the variables; only weights have any.
func (l *level) bound(p *Problem) {
	l.least, l.most = l.least[:0], l.most[:0]
	for range p.lead {
		l.least, l.most = append(l.least, math.Inf(-1)), append(l.most, math.Inf(1))
	}
	for range p.free {
		l.least, l.most = append(l.least, p.lower[0]), append(l.most, p.upper[0])
	}
	for _, id := range l.ids {
		l.least, l.most = append(l.least, p.lower[id]), append(l.most, p.upper[id])
	}
}

func (l *level) measure(p *Problem) {
	if p.loss == Average {
		l.kinks.build(p, &l.cells)
		return
	}
	l.low, l.high = resize(l.low, l.cells.n), resize(l.high, l.cells.n)
	for c := range l.low {
		l.low[c], l.high[c] = extreme{shifted: math.Inf(1)}, extreme{shifted: math.Inf(-1)}
	}
	for k, c := range l.of {
		if p.low[k].shifted < l.low[c].shifted {
			l.low[c] = p.low[k]
		}
		if p.high[k].shifted > l.high[c].shifted {
			l.high[c] = p.high[k]
		}
	}
}

// side returns the right-hand side of an equation, with or without the shift.
func (l *level) side(eq equation, shifted bool) float64 {
	switch eq.kind {
	case lower:
		return l.least[eq.index]
	case upper:
		return l.most[eq.index]
	case kink:
		if shifted {
			return l.piece[eq.kink].target - shift(int(l.rep[eq.index]))
		}
		return l.piece[eq.kink].target
	case above:
		if shifted {
			return l.high[eq.index].shifted
		}
		return l.high[eq.index].target
	case below:
		if shifted {
			return l.low[eq.index].shifted
		}
		return l.low[eq.index].target
	}
	return eq.value
}

// times writes the left-hand side of an equation times the inverse to r.
func (l *level) times(eq equation, r []float64) {
	if eq.kind < kink {
		copy(r, l.row(int(eq.index)))
		return
	}
	clear(r)
	for _, j := range l.columns(int(eq.index)) {
		for i, v := range l.row(int(j)) {
			r[i] += v
		}
	}
	if eq.kind == below {
		for i, v := range l.row(0) {
			r[i] -= 2 * v
		}
	}
}

// coefficients writes the left-hand side of an equation to row, which is zero.
func (l *level) coefficients(eq equation, row []float64) {
	if eq.kind < kink {
		row[eq.index] = 1
		return
	}
	for _, j := range l.columns(int(eq.index)) {
		row[j] = 1
	}
	if eq.kind == below {
		row[0] = -1
	}
}

func (l *level) limits(eq equation) (float64, float64) {
	switch eq.kind {
	case upper, below:
		return 0, math.Inf(1)
	case lower, above:
		return math.Inf(-1), 0
	case kink:
		return l.piece[eq.kink-1].slope, l.piece[eq.kink].slope
	}
	return 0, 0
}

// inherit starts at the vertex of a level with one feature less. The new weight is fixed at zero, so
// the vertex is the same point; each equation moves to the half of its cell that has its row. The
// scratch column has room for the coefficients of the new weight.
func (l *level) inherit(from *level, id int, p *Problem, column []float64) {
	l.rows = l.rows[:0]
	for i, eq := range from.rows {
		eq = l.pass(from, eq)
		l.rows = append(l.rows, eq)
		column[i] = 0
		if eq.kind >= kink && p.patterns.Vectors[l.rep[eq.index]].Has(id) {
			column[i] = 1
		}
	}
	l.rows = append(l.rows, equation{kind: fixed, index: int32(from.basis.n)})
	l.basis.grow(&from.basis, column)
}

func (l *level) pass(from *level, eq equation) equation {
	if eq.kind < kink {
		if eq.kind == fixed {
			eq.value = from.x[eq.index]
		}
		return eq
	}
	for _, half := range l.halves[eq.index] {
		if half < 0 {
			continue
		}
		switch eq.kind {
		case above:
			if l.high[half].row != from.high[eq.index].row {
				continue
			}
		case below:
			if l.low[half].row != from.low[eq.index].row {
				continue
			}
		default:
			target := from.piece[eq.kink].target
			k := l.locate(target, l.first[half], l.last[half])
			if l.piece[k].target != target {
				continue
			}
			eq.kink = k
		}
		eq.index = half
		return eq
	}
	panic("a cell lost a kink when it was split") // impossible: the halves have all its rows
}

type cells struct {
	n      int
	of     []int32    // cell of each pattern
	rep    []int32    // first pattern of each cell
	offset []int32    // cell c has columns column[offset[c]:offset[c+1]]
	column []int32    // columns (lead + place in the set) of the features that a cell has
	halves [][2]int32 // of the cells before the last split: without and with the feature, or -1
}

func (c *cells) columns(cell int) []int32 { return c.column[c.offset[cell]:c.offset[cell+1]] }

func (c *cells) one(patterns, lead int) {
	c.n = 1
	c.of = resize(c.of, patterns)
	clear(c.of)
	c.rep = append(c.rep[:0], 0)
	c.column = c.column[:0]
	for j := range lead {
		c.column = append(c.column, int32(j))
	}
	c.offset = append(c.offset[:0], 0, int32(lead))
}

// split refines the partition from by one more feature, which gets the given column. Cells are
// numbered by their first pattern.
func (c *cells) split(from *cells, p *Problem, id, column int) {
	c.n = 0
	c.of, c.rep = resize(c.of, len(from.of)), c.rep[:0]
	c.offset, c.column = append(c.offset[:0], 0), c.column[:0]
	c.halves = resize(c.halves, from.n)
	for i := range c.halves {
		c.halves[i] = [2]int32{-1, -1}
	}
	vectors, bit := p.words[(id-1)>>6], (id-1)&63
	for k, old := range from.of {
		has := vectors[k] >> bit & 1
		half := &c.halves[old][has]
		if *half < 0 {
			*half = int32(c.n)
			c.n++
			c.rep = append(c.rep, int32(k))
			c.column = append(c.column, from.columns(int(old))...)
			if has == 1 {
				c.column = append(c.column, int32(column))
			}
			c.offset = append(c.offset, int32(len(c.column)))
		}
		c.of[k] = *half
	}
}

// resize returns a slice of length n that reuses the memory of s; its contents are arbitrary.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// kinks holds the loss of every cell as a piecewise-linear function of its prediction t. Cell c has
// the pieces first[c]..last[c]. The first begins at -Inf, the others at the distinct targets of the
// cell in ascending order; the piece after the last begins at +Inf.
type kinks struct {
	first, last []int32
	piece       []piece
}

// piece is one linear part of a loss: slope*t + height from the target at which it begins to the
// target of the next piece.
type piece struct{ target, slope, height float64 }

// build distributes the points of the problem, in order of target, over the cells.
func (f *kinks) build(p *Problem, c *cells) {
	f.first, f.last = resize(f.first, c.n), resize(f.last, c.n)
	f.piece = resize(f.piece, len(p.points)+2*c.n)
	f.reserve(p, c)
	of, last, pieces := c.of, f.last, f.piece
	for i := range p.points {
		q := &p.points[i]
		cell := of[q.pattern]
		k := last[cell]
		here := &pieces[k]
		next := piece{q.target, here.slope + 2*q.weight, here.height - 2*q.weight*q.target}
		if here.target != q.target {
			last[cell] = k + 1
			here = &pieces[k+1]
		}
		*here = next
	}
	for _, k := range f.last {
		f.piece[k+1].target = math.Inf(1)
	}
}

func (f *kinks) reserve(p *Problem, c *cells) {
	clear(f.last)
	first := p.patterns.First
	for k, cell := range c.of {
		f.last[cell] += first[k+1] - first[k]
	}
	at := int32(0)
	for cell, count := range f.last {
		f.first[cell], f.last[cell] = at, at
		f.piece[at] = piece{math.Inf(-1), 0, 0}
		at += count + 2
	}
	for k, cell := range c.of {
		f.piece[f.first[cell]].slope -= p.above * p.weight[k]
		f.piece[f.first[cell]].height += p.above * p.weighted[k]
	}
}

// locate returns the largest piece in [low, high] whose target is at most t, or low.
func (f *kinks) locate(t float64, low, high int32) int32 {
	for low < high {
		mid := (low + high + 1) >> 1
		if f.piece[mid].target <= t {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}
