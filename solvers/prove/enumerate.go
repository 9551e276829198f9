package prove

import (
	"cmp"
	"context"
	"slices"

	"feltlab/solvers/lad"
)

// enumerator proves a cutoff by fitting sets, one column after the other, as long as the dual vector of the fit does
// not rule out all further ones: the best way if few columns are to be chosen.
type enumerator struct {
	t       *table
	ctx     context.Context
	stack   *lad.Stack
	cutoff  float64
	share   *pool
	enough  bool // a formula below the cutoff ends the search
	witness Witness

	families [][]certified // of the children, by depth
	siblings []*certified  // by column
	mu       []float64
	sum      []float64
	columns  []int // and slots: of the leaves of excludedPairs
	slots    []int
	outcome
}

// certified is a dual vector that is tight for a set: a set T loses at least constant - sum_T gain.
type certified struct {
	column   int // that was added last
	constant float64
	gain     []float64
	value    float64 // of the set
	slot     int
}

// newEnumerator returns an enumerator that looks out for fits better than best.
func newEnumerator(ctx context.Context, t *table, p *lad.Problem, cutoff, best float64, share *pool) *enumerator {
	return &enumerator{
		t: t, ctx: ctx, stack: p.NewStack(), cutoff: cutoff, share: share, witness: silent{},
		siblings: make([]*certified, len(t.ids)), mu: make([]float64, t.patterns), sum: make([]float64, t.sums()), outcome: outcome{lowest: cutoff, best: best},
	}
}

// run enumerates a task.
func (e *enumerator) run(w Witness, x task) {
	e.witness = w
	w.Open(e.t.names(x.in.list()), e.t.names(x.free.list()), x.k)
	if e.err = e.stack.Reset(e.t.names(x.in.list()), nil); e.err == nil {
		root := &certified{gain: make([]float64, len(e.t.ids)), slot: ownSlot}
		e.certify(root)
		if !e.closed(x, root) {
			e.visit(0, x, root)
		}
	}
	w.Close()
}

// certify takes the dual vector of the present set.
func (e *enumerator) certify(c *certified) {
	e.stack.Multipliers(e.mu)
	for p := range e.mu {
		e.mu[p] = -e.mu[p]
	}
	e.witness.Certificate(c.slot, e.mu)
	c.constant = e.t.weigh(e.mu, c.gain, e.sum)
	e.solves++
	v := e.stack.Error()
	if v*e.t.total >= e.cutoff {
		return
	}
	if v < e.best {
		e.best, e.support = v, slices.Clone(e.stack.Fit().IDs)
	}
	if e.enough {
		e.share.end()
	}
}

// bound returns what all of a set lose at least.
func (c *certified) bound(set columns) float64 {
	v := c.constant
	for ; !set.empty(); set = set.without(set.smallest()) {
		v -= c.gain[set.smallest()]
	}
	return v
}

// most returns what at most k of the free columns can gain.
func (c *certified) most(free columns, k int) float64 {
	if k == 0 {
		return 0
	}
	var store [enumerateUpTo]float64
	largest := store[:k]
	for ; !free.empty(); free = free.without(free.smallest()) {
		g := c.gain[free.smallest()]
		i := len(largest) - 1
		if g <= largest[i] {
			continue
		}
		for ; i > 0 && largest[i-1] < g; i-- {
			largest[i] = largest[i-1]
		}
		largest[i] = g
	}
	v := 0.0
	for _, g := range largest {
		v += g
	}
	return v
}

// stopped reports whether what follows proves nothing.
func (e *enumerator) stopped() bool { return e.err != nil || e.ctx.Err() != nil || e.share.over.Load() }

// closed ends the branch of a task if the dual vector proves it or nothing can be added.
func (e *enumerator) closed(x task, c *certified) bool {
	v := c.bound(x.in) - c.most(x.free, x.k)
	if v < e.cutoff && x.k > 0 && !x.free.empty() {
		return false
	}
	e.leaf(v, c.slot)
	return true
}

func (e *enumerator) leaf(v float64, slot int) {
	e.lowest = min(e.lowest, v)
	e.witness.Leaf(slot)
}

// proof returns the slot of the first of the dual vectors that proves a task.
func (e *enumerator) proof(x task, by ...*certified) (slot int, ok bool) {
	for _, c := range by {
		if c == nil {
			continue
		}
		if v := c.bound(x.in); v >= e.cutoff && v-c.most(x.free, x.k) >= e.cutoff {
			return c.slot, true
		}
	}
	return 0, false
}

// excluded gives up a column of a task, and its twins, if one of the dual vectors proves all sets with it.
func (e *enumerator) excluded(x *task, j int, by ...*certified) bool {
	slot, ok := e.proof(x.with(j), by...)
	if ok {
		e.witness.Split(e.t.ids[j])
		e.witness.Leaf(slot)
		x.free = x.free.minus(e.t.twins[j])
	}
	return ok
}

// excludedByAny is excluded by one of the children.
func (e *enumerator) excludedByAny(x *task, j int, children []certified) bool {
	for i := range children {
		if e.excluded(x, j, &children[i]) {
			return true
		}
	}
	return false
}

// excludedPairs gives up a column of a task in which two may be chosen, and its twins, if the dual vectors prove it alone
// and with any other column: then those of the other's set help too.
func (e *enumerator) excludedPairs(x *task, j int, others []*certified, by ...*certified) bool {
	with := x.with(j)
	alone, ok := e.proof(task{in: with.in}, by...)
	if !ok {
		return false
	}
	e.columns, e.slots = e.columns[:0], e.slots[:0]
	by = append(by, nil)
	for rest := with.free; !rest.empty(); {
		other := rest.smallest()
		rest = rest.minus(e.t.twins[other])
		by[len(by)-1] = others[other]
		slot, ok := e.proof(task{in: with.in.with(other)}, by...)
		if !ok {
			return false
		}
		e.columns, e.slots = append(e.columns, other), append(e.slots, slot)
	}
	e.witness.Split(e.t.ids[j])
	for i, other := range e.columns {
		e.witness.Split(e.t.ids[other])
		e.witness.Leaf(e.slots[i])
	}
	e.witness.Leaf(alone)
	x.free = x.free.minus(e.t.twins[j])
	return true
}

// visit proves a task whose set is the present one, with its dual vector.
func (e *enumerator) visit(depth int, x task, own *certified) {
	e.nodes++
	children := e.children(depth, &x, own)
	for i := range children {
		if e.stopped() {
			return
		}
		c := &children[i]
		e.witness.Split(e.t.ids[c.column])
		e.descend(depth, x.with(c.column), own, c, children[i+1:])
		x.free = x.free.minus(e.t.twins[c.column])
	}
	if !e.stopped() {
		e.leaf(own.bound(x.in), own.slot)
	}
}

// children fits the present set with each of the free columns that no dual vector excludes, be it of the set or of a
// child that was fitted before: they hold for any set. The best child comes first.
func (e *enumerator) children(depth int, x *task, own *certified) []certified {
	f := e.family(depth)
	for _, j := range x.free.list() {
		if e.stopped() {
			return nil
		}
		if e.t.twins[j].and(x.free).smallest() != j {
			continue // it goes with its smaller twin
		}
		if e.excluded(x, j, own) || e.excludedByAny(x, j, f) {
			continue
		}
		if e.err = e.stack.Push(e.t.ids[j]); e.err != nil {
			return nil
		}
		f = f[:len(f)+1]
		c := &f[len(f)-1]
		c.column = j
		e.certify(c)
		c.value = c.bound(x.in.with(j))
		e.stack.Pop()
	}
	slices.SortStableFunc(f, func(a, b certified) int { return cmp.Compare(a.value, b.value) })
	return f
}

// family returns the empty list of the children at a depth.
func (e *enumerator) family(depth int) []certified {
	for n := len(e.t.ids); len(e.families) <= depth; {
		f := make([]certified, n)
		for i := range f {
			f[i].gain, f[i].slot = make([]float64, n), ownSlot-1-len(e.families)*n-i
		}
		e.families = append(e.families, f)
	}
	return e.families[depth][:0]
}

// descend proves the task of a child, whose later siblings are still free, or gives it to an idle worker.
func (e *enumerator) descend(depth int, x task, parent, c *certified, later []certified) {
	for i := range later {
		if b := &later[i]; x.k > 0 {
			e.excluded(&x, b.column, c, b, parent)
		}
	}
	if x.k == 2 {
		e.excludeByPairs(&x, parent, c, later)
	}
	if e.closed(x, c) {
		return
	}
	if x.k > shareAbove && e.share.offer(x) {
		e.witness.Skip()
		return
	}
	if e.err = e.stack.Push(e.t.ids[c.column]); e.err == nil {
		e.visit(depth+1, x, c)
		e.stack.Pop()
	}
}

// excludeByPairs gives up the later siblings of a child that no pair needs.
func (e *enumerator) excludeByPairs(x *task, parent, c *certified, later []certified) {
	clear(e.siblings)
	for i := range later {
		e.siblings[later[i].column] = &later[i]
	}
	for i := range later {
		if b := &later[i]; x.free.has(b.column) {
			e.excludedPairs(x, b.column, e.siblings, c, b, parent)
		}
	}
}
