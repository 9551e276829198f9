package prove

import (
	"context"
	"math"

	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// brancher proves a cutoff by branching on columns: one cut without columns, whose tree says of one column after the
// other that it is out, or one of the N. A node is closed by the linear relaxation in which the free columns have k
// units together, and a weight at its bound takes one: that of mixed-integer solvers. A cut needs a core, whose columns
// are out everywhere in the tree; a tree needs none, and is shorter where very many choices are near the optimum, as
// for targets of 0 and 1.
type brancher struct {
	partCloser
	ctx    context.Context
	nodes  []proof.Node
	levels []*lp // of the nodes on the path to the current one
	todo   []branch
	share  float64 // of the tree that is closed, if both subtrees of a node are halves
	spent  int64   // pivots
	shown  bool    // whether the tree is complete
}

// branch is a node of the tree that was not visited.
type branch struct {
	depth    int
	in, free columns
	k        int     // free columns that may be chosen
	price    float64 // of its parent
}

// partCloser closes nodes of trees of choices.
type partCloser struct {
	t    *table
	p    *lad.Problem
	in   *proof.Instance
	dual *writer
	h    proof.Header
	goal float64 // the cutoff in units of the losses
}

const (
	// A search for cuts branches too once its work exceeds branchFrom, and as much from then on.
	branchFrom = 30_000
	nodeWork   = 1.0 / 32 // the work of a node of the search for cuts; a pivot is 1
	// While the tree is likely to be complete after mostBranch pivots, promising times the work of the search for cuts.
	promising = 8
	// The branching ends when its pivots, as a part of mostBranch, squared, exceed the share of the tree that is
	// closed.
	mostBranch = 20e6
	mostPrices = 10   // prices tried at a node
	farther    = 1.05 // how much farther than to the price that may suffice a step goes
	mostLevels = 900  // the depth at which branching ends
)

// newBrancher returns nil where trees of choices do not serve.
func (v *prover) newBrancher(ctx context.Context, t *table, root *lp, cutoff float64) *brancher {
	if v.s.Rules == nil || v.round != nil || v.list != nil || v.loss != lad.Average || t.large ||
		len(v.o.With) > 0 || v.o.visitAll || !t.whole.empty() {
		return nil
	}
	h := v.s.claim(v.loss, v.n, cutoff)
	b := &brancher{ctx: ctx, partCloser: partCloser{
		t, v.p.Under(ctx), v.s.Exact, newWriter(t, v.s.Exact, &h), h, cutoff * t.total}}
	b.todo = []branch{{free: t.all(), k: v.n}}
	b.levels = []*lp{newLP(ctx, t)}
	b.levels[0].copyFrom(root)
	return b
}

// advance works for a number of pivots, and reports whether the tree is complete.
func (b *brancher) advance(pivots int64) bool {
	if b.share*mostBranch > float64(b.spent) {
		pivots *= promising
	}
	for until := b.spent + pivots; len(b.todo) > 0 && b.spent < until && b.ctx.Err() == nil; {
		n := b.todo[len(b.todo)-1]
		b.todo = b.todo[:len(b.todo)-1]
		b.visit(n)
		if used := float64(b.spent) / mostBranch; b.spent > branchFrom && used*used > b.share || n.depth > mostLevels {
			b.todo, b.shown = nil, false
		}
	}
	return b.shown
}

func (b *brancher) visit(n branch) {
	l := b.levels[n.depth]
	if n.depth > 0 {
		l.copyFrom(b.levels[n.depth-1])
	}
	before := l.pivots
	price, d := b.close(l, n.in, n.free, n.k, n.price)
	b.spent += l.pivots - before + 1
	switch {
	case d != nil:
		b.nodes = append(b.nodes, proof.Node{Dual: d})
		b.share += math.Ldexp(1, -n.depth)
		b.shown = len(b.todo) == 0
		return
	case n.k == 0 || n.free.empty(): // there is a better formula, or one too near to tell: cuts find it
		b.todo = nil
		return
	}
	j := l.costliest(b.t.all().minus(n.free))
	b.nodes = append(b.nodes, proof.Node{Kind: proof.Choose, Column: b.t.ids[j]})
	if len(b.levels) == n.depth+1 {
		b.levels = append(b.levels, newLP(b.ctx, b.t))
	}
	with := branch{n.depth + 1, n.in.with(j), n.free.minus(b.t.taken(j, n.in.with(j))), n.k - 1, price}
	if with.k == 0 {
		with.free = columns{}
	}
	b.todo = append(b.todo, with, branch{n.depth + 1, n.in, n.free.without(j), n.k, price})
}

// close solves the relaxation of a node for one price after the other: the value less k times the price is a concave
// function of the price. It returns the last price, and the dual vector if one reaches the cutoff.
func (c *partCloser) close(l *lp, in, free columns, k int, price float64) (float64, *proof.Dual) {
	if k >= free.size() {
		price = 0
	}
	l.exact = true
	var low, high *tangent
	for range mostPrices {
		l.charge(c.t.all().minus(in).minus(free), free, price)
		if d := c.reached(l, in, free, k); d != nil || k >= free.size() {
			return price, d
		}
		x := &tangent{price, l.value - float64(k)*price, l.used(free) - float64(k)}
		switch {
		case x.slope > pivotTol:
			low = x
		case x.slope < -pivotTol && price > 0:
			high = x
		default:
			return price, nil
		}
		next := max(0, price+farther*(c.goal-x.value)/x.slope)
		if low != nil && high != nil {
			next = low.meets(high)
			if low.at(next) <= c.goal || math.Abs(next-price) < pivotTol*price {
				return price, nil
			}
		}
		price = next
	}
	return price, nil
}

// reached returns the dual vector of a relaxation whose value reaches the cutoff, if the kernel agrees.
func (c *partCloser) reached(l *lp, in, free columns, k int) *proof.Dual {
	least := c.goal + float64(k)*l.charged.price
	for _, goal := range []float64{least, math.Inf(1)} {
		l.solve(goal)
		if l.value <= least {
			break
		}
		if d := c.dual.ofAll(l); c.shows(in, free, d) {
			return d
		}
	}
	if k > 0 && !free.empty() {
		return nil
	}
	fit, err := c.p.Fit(c.t.names(in.list()))
	if err != nil || fit.Error*c.t.total < c.goal {
		return nil
	}
	if d := c.dual.ofFit(fit); c.shows(in, free, d) {
		return d
	}
	return nil
}

func (c *partCloser) shows(in, free columns, d *proof.Dual) bool {
	part := &proof.Part{Chosen: c.t.features(in), Box: make(proof.Box, c.in.Columns()+1)}
	part.Box[0] = c.h.Intercept(c.in.Columns())
	for _, j := range in.or(free).list() {
		part.Box[c.t.ids[j]] = c.h.Rules.Bounds[c.t.ids[j]-1]
	}
	return c.in.ShowsPart(&c.h, &proof.Cut{}, part, d)
}

// tangent is the value at a price and its slope there.
type tangent struct{ price, value, slope float64 }

func (x *tangent) at(price float64) float64 { return x.value + x.slope*(price-x.price) }

// meets returns the price at which two tangents are equal.
func (x *tangent) meets(o *tangent) float64 {
	return (o.at(0) - x.at(0)) / (x.slope - o.slope)
}

// findPart returns the dual vector of a leaf of a tree of choices.
func (f *Finder) findPart(c *proof.Cut, part *proof.Part) (*proof.Dual, error) {
	t := f.dual.t
	if err := f.prepare(); err != nil || t.large || t.high != nil {
		return nil, err
	}
	in, out := t.columns(part.Chosen), t.columns(c.Columns)
	for j, id := range t.ids {
		if part.Box[id] == (proof.Bounds{}) {
			out = out.with(j)
		}
	}
	free := t.all().minus(in).minus(out)
	for _, j := range in.list() {
		free = free.minus(t.taken(j, in))
	}
	k := f.h.Features - len(part.Chosen.IDs())
	if k <= 0 {
		k, free = 0, columns{}
	}
	x := partCloser{t, f.p, f.dual.in, f.dual, *f.h, f.h.Cutoff * t.total}
	if f.part == nil {
		f.part = newLP(f.ctx, t)
		if f.root != nil {
			f.part.copyFrom(f.root)
		}
	}
	var d *proof.Dual
	f.price, d = x.close(f.part, in, free, k, f.price)
	return d, nil
}
