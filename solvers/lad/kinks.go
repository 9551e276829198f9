package lad

import "math"

// kinks holds the loss of every cell as a piecewise-linear function of its prediction t. Cell c has
// the pieces first[c]..last[c]. The first begins at -Inf, the others at the distinct equities of the
// cell in ascending order; the piece after the last begins at +Inf.
type kinks struct {
	first, last []int32
	piece       []piece
}

// piece is one linear part of a loss: slope*t + height from the equity at which it begins to the
// equity of the next piece.
type piece struct{ equity, slope, height float64 }

// build distributes the points of the problem, in order of equity, over the cells.
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
		next := piece{q.equity, here.slope + 2*q.weight, here.height - 2*q.weight*q.equity}
		if here.equity != q.equity {
			last[cell] = k + 1
			here = &pieces[k+1]
		}
		*here = next
	}
	for _, k := range f.last {
		f.piece[k+1].equity = math.Inf(1)
	}
}

// reserve lays out the pieces of the cells and writes their leftmost pieces.
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
		f.piece[f.first[cell]].slope -= p.weight[k]
		f.piece[f.first[cell]].height += p.weighted[k]
	}
}

// locate returns the largest piece in [low, high] whose equity is at most t, or low.
func (f *kinks) locate(t float64, low, high int32) int32 {
	for low < high {
		mid := (low + high + 1) >> 1
		if f.piece[mid].equity <= t {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}

// find returns the piece of a cell that begins at an equity, or -1.
func (f *kinks) find(cell int32, equity float64) int32 {
	k := f.locate(equity, f.first[cell], f.last[cell])
	if f.piece[k].equity == equity {
		return k
	}
	return -1
}
