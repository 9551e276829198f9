package cover

import (
	"context"
	"fmt"
	"math"
	"slices"

	"feltlab/model/proof"
)

// Problem asks for a choice of columns: those of Chosen and at most Most of those of Free, with a column of every cut
// and no more of a group than it allows.
type Problem struct {
	Free, Chosen proof.Vector // disjoint
	Most         int
	Cuts         []proof.Vector // of these columns
	Groups       []proof.Group  // of these columns, disjoint, none whole
	// After says which smaller column a choice with a column also has.
	After map[int]int
}

// end returns a number above those of all columns.
func (p *Problem) end() int {
	ids := p.Free.Or(p.Chosen).IDs()
	return 1 + slices.Max(append(ids, 0))
}

// Of returns the problem that has no solution if a proof about an instance holds. Columns that are true nowhere are
// left out; those that every formula of the claim has count all the same. The first column of a whole group stands for
// it.
func Of(in *proof.Instance, p *proof.Proof) *Problem {
	every := p.Rules.Units(in.Features())
	of := &Problem{Most: p.Features - p.With.Size(), Free: every.Minus(p.With), Chosen: every.And(p.With),
		After: map[int]int{}}
	for i := range p.Cuts {
		of.Cuts = append(of.Cuts, p.Cuts[i].Columns.And(every))
	}
	if p.Rules != nil {
		for _, g := range p.Rules.Groups {
			if g.Most > 0 {
				of.Groups = append(of.Groups, proof.Group{Columns: g.Columns.And(every), Most: g.Most})
			}
		}
	}
	same := in.Interchangeable(p.Rules)
	for id := range of.Free.All() {
		for other := range same[id].And(of.Free).All() {
			if other < id {
				of.After[id] = other
			}
		}
	}
	return of
}

// Node is a node of a tree in preorder. An inner node has a Column, and two trees follow: with the column chosen, and
// with the column given up. A leaf has none, but a combination of rows that no choice below it satisfies.
type Node struct {
	Column int
	Leaf   Combination
}

// Combination adds up cuts, sum of z_j >= 1; groups, sum of z_j <= Most of the group; orders, z_j <= z_i for the column
// i that j comes after; and the limit, sum of z_j <= Most, or with the columns of Chosen more by their number. In the
// sum columns that are not given up have coefficients of at most 0, so that it says that 0 is more than 0.
type Combination struct {
	Cuts, Groups []Term
	Orders       []Term // by column j, descending
	Limit        int64  // times the limit
}

// Term is a cut or group by its number, from 0, and how often it counts, above 0.
type Term struct {
	At    int
	Times int64
}

// ChoiceError is a solution of a Problem.
type ChoiceError struct{ Choice proof.Vector }

// Error names the columns.
func (e *ChoiceError) Error() string {
	return fmt.Sprintf("a choice has a column of every cut: columns %v", e.Choice.IDs())
}

// Tree returns a tree that shows that a problem has no solution, in preorder. The error is a *ChoiceError with a
// solution, or the context's.
func Tree(ctx context.Context, p *Problem) ([]Node, error) {
	s := &search{p: p, ctx: ctx}
	lp, free := newSimplex(p), p.Free
	for id := range p.Chosen.All() {
		free = free.Minus(s.taken(id, p.Chosen))
	}
	lp.choose(p.Chosen, p.Free.Or(p.Chosen).Minus(free))
	err := s.node(lp, p.Chosen, free, p.Most)
	return s.nodes, err
}

type search struct {
	p     *Problem
	ctx   context.Context
	nodes []Node
}

// node appends the tree of the choices that have some columns, and at most k of the free ones. It may change lp.
func (s *search) node(lp *simplex, chosen, free proof.Vector, k int) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	for _, q := range lp.open {
		if s.p.Cuts[q].And(free).Empty() {
			if leaf, ok := s.combine([]part{{q, 1}}, 0, 1, chosen, free, k); ok {
				s.nodes = append(s.nodes, Node{Leaf: leaf})
				return nil
			}
		}
	}
	lp.solve(float64(k))
	if leaf, ok := s.leaf(lp, chosen, free, k); ok {
		s.nodes = append(s.nodes, Node{Leaf: leaf})
		return nil
	}
	column := lp.branch(free)
	if column == 0 || k == 0 {
		return s.stuck(lp, chosen, free, k)
	}
	for free.Has(s.p.After[column]) { // 0 is no column
		column = s.p.After[column]
	}
	s.nodes = append(s.nodes, Node{Column: column})
	j := proof.VectorOf(column)
	with, left := lp.clone(), free.Minus(j.Or(s.taken(column, chosen.Or(j))))
	with.choose(j, free.Minus(left))
	if err := s.node(with, chosen.Or(j), left, k-1); err != nil {
		return err
	}
	left = free.Minus(j)
	for _, id := range left.IDs() { // those that come after it go too
		if i := s.p.After[id]; i != 0 && !left.Has(i) && !chosen.Has(i) {
			left = left.Without(id)
		}
	}
	for id := range free.Minus(left).All() {
		lp.drop(id)
	}
	return s.node(lp, chosen, left, k)
}

// stuck returns the error of a node that is neither a leaf nor can be split.
func (s *search) stuck(lp *simplex, chosen, free proof.Vector, k int) error {
	if len(lp.open) > 0 {
		return fmt.Errorf("the simplex found neither a choice nor a bound: %d columns chosen, %d of %d left",
			chosen.Size(), k, free.Size())
	}
	return &ChoiceError{chosen}
}

// taken returns the columns of a column's group if a choice has as many of them as it may.
func (s *search) taken(column int, chosen proof.Vector) proof.Vector {
	return (&proof.Rules{Groups: s.p.Groups}).Taken(column, chosen)
}

// denominators are tried in this order: few digits make short files.
var denominators = func() (all []float64) {
	for d := range 60 {
		all = append(all, float64(d+1))
	}
	return append(all, 120, 840, 5040, 1<<20, 1<<40)
}()

// leaf returns a combination of multipliers that shows that k further columns do not do.
func (s *search) leaf(lp *simplex, chosen, free proof.Vector, k int) (c Combination, ok bool) {
	if lp.value < float64(k)+least {
		return c, false
	}
	for _, d := range denominators {
		if c, ok = s.combine(lp.cutValues(), int64(d), d, chosen, free, k); ok {
			return c, true
		}
	}
	return c, false
}

// combine rounds a packing to multiples of 1/d, counts the limit so often, and reports whether that is enough.
func (s *search) combine(parts []part, limit int64, d float64, chosen, free proof.Vector, k int) (c Combination,
	ok bool) {
	c = Combination{Limit: limit}
	right := -int64(k) * c.Limit
	over := make([]int64, s.p.end()) // coefficients
	for id := range over {
		over[id] = -c.Limit
	}
	for _, t := range parts {
		if n := int64(math.Floor(t.value*d + 1e-6)); n > 0 && s.p.Cuts[t.cut].And(chosen).Empty() {
			c.Cuts = append(c.Cuts, Term{t.cut, n})
			right += n
			for id := range s.p.Cuts[t.cut].All() {
				over[id] += n
			}
		}
	}
	for g, group := range s.p.Groups {
		// A group of which all that it allows are chosen costs nothing, and keeps all others out.
		columns, out, most := group.Columns, group.Full(chosen), int64(0)
		if group.Most > 1 && !out {
			continue
		}
		for id := range columns.Minus(chosen).All() {
			if out || free.Has(id) {
				most = max(most, over[id])
			}
		}
		if most > 0 {
			c.Groups = append(c.Groups, Term{g, most})
			for id := range columns.All() {
				over[id] -= most
			}
			if !out {
				right -= most
			}
		}
	}
	for id := len(over) - 1; id > 0; id-- {
		if i := s.p.After[id]; i != 0 && over[id] > 0 && !chosen.Has(i) {
			c.Orders = append(c.Orders, Term{id, over[id]})
			over[i], over[id] = over[i]+over[id], 0
		}
	}
	ok = right > 0
	for id := range free.All() {
		ok = ok && over[id] <= 0
	}
	return c, ok
}
