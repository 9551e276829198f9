package proof

import (
	"context"
	"fmt"
	"slices"
)

// NodeKind is what a node of a tree is.
type NodeKind uint8

// The kinds of nodes.
const (
	Leaf   NodeKind = iota // a box of weights with a dual vector
	Split                  // two boxes: a weight at most one value, and at least the next
	None                   // a box without formulas
	Choose                 // a column is out, or it is one of the N and may have the weight 0
)

// Node is a node of a tree that shows a cut. A tree is a list of nodes in preorder: after a split comes the tree of the
// smaller values, then that of the greater ones; after a choice the tree without the column, then that with it.
type Node struct {
	Kind   NodeKind
	Column int   // of a split or a choice; 0 is the intercept
	Value  int64 // of a split: the weight is at most value number Value, or at least number Value + 1
	Dual   *Dual // of a leaf; nil in a compact proof
}

// inner reports whether two trees follow.
func (n *Node) inner() bool { return n.Kind == Split || n.Kind == Choose }

// mostDepth is the largest number of splits and choices above a leaf.
const mostDepth = 1000

// ShowsTree returns nil if the tree of a cut shows it: its leaves cover all formulas of the claim without the cut's
// columns, and each has a dual vector, its own or else one from the finder, that reaches the cutoff. The error wraps
// ErrHeader or ErrCut and names the node, counted from 1, or is the context's or the finder's.
func (in *Instance) ShowsTree(ctx context.Context, h *Header, c *Cut, finder Finder) error {
	if err := h.Valid(in.columns); err != nil {
		return err
	}
	if c.Dual != nil {
		return fmt.Errorf("%w: it has a tree, want one dual vector", ErrCut)
	}
	if h.Rules.Units(c.Columns) != c.Columns {
		return fmt.Errorf("%w: a whole group stands under another column than its first", ErrCut)
	}
	w := &walk{in: in, ctx: ctx, h: h, cut: c}
	w.finder, _ = finder.(LeafFinder)
	if err := w.node(Part{Box: h.box(in.columns)}, 0); err != nil {
		return fmt.Errorf("node %d: %w", w.next, err)
	}
	if w.next != len(c.Tree) {
		return fmt.Errorf("%w: the tree ends at node %d of %d", ErrCut, w.next, len(c.Tree))
	}
	return nil
}

// Part is a part of a claim's formulas: those that have some columns, and all weights within a box.
type Part struct {
	Box    Box
	Chosen Vector
}

func (p Part) clone() Part { return Part{slices.Clone(p.Box), p.Chosen} }

// ShowsPart reports whether a dual vector shows that no formula of a part without a cut's columns is below the cutoff.
func (in *Instance) ShowsPart(h *Header, c *Cut, part *Part, d *Dual) bool {
	return h.Valid(in.columns) == nil && in.shows(h, c, part, d)
}

// walk goes through a tree.
type walk struct {
	in     *Instance
	ctx    context.Context
	h      *Header
	cut    *Cut
	finder LeafFinder
	next   int // nodes taken
}

// node checks the tree that starts at the next node, for a part of the formulas.
func (w *walk) node(part Part, depth int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if w.next == len(w.cut.Tree) {
		return fmt.Errorf("%w: the tree lacks a leaf", ErrCut)
	}
	n := &w.cut.Tree[w.next]
	w.next++
	switch {
	case n.inner() && depth == mostDepth:
		return fmt.Errorf("%w: more than %d splits above it", ErrCut, mostDepth)
	case n.Kind == Split:
		return w.split(n, part, depth)
	case n.Kind == Choose:
		return w.choose(n, part, depth)
	case n.Kind == None:
		if forced := part.forced(w.h.Rules); forced.Size() <= w.h.Features && w.h.Rules.Allow(forced) {
			return fmt.Errorf("%w: a leaf without a dual vector allows formulas", ErrCut)
		}
		return nil
	}
	d := n.Dual
	if d == nil && w.finder != nil {
		var err error
		if d, err = w.finder.FindLeaf(w.cut, &part); err != nil {
			return err
		}
	}
	if !w.in.shows(w.h, w.cut, &part, d) {
		return fmt.Errorf("%w: its multipliers are missing or prove less than the cutoff", ErrCut)
	}
	return nil
}

// choose checks the part without a column, whose weight is then 0, and the part with it.
func (w *walk) choose(n *Node, part Part, depth int) error {
	j := n.Column
	unit := Vector{}.With(j)
	if j < 1 || j > w.in.columns || w.h.Rules.Units(unit) != unit || w.cut.Columns.Or(part.forced(w.h.Rules)).Has(j) {
		return fmt.Errorf("%w: it chooses column %d, want one outside the cut that is not chosen, of a whole group "+
			"the first", ErrCut, j)
	}
	without := part.clone()
	without.Box[j] = Bounds{}
	if g := w.h.Rules.Group(j); g.Most == 0 {
		for id := range g.Columns.All() {
			without.Box[id] = Bounds{}
		}
	}
	if err := w.node(without, depth+1); err != nil {
		return err
	}
	part.Chosen = part.Chosen.With(j)
	return w.node(part, depth+1)
}

func (w *walk) split(n *Node, part Part, depth int) error {
	rules, box := w.h.Rules.orPlain(), part.Box
	below, above, ok := rules.values(n.Value)
	switch {
	case !ok:
		return fmt.Errorf("%w: the rules have no values number %d and %d", ErrCut, n.Value, n.Value+1)
	case n.Column < 0 || n.Column > w.in.columns || !rules.Units(Vector{}.With(n.Column)).And(w.cut.Columns).Empty():
		return fmt.Errorf("%w: it splits column %d, want one outside the cut", ErrCut, n.Column)
	case n.Column == 0 && rules.Intercept != RoundIntercept:
		return fmt.Errorf("%w: it splits an intercept that is not round", ErrCut)
	case below < box[n.Column].Lower || above > box[n.Column].Upper:
		return fmt.Errorf("%w: it splits column %d at %v and %v, outside %v to %v",
			ErrCut, n.Column, below, above, box[n.Column].Lower, box[n.Column].Upper)
	}
	half := part.clone()
	half.Box[n.Column].Upper = below
	if err := w.node(half, depth+1); err != nil {
		return err
	}
	half = part.clone()
	half.Box[n.Column].Lower = above
	return w.node(half, depth+1)
}
