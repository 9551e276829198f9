package cover

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"feltlab/model/proof"
)

// Problem asks for a choice of columns: those of Chosen and at most Most of those of Free, with a column of every cut
// and at most one of every group.
type Problem struct {
	Free, Chosen proof.Vector // disjoint
	Most         int
	Cuts, Groups []proof.Vector // of these columns; groups are disjoint
	// After says, by column, which smaller column a choice with this column also has; 0: none.
	After [proof.MaxColumns + 1]int
}

// Of returns the problem that has no solution if a proof about an instance holds. Columns that are true nowhere are
// left out; those that every formula of the claim has count all the same.
func Of(in *proof.Instance, p *proof.Proof) *Problem {
	every := in.Features()
	of := &Problem{Most: p.Features - size(p.With), Free: minus(every, p.With), Chosen: and(every, p.With)}
	for i := range p.Cuts {
		of.Cuts = append(of.Cuts, and(p.Cuts[i].Columns, every))
	}
	if p.Rules != nil {
		for _, g := range p.Rules.Groups {
			of.Groups = append(of.Groups, and(g, every))
		}
	}
	same := in.Interchangeable(p.Rules)
	for id := range of.After {
		eachColumn(and(same[id], of.Free), func(other int) {
			if other < id && of.Free.Has(id) {
				of.After[id] = other
			}
		})
	}
	return of
}

// Node is a node of a tree in preorder. An inner node has a Column, and two trees follow: with the column chosen, and
// with the column given up. A leaf has none, but a combination of rows that no choice below it satisfies.
type Node struct {
	Column int
	Leaf   Combination
}

// Combination adds up cuts, sum of z_j >= 1; groups, sum of z_j <= 1; orders, z_j <= z_i for the column i that j comes
// after; and the limit, sum of z_j <= Most, or with the columns of Chosen more by their number. In the sum columns that
// are not given up have coefficients of at most 0, so that it says that 0 is more than 0.
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

// ErrChoice is wrapped by the error of a Problem that has a solution.
var ErrChoice = errors.New("a choice has a column of every cut")

// ChoiceError is a solution of a Problem.
type ChoiceError struct{ Choice proof.Vector }

// Error names the columns.
func (e *ChoiceError) Error() string { return fmt.Sprintf("%v: columns %v", ErrChoice, e.Choice.IDs()) }

// Unwrap returns ErrChoice.
func (e *ChoiceError) Unwrap() error { return ErrChoice }

// Tree returns a tree that shows that a problem has no solution, in preorder. The error is a *ChoiceError with a
// solution, or the context's.
func Tree(ctx context.Context, p *Problem) ([]Node, error) {
	s := &search{p: p, ctx: ctx}
	err := s.run()
	return s.nodes, err
}

type search struct {
	p     *Problem
	ctx   context.Context
	nodes []Node
}

func (s *search) run() error {
	lp, free := newSimplex(s.p), s.p.Free
	eachColumn(s.p.Chosen, func(id int) { free = minus(free, s.group(id)) })
	lp.choose(s.p.Chosen, minus(or(s.p.Free, s.p.Chosen), free))
	return s.node(lp, s.p.Chosen, free, s.p.Most)
}

// node appends the tree of the choices that have some columns, and at most k of the free ones. It may change lp.
func (s *search) node(lp *simplex, chosen, free proof.Vector, k int) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	for _, q := range lp.open {
		if and(s.p.Cuts[q], free) == (proof.Vector{}) {
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
	for free.Has(s.p.After[column]) {
		column = s.p.After[column]
	}
	s.nodes = append(s.nodes, Node{Column: column})
	j := proof.VectorOf(column)
	with, left := lp.clone(), minus(free, or(j, s.group(column)))
	with.choose(j, minus(free, left))
	if err := s.node(with, or(chosen, j), left, k-1); err != nil {
		return err
	}
	left = minus(free, j)
	for _, id := range left.IDs() { // those that come after it go too
		if i := s.p.After[id]; i != 0 && !left.Has(i) && !chosen.Has(i) {
			left = left.Without(id)
		}
	}
	eachColumn(minus(free, left), lp.drop)
	return s.node(lp, chosen, left, k)
}

// stuck returns the error of a node that is neither a leaf nor can be split.
func (s *search) stuck(lp *simplex, chosen, free proof.Vector, k int) error {
	if len(lp.open) > 0 {
		return fmt.Errorf("the simplex found neither a choice nor a bound: %d columns chosen, %d of %d left",
			size(chosen), k, size(free))
	}
	return &ChoiceError{chosen}
}

func (s *search) group(column int) (g proof.Vector) {
	for _, g = range s.p.Groups {
		if g.Has(column) {
			return g
		}
	}
	return proof.Vector{}
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
	var over [proof.MaxColumns + 1]int64 // coefficients
	for id := range over {
		over[id] = -c.Limit
	}
	for _, t := range parts {
		if n := int64(math.Floor(t.value*d + 1e-6)); n > 0 && and(s.p.Cuts[t.cut], chosen) == (proof.Vector{}) {
			c.Cuts = append(c.Cuts, Term{t.cut, n})
			right += n
			eachColumn(s.p.Cuts[t.cut], func(id int) { over[id] += n })
		}
	}
	for g, columns := range s.p.Groups {
		// The group of a chosen column costs nothing, and keeps all others out.
		out, most := and(columns, chosen) != (proof.Vector{}), int64(0)
		eachColumn(minus(columns, chosen), func(id int) {
			if out || free.Has(id) {
				most = max(most, over[id])
			}
		})
		if most > 0 {
			c.Groups = append(c.Groups, Term{g, most})
			eachColumn(columns, func(id int) { over[id] -= most })
			if !out {
				right -= most
			}
		}
	}
	for id := proof.MaxColumns; id > 0; id-- {
		if i := s.p.After[id]; i != 0 && over[id] > 0 && !chosen.Has(i) {
			c.Orders = append(c.Orders, Term{id, over[id]})
			over[i], over[id] = over[i]+over[id], 0
		}
	}
	ok = right > 0
	eachColumn(free, func(id int) { ok = ok && over[id] <= 0 })
	return c, ok
}

func and(a, b proof.Vector) proof.Vector   { return proof.Vector{a[0] & b[0], a[1] & b[1]} }
func or(a, b proof.Vector) proof.Vector    { return proof.Vector{a[0] | b[0], a[1] | b[1]} }
func minus(a, b proof.Vector) proof.Vector { return proof.Vector{a[0] &^ b[0], a[1] &^ b[1]} }
func size(v proof.Vector) int              { return bits.OnesCount64(v[0]) + bits.OnesCount64(v[1]) }

func eachColumn(v proof.Vector, do func(id int)) {
	for word, rest := range v {
		for ; rest != 0; rest &= rest - 1 {
			do(64*word + bits.TrailingZeros64(rest) + 1)
		}
	}
}
