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
// for targets of 0 and 1. Smaller bounds of weights make the units count: narrow.go finds them.
type brancher struct {
	partCloser
	ctx     context.Context
	nodes   []proof.Node
	levels  []*lp // of the nodes on the path to the current one
	trial   *lp   // for the bounds of a weight
	todo    []branch
	share   float64 // of the tree that is closed, if both subtrees of a node are halves
	spent   int64   // pivots
	begun   int64   // pivots before the tree was begun
	shown   bool    // whether the tree is complete
	narrows bool    // whether nodes near the root narrow bounds
}

// branch is a node of the tree that was not visited.
type branch struct {
	depth    int // how many columns are chosen or out
	above    int // nodes above it
	in, free columns
	k        int     // free columns that may be chosen
	price    float64 // of its parent
	room     *room
	leaf     *proof.Dual // of a leaf whose dual vector is known, else nil
}

// partCloser closes nodes of trees of choices.
type partCloser struct {
	t    *table
	p    *lad.Problem
	in   *proof.Instance
	dual *writer
	h    proof.Header
	goal float64  // the cutoff in units of the losses
	best *lad.Fit // of a leaf, below the cutoff; nil if there is none
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
	mostPrices = 20   // prices tried at a node
	peakShare  = 0.1  // of what is left to the goal: nearer to the best price the search for it ends
	farther    = 1.05 // how much farther than to the price that may suffice a step goes
	mostLevels = 900  // the depth at which branching ends
)

// newBrancher returns nil where trees of choices do not serve. If the last search for the cutoff ran out of time, its
// tree goes on.
func (v *prover) newBrancher(ctx context.Context, t *table, root *lp, cutoff float64) *brancher {
	if v.s.Rules == nil || v.round != nil || v.list != nil || v.loss != lad.Average || t.large ||
		len(v.o.With) > 0 || v.o.visitAll || !t.whole.empty() {
		return nil
	}
	if b := v.tree; b != nil && b.t == t && b.h.Cutoff == cutoff && len(b.todo) > 0 {
		b.ctx, b.p, b.trial.ctx = ctx, v.p.Under(ctx), ctx
		for _, l := range b.levels {
			l.ctx = ctx
		}
		return b
	}
	h := v.s.claim(v.loss, v.n, cutoff)
	b := &brancher{ctx: ctx, partCloser: partCloser{
		t, v.p.Under(ctx), v.s.Exact, newWriter(t, v.s.Exact, &h), h, cutoff * t.total, nil}}
	b.levels, b.trial = []*lp{newLP(ctx, t)}, newLP(ctx, t)
	b.levels[0].copyFrom(root)
	b.begin()
	v.tree = b
	return b
}

func (b *brancher) begin() {
	box := append(proof.Box{b.h.Intercept(b.in.Columns())}, b.h.Rules.Bounds...)
	b.nodes, b.share, b.begun, b.todo = nil, 0, b.spent, []branch{
		{free: b.t.all(), k: b.h.Features, room: &room{box, b.t}},
	}
}

// advance works for a number of pivots, and reports whether the tree is complete.
func (b *brancher) advance(pivots int64) bool {
	if b.share*mostBranch > float64(b.spent-b.begun) {
		pivots *= promising
	}
	for until := b.spent + pivots; len(b.todo) > 0 && b.spent < until && b.ctx.Err() == nil; {
		n, made, share := b.todo[len(b.todo)-1], len(b.nodes), b.share
		b.todo = b.todo[:len(b.todo)-1]
		left := b.todo
		switch b.visit(n); {
		case b.ctx.Err() != nil: // another search goes on from here
			b.nodes, b.todo, b.share, b.shown, b.best = b.nodes[:made], append(left, n), share, false, nil
		case n.above > mostLevels || b.isHopeless():
			b.todo, b.shown = nil, false
		case !b.narrows && !b.shown && b.spent > narrowFrom && b.share*narrowAbove < float64(b.spent):
			b.narrows = true
			b.begin()
		}
	}
	return b.shown
}

// isHopeless reports whether too little of the tree is closed for its pivots.
func (b *brancher) isHopeless() bool {
	spent, least := float64(b.spent-b.begun), float64(branchFrom)
	if b.narrows {
		least = narrowLeast
	}
	used := spent / mostBranch
	return spent > least && used*used > b.share
}

func (b *brancher) visit(n branch) {
	if n.leaf != nil {
		b.close(n.leaf)
		return
	}
	l := b.levels[n.depth]
	if n.depth > 0 {
		l.copyFrom(b.levels[n.depth-1])
	}
	before := l.pivots
	d := b.closeOrNarrow(l, &n)
	b.spent += l.pivots - before + 1
	switch {
	case d != nil:
		b.share += math.Ldexp(1, -n.depth)
		b.close(d)
		return
	case n.k == 0 || n.free.empty() || b.fits(l, &n): // there is a better formula, or one too near to tell
		b.todo = nil
		return
	}
	j := l.choose(n.free)
	b.nodes = append(b.nodes, proof.Node{Kind: proof.Choose, Column: b.t.ids[j]})
	if len(b.levels) == n.depth+1 {
		b.levels = append(b.levels, newLP(b.ctx, b.t))
	}
	out := n
	out.depth, out.above, out.free = n.depth+1, n.above+1, n.free.without(j)
	with := out
	with.in, with.free, with.k = n.in.with(j), n.free.minus(b.t.taken(j, n.in.with(j))), n.k-1
	if with.k == 0 {
		with.free = columns{}
	}
	b.todo = append(b.todo, with, out)
}

// fits reports whether the columns that take most of the places of a relaxation make a formula below the cutoff.
func (b *brancher) fits(l *lp, n *branch) bool {
	in, free := n.in, n.free
	for range n.k {
		j, most := -1, 0.0
		for _, i := range free.list() {
			if part := l.place(i); part > most {
				j, most = i, part
			}
		}
		if j < 0 {
			break
		}
		in = in.with(j)
		free = free.minus(b.t.taken(j, in))
	}
	if fit, err := b.p.Fit(b.t.names(in.list())); err == nil && fit.Error*b.t.total < b.goal {
		b.best = fit
	}
	return b.best != nil
}

// closeOrNarrow returns the dual vector of a node, or nil; then it may have narrowed the node's bounds.
func (b *brancher) closeOrNarrow(l *lp, n *branch) *proof.Dual {
	for last := math.Inf(-1); ; {
		d := b.dualOf(l, n)
		value := l.value - float64(n.k)*n.price
		if d != nil || !b.narrows || n.depth > narrowDepth || n.k == 0 ||
			value-last < narrowPays*(b.goal-last) || !b.narrow(l, n) {
			return d
		}
		last = value
	}
}

func (b *brancher) close(d *proof.Dual) {
	b.nodes = append(b.nodes, proof.Node{Dual: d})
	b.shown = len(b.todo) == 0
}

// dualOf solves the relaxation of a node for one price after the other: the value less k times the price is a concave
// function of the price. It returns the dual vector if one reaches the cutoff, and leaves the relaxation and the node
// at the last price, else at the best one.
func (c *partCloser) dualOf(l *lp, n *branch) *proof.Dual {
	l.t = n.room.t
	if n.k >= n.free.size() {
		n.price = 0
	}
	l.exact = true
	out := c.t.all().minus(n.in).minus(n.free)
	var low, high, best *tangent
	for range mostPrices {
		l.charge(out, n.free, n.price)
		if d := c.reached(l, n); d != nil || n.k >= n.free.size() {
			return d
		}
		x := &tangent{n.price, l.value - float64(n.k)*n.price, l.used(n.free) - float64(n.k)}
		if best == nil || x.value > best.value {
			best = x
		}
		switch {
		case x.slope > pivotTol:
			low = x
		case x.slope < -pivotTol && n.price > 0:
			high = x
		default:
			return nil
		}
		next := max(0, n.price+farther*(c.goal-x.value)/x.slope)
		if low != nil && high != nil {
			next = low.meets(high)
			if most := low.at(next); most <= c.goal && most-best.value <= peakShare*(c.goal-best.value) ||
				math.Abs(next-n.price) < pivotTol*n.price {
				break
			}
		}
		n.price = next
	}
	if n.price != best.price {
		n.price = best.price
		l.charge(out, n.free, n.price)
		l.solve(math.Inf(1))
	}
	return nil
}

// reached returns the dual vector of a relaxation whose value reaches the cutoff, if the kernel agrees.
func (c *partCloser) reached(l *lp, n *branch) *proof.Dual {
	in, free, k := n.in, n.free, n.k
	least := c.goal + float64(k)*l.charged.price
	for _, goal := range []float64{least, math.Inf(1)} {
		l.solve(goal)
		if l.value <= least {
			break
		}
		if d := c.dual.ofAll(l); c.shows(in, free, n.room.box, d) {
			return d
		}
	}
	if k > 0 && !free.empty() {
		return nil
	}
	fit, err := c.p.Fit(c.t.names(in.list()))
	if err != nil {
		return nil
	}
	if fit.Error*c.t.total < c.goal {
		c.best = fit
		return nil
	}
	if d := c.dual.ofFit(fit); c.shows(in, free, n.room.box, d) {
		return d
	}
	return nil
}

func (c *partCloser) shows(in, free columns, box proof.Box, d *proof.Dual) bool {
	part := &proof.Part{Chosen: c.t.features(in), Box: make(proof.Box, c.in.Columns()+1)}
	part.Box[0] = box[0]
	for _, j := range in.or(free).list() {
		part.Box[c.t.ids[j]] = box[c.t.ids[j]]
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
	n := branch{in: t.columns(part.Chosen), k: f.h.Features, price: f.price}
	out := t.columns(c.Columns)
	for j, id := range t.ids {
		switch b := part.Box[id]; {
		case b == (proof.Bounds{}):
			out = out.with(j)
		case b.Lower > 0 || b.Upper < 0:
			n.in = n.in.with(j)
		}
	}
	n.free = t.all().minus(n.in).minus(out)
	for _, j := range n.in.list() {
		n.free = n.free.minus(t.taken(j, n.in))
	}
	if n.k -= n.in.size(); n.k <= 0 {
		n.k, n.free = 0, columns{}
	}
	x := partCloser{t, f.p, f.dual.in, f.dual, *f.h, f.h.Cutoff * t.total, nil}
	n.room = x.room(part.Box)
	if f.part == nil {
		f.part = newLP(f.ctx, t)
		if f.root != nil {
			f.part.copyFrom(f.root)
		}
	}
	d := x.dualOf(f.part, &n)
	f.price = n.price
	return d, nil
}

// choose returns the column to branch on: one whose weight takes a good part of a place, and whose loss costs most.
func (l *lp) choose(free columns) int {
	best, most := free.smallest(), 0.0
	for _, j := range free.list() {
		if part := l.place(j); part > 0 && part < 1 {
			if score := l.gain(j) * part * (1 - part); score > most {
				best, most = j, score
			}
		}
	}
	return best
}
