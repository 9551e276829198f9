package prove

import (
	"math"
	"slices"

	"feltlab/model/proof"
)

// Smaller bounds of weights make the relaxation of a tree of choices count: a weight at its bound takes a place, so
// with wide bounds a small weight takes hardly any. Beyond a smaller bound no formula is below the cutoff: a split of
// the weight there has one leaf on that side. This is bound tightening of mixed-integer solvers (A. Gleixner and
// others, "Three enhancements for optimization-based bound tightening", J. Global Optimization 67 (2017)).

// room is the bounds of all weights in a part of the formulas, for the kernel and as a table.
type room struct {
	box proof.Box
	t   *table
}

// A tree that took narrowFrom pivots, and is likely to take more than narrowAbove, begins anew. Then nodes near the
// root narrow bounds in passes, as long as a pass closes narrowPays of what is left to the goal.
const (
	narrowFrom  = 100_000
	narrowAbove = 1_500_000
	narrowLeast = 400_000 // pivots that the first bounds and leaves may take
	narrowDepth = 3       // columns that are chosen or out
	narrowPays  = 0.02    // a part
	narrowTo    = 0.9     // a part of a bound: the largest new one that is worth a leaf
	narrowSteps = 2       // relaxations for a bound
)

// room returns the bounds of a box.
func (c *partCloser) room(box proof.Box) *room {
	t := *c.t
	t.box, t.zeroed = slices.Clone(t.box), slices.Clone(t.zeroed)
	for j, id := range t.ids {
		l, u := float64(box[id].Lower)/c.unit(), float64(box[id].Upper)/c.unit()
		t.box[j], t.zeroed[j] = boxOf(l, u), slices.Compact([]float64{l, 0, u})
	}
	return &room{box, &t}
}

// unit returns how many billionths of the target's unit are 1 in the table.
func (c *partCloser) unit() float64 {
	if c.h.Rules == nil {
		return float64(proof.One) / c.t.scale
	}
	return float64(c.h.Rules.High-c.h.Rules.Low) / c.t.scale
}

// narrowed is a smaller bound of a weight, and the dual vector of the formulas beyond it.
type narrowed struct {
	id    int
	upper bool
	value proof.Decimal
	dual  *proof.Dual
}

// within returns the box on one side of the bound: within it, or beyond.
func (f *narrowed) within(box proof.Box, is bool) proof.Box {
	box = slices.Clone(box)
	if f.upper == is {
		box[f.id].Upper = f.value
	} else {
		box[f.id].Lower = f.value
	}
	return box
}

// narrow looks for smaller bounds of the weights that a node's relaxation uses, and splits the node there. It reports
// whether there are any.
func (b *brancher) narrow(l *lp, n *branch) (some bool) {
	for _, j := range n.in.or(n.free).list() {
		if math.Abs(l.x[j]) < pivotTol || n.above > mostLevels {
			continue
		}
		f := b.narrowOne(l, n, j)
		if f == nil {
			continue
		}
		some, n.room = true, b.room(f.within(n.room.box, true))
		b.nodes = append(b.nodes, proof.Node{Kind: proof.Split, Column: f.id, Value: int64(f.value)})
		if n.above++; f.upper {
			b.todo = append(b.todo, branch{leaf: f.dual})
		} else {
			b.nodes = append(b.nodes, proof.Node{Dual: f.dual})
		}
	}
	return some
}

// narrowOne returns a smaller bound of a weight, on the side of its sign, or nil. The least loss beyond a bound is a
// convex function of the bound: its tangent says how far the bound may fall.
func (b *brancher) narrowOne(l *lp, n *branch, j int) (best *narrowed) {
	p := *n
	if n.free.has(j) {
		if p.in, p.free, p.k = n.in.with(j), n.free.without(j), n.k-1; p.k == 0 {
			p.free = columns{}
		}
	}
	t, unit, sign := *n.room.t, b.unit(), math.Copysign(1, l.x[j])
	t.box = slices.Clone(t.box)
	most := -t.box[j][0]
	if sign > 0 {
		most = t.box[j][len(t.box[j])-1]
	}
	before, value := b.trial.pivots, most
	b.trial.t = &t
	b.trial.copyFrom(l)
	b.trial.exact = true
	for range narrowSteps {
		t.box[j] = boxOf(min(sign*value, sign*most), max(sign*value, sign*most))
		b.trial.charge(b.t.all().minus(p.in).minus(p.free), p.free, p.price)
		b.trial.solve(math.Inf(1))
		over, slope := b.trial.value-b.goal*(1+cutMargin)-float64(p.k)*p.price, -sign*b.trial.lambda[t.patterns+j]
		if !(over > 0 && slope > pivotTol) {
			break
		}
		at := math.Ceil((value - over/slope) * unit)
		f := &narrowed{b.t.ids[j], sign > 0, proof.Decimal(sign * at), b.dual.ofAll(b.trial)}
		if !(at >= 1 && at/unit < value) || !b.shows(p.in, p.free, f.within(n.room.box, false), f.dual) {
			break
		}
		value, best = at/unit, f
	}
	if b.spent += b.trial.pivots - before + 1; value > narrowTo*most {
		return nil
	}
	return best
}
