package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// Listing is the best sets of columns of formulas with at most N. Each column of a set is needed: without it the error
// is larger by more than proof.Tolerance. So a set that includes another one is better by more than that. Of sets that
// differ in interchangeable columns the listing has one.
type Listing struct {
	Sets []Listed // by ascending error
	// Proof shows that every formula with at most N columns whose error is below its cutoff has all columns of one of
	// Sets. The cutoff is the error of the last one, or that of a formula without columns if there are fewer sets than
	// asked for, less at most proof.Tolerance. It is nil if the time ended first.
	Proof *proof.Proof
}

// Listed is a set with its best formula.
type Listed struct {
	*lad.Fit
	// Proof shows of a set with fewer than N columns that no formula with these and others is better, unless it has
	// all columns of an earlier set. It is nil for sets of N columns, if the time ended first, and for the first set: a
	// proof that its error is the least shows more.
	Proof *proof.Proof
}

// ErrList is wrapped by errors about problems whose best sets cannot be listed.
var ErrList = errors.New("no list of the best sets")

// List finds the best sets of at most n columns, of which it lists k, and proves that no other set is better than the
// last one. The incumbent is a good formula. Errors are those of Solve, or wrap ErrList for round weights. When the
// context ends, it returns the sets found so far, and the proofs that are complete.
func List(ctx context.Context, s *Problem, loss proof.Loss, n, k int, incumbent regression.Formula,
	o Options) (*Listing, error) {
	if !s.Rules.Any() {
		return nil, fmt.Errorf("%w: weights are round", ErrList)
	}
	v, err := newProver(ctx, s, loss, n, incumbent, o)
	if err != nil {
		return nil, err
	}
	l := &lister{v: v, k: k, base: proof.VectorOf(o.With...), same: s.Exact.Interchangeable(s.Rules), rules: s.Rules,
		tried: map[proof.Vector]bool{}}
	v.list, l.with = l, l.base
	if err := l.begin(); err != nil {
		return nil, v.unless(err)
	}
	out := &Listing{}
	for {
		changed, main, err := l.prove(proof.Vector{}, l.most(), l.found)
		if err == nil && !changed && main != nil {
			out.Proof = main
			changed, err = l.proveSmaller()
		}
		if err = v.unless(err); err != nil || !changed || ctx.Err() != nil {
			out.Sets = l.found
			return out, err
		}
	}
}

// lister keeps the best sets while they are searched for.
type lister struct {
	v     *prover
	k     int
	base  proof.Vector   // columns that every formula has
	same  []proof.Vector // by column of the instance: those that are interchangeable with it
	none  float64        // error of the formula without other columns
	rules *proof.Rules

	mu    sync.Mutex
	found []Listed
	tried map[proof.Vector]bool // sets that were offered
	grown bool                  // whether the list changed in the present search

	with   proof.Vector   // columns that every formula of the present search has
	except []proof.Vector // sets in which it may end
}

// begin fills the list by exchanges of one column: of the incumbent, and of each set that comes on the list.
func (l *lister) begin() error {
	none, err := l.v.p.Fit(l.base.IDs())
	if err != nil {
		return err
	}
	l.none = none.Error
	if _, err := l.offer(l.v.result.Incumbent.IDs); err != nil {
		return err
	}
	stack := l.v.p.Under(l.v.ctx).NewStack()
	done := map[proof.Vector]bool{}
	for i := 0; i < len(l.found); i++ {
		f := l.found[i].Fit
		if ids := proof.VectorOf(f.IDs...); !done[ids] {
			done[ids] = true
			if err := l.exchange(stack, f); err != nil {
				return err
			}
			i = -1 // the list may have changed
		}
	}
	return nil
}

// exchange offers the sets that replace one column of a set, or add one if there is room.
func (l *lister) exchange(stack *lad.Stack, f *lad.Fit) error {
	p := l.v.p
	gain, rules := make([]float64, p.Columns()+1), l.v.s.Rules
	drops := proof.VectorOf(f.IDs...).Minus(l.base).IDs()
	if len(f.IDs) < l.v.n {
		drops = append(drops, 0)
	}
	for _, drop := range drops {
		rest := slices.DeleteFunc(slices.Clone(f.IDs), func(id int) bool { return id == drop })
		if err := stack.Reset(rest, f); err != nil {
			return err
		}
		stack.Gradients(gain)
		has := proof.VectorOf(rest...)
		for id := range l.v.t.features(l.v.t.all()).All() {
			with := has.With(id)
			if has.Has(id) || rules.Group(id).Full(has) || l.normal(with) != with || l.tried[with] ||
				stack.Error()-p.Gain(id, gain) >= l.most() {
				continue
			}
			if err := stack.Push(id); err != nil {
				return err
			}
			e := stack.Error()
			if stack.Pop(); e < l.most() {
				if _, err := l.offer(with.IDs()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// most returns the error below which a set comes on the list.
func (l *lister) most() float64 {
	if len(l.found) < l.k {
		return l.none
	}
	return l.found[l.k-1].Error
}

// normal returns a set with the smallest of interchangeable columns, which the kernel's search takes.
func (l *lister) normal(set proof.Vector) proof.Vector {
	set = l.rules.Units(set)
	n := set.And(l.with)
	for id := range set.Minus(l.with).All() {
		n = n.With(l.same[id].Minus(l.with).Minus(n).Smallest())
	}
	return n
}

// listed reports whether a search ends in a choice.
func (l *lister) listed(ids []int) bool {
	set := l.normal(proof.VectorOf(ids...))
	return slices.ContainsFunc(l.except, func(v proof.Vector) bool { return v.Minus(set).Empty() })
}

// offer puts a set on the list, without the columns that it does not need, if its error is among the least. It reports
// whether the list changed in the present search, perhaps by another worker's offer of the same set: then the set is no
// reason for a cut, which would outlast the search.
func (l *lister) offer(ids []int) (changed bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	set := l.normal(proof.VectorOf(ids...))
	if l.tried[set] {
		return l.grown, nil
	}
	l.tried[set] = true
	f, err := l.v.p.Fit(set.IDs())
	if err != nil {
		return false, err
	}
	if f, err = l.needed(f); err != nil {
		return false, err
	}
	same := func(x Listed) bool { return slices.Equal(x.IDs, f.IDs) }
	if f.Error >= l.most()-rounding || len(f.IDs) == l.base.Size() || slices.ContainsFunc(l.found, same) {
		return l.grown, nil
	}
	l.grown = true
	l.found = append(l.found, Listed{Fit: f})
	slices.SortStableFunc(l.found, func(a, b Listed) int {
		return cmp.Or(cmp.Compare(a.Error, b.Error), slices.Compare(a.IDs, b.IDs))
	})
	l.found = l.found[:min(l.k, len(l.found))]
	return true, nil
}

// needed returns a fit without the columns that hardly lower its error. Of interchangeable ones it takes out the
// largest first, so that a normal set stays one.
func (l *lister) needed(f *lad.Fit) (*lad.Fit, error) {
	most := f.Error + proof.Tolerance(f.Error)
	for again := true; again; {
		again = false
		for i, id := range slices.Backward(f.IDs) {
			if l.base.Has(id) {
				continue
			}
			less, err := l.v.p.Fit(slices.Delete(slices.Clone(f.IDs), i, i+1))
			if err != nil {
				return nil, err
			}
			if again = less.Error <= most; again {
				f = less
				break
			}
		}
	}
	return f, nil
}

// proveSmaller proves of the sets that have room for more columns that these make none better.
func (l *lister) proveSmaller() (changed bool, err error) {
	main := l.v.known
	defer func() { l.v.known = main }()
	for i := 1; i < len(l.found); i++ {
		x := l.found[i]
		if len(x.IDs) == l.v.n || x.Proof != nil {
			continue
		}
		l.v.known = main.before(&cuts{})
		changed, p, err := l.prove(proof.VectorOf(x.IDs...), x.Error, l.found[:i])
		if changed || err != nil || l.v.ctx.Err() != nil {
			return changed, err
		}
		l.found[i].Proof = p
	}
	return false, nil
}

// prove proves that every formula with the columns of a set, and others, whose error is below a given one, has all
// columns of a listed set. It ends without a proof if the list changed.
func (l *lister) prove(set proof.Vector, e float64, except []Listed) (changed bool, p *proof.Proof, err error) {
	v := l.v
	cutoff := e - proof.Tolerance(e)/2
	l.with, l.except, l.grown = l.base.Or(set), nil, false
	for _, x := range except {
		l.except = append(l.except, proof.VectorOf(x.IDs...))
	}
	v.o.With = l.with.IDs()
	if cutoff <= 0 {
		return false, nil, nil
	}
	t := v.t
	if v.loss == lad.Max {
		t = t.within(cutoff)
	}
	root := newLP(v.ctx, t)
	if !t.large {
		root.solve(math.Inf(1))
	}
	v.result.Bound = 0
	err = v.search(v.ctx, t, root, cutoff)
	if err != nil || l.grown || v.ctx.Err() != nil {
		return l.grown, nil, err
	}
	h := v.s.claim(v.loss, v.n, v.result.Bound)
	h.With, h.Except = l.with, l.except
	p, err = v.s.fromCuts(v.ctx, h, v.result.Cuts, v.o.Workers)
	if p != nil && p.Cutoff < e-proof.Tolerance(e) {
		p = nil
	}
	return false, p, err
}
