package prove

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"feltlab/model/features"
	"feltlab/solvers/lad"
)

// enumerator proves a cutoff for all small supports by fitting supports of q-1 columns and bounding
// what more columns can gain.
type enumerator struct {
	t       *table
	stack   *lad.Stack
	cutoff  float64
	stop    func() bool
	claim   *atomic.Int64 // counts the sets of claimDepth columns that are taken; nil if alone
	met     int64         // such sets met
	witness Witness
	claimed func() Witness // a witness for a claimed set

	levels []*family
	mu     []float64
	grad   []float64

	fits, leaves int64
	lowest       float64 // certified bound of the worst leaf
	best         float64 // smallest loss of a fit, and its columns
	support      []int
	chosen       []int
	err          error
}

// family is the children of a set: one fit for each column that may be added.
type family struct {
	children []sibling
	store    []float64
	list     []int
	useful   []bool
}

// sibling is the certificate of a set with one more column: with further columns T the loss is at
// least base - sum_T gain.
type sibling struct {
	column int
	base   float64
	gain   []float64
	slot   int
}

func newEnumerator(t *table, p *lad.Problem, cutoff float64, stop func() bool) *enumerator {
	return &enumerator{
		t: t, stack: p.NewStack(), cutoff: cutoff, stop: stop, witness: silent{},
		mu: make([]float64, t.patterns), grad: make([]float64, len(t.ids)), lowest: math.Inf(1), best: math.Inf(1),
	}
}

// enter makes a set the present one and returns its certificate; its gains go to gain.
func (e *enumerator) enter(set []int, gain []float64) sibling {
	var ids []int
	for _, j := range set {
		ids = append(ids, e.t.twins[j]...)
	}
	e.chosen = append(e.chosen[:0], set...)
	if err := e.stack.Reset(ids, nil); err != nil {
		e.err = err
		return sibling{}
	}
	return e.certificate(sibling{column: -1, gain: gain, slot: setSlot})
}

// certificate completes the certificate of the present set.
func (e *enumerator) certificate(s sibling) sibling {
	e.stack.Multipliers(e.mu)
	for p := range e.mu {
		e.mu[p] = -e.mu[p]
	}
	e.witness.Certificate(s.slot, e.mu)
	s.base = e.t.weigh(e.mu, e.grad)
	e.t.gains(e.grad, s.gain)
	for _, j := range e.chosen {
		s.base -= s.gain[j]
	}
	e.fits++
	if v := e.stack.Error() * e.t.total; v < e.best {
		e.best, e.support = v, slices.Clone(e.chosen)
	}
	return s
}

func (e *enumerator) push(j int) bool {
	for _, id := range e.t.twins[j] {
		if err := e.stack.Push(id); err != nil {
			e.err = err
			return false
		}
	}
	e.chosen = append(e.chosen, j)
	return true
}

func (e *enumerator) pop() {
	for range e.t.twins[e.chosen[len(e.chosen)-1]] {
		e.stack.Pop()
	}
	e.chosen = e.chosen[:len(e.chosen)-1]
}

// leaf ends the present branch with a bound from a slot.
func (e *enumerator) leaf(v float64, slot int) {
	e.leaves++
	e.lowest = min(e.lowest, v)
	e.witness.Leaf(slot)
}

// without proves the present branch with a column by a certificate and goes on without it.
func (e *enumerator) without(j int, v float64, slot int) {
	e.witness.Split(e.t.ids[j])
	e.leaf(v, slot)
}

// top returns the sum of the q largest gains of the columns in the list, but for one.
func top(q int, gain []float64, list []int, but int) float64 {
	var store [features.Count]float64
	largest := store[:q]
	if q == 0 {
		return 0
	}
	for _, j := range list {
		v := gain[j]
		if j == but || v <= largest[q-1] {
			continue
		}
		i := q - 1
		for i > 0 && largest[i-1] < v {
			largest[i] = largest[i-1]
			i--
		}
		largest[i] = v
	}
	sum := 0.0
	for _, v := range largest {
		sum += v
	}
	return sum
}

// visit proves the present set s with at most q columns of the list added.
func (e *enumerator) visit(q int, s sibling, list []int) {
	if e.stop() || e.err != nil {
		return
	}
	q = min(q, len(list))
	if v := s.base - top(q, s.gain, list, -1); q == 0 || v >= e.cutoff {
		e.leaf(v, s.slot)
		return
	}
	f := e.fit(q, s, list)
	for c := range f.children {
		if e.err != nil {
			return
		}
		child := f.children[c]
		e.witness.Split(e.t.ids[child.column])
		if q == 1 {
			e.leaf(child.base, child.slot)
			continue
		}
		rest := e.rest(f, c, q, s)
		if v := child.base - top(min(q-1, len(rest)), child.gain, rest, -1); len(rest) == 0 || v >= e.cutoff {
			e.leaf(v, child.slot)
			continue
		}
		e.descend(q-1, child, rest)
	}
	e.leaf(s.base, s.slot)
}

// descend visits a child, unless it is another worker's.
func (e *enumerator) descend(q int, child sibling, rest []int) {
	if e.claim != nil && len(e.chosen)+1 == claimDepth {
		// Workers meet these sets in the same order; each takes the next that nobody has.
		e.witness.Skip()
		e.met++
		if !e.claim.CompareAndSwap(e.met-1, e.met) {
			return
		}
		outer := e.witness
		e.witness = e.claimed()
		defer func() {
			e.witness.Close()
			e.witness = outer
		}()
		set := append(slices.Clone(e.chosen), child.column)
		e.witness.Open(e.t.names(set), e.t.names(rest), q)
	}
	if !e.push(child.column) {
		return
	}
	if e.claim != nil && len(e.chosen) == claimDepth {
		child = e.certificate(child) // for the new witness
	}
	e.visit(q, child, rest)
	e.pop()
}

// fit makes the children of the present set, best first, but for those that its certificate rules
// out.
func (e *enumerator) fit(q int, s sibling, list []int) *family {
	n := len(e.t.ids)
	for len(e.levels) <= q {
		e.levels = append(e.levels, &family{store: make([]float64, n*n), useful: make([]bool, n)})
	}
	f := e.levels[q]
	f.children = f.children[:0]
	for _, j := range list {
		if v := s.base - s.gain[j] - top(q-1, s.gain, list, j); v >= e.cutoff {
			e.without(j, v, s.slot)
			continue
		}
		if !e.push(j) {
			return f
		}
		k := len(f.children)
		child := sibling{column: j, gain: f.store[k*n : (k+1)*n], slot: q*childSlots + k}
		f.children = append(f.children, e.certificate(child))
		e.pop()
	}
	slices.SortStableFunc(f.children, func(a, b sibling) int { return cmp.Compare(a.base, b.base) })
	return f
}

// rest lists the later siblings of child c that may be of use beside it, and proves that the
// others are not.
func (e *enumerator) rest(f *family, c, q int, s sibling) []int {
	a, later := f.children[c], f.children[c+1:]
	if q == 3 {
		e.findUseful(f, a, later)
	}
	f.list = f.list[:0]
	for i, b := range later {
		v, slot := a.base-a.gain[b.column], a.slot
		if w := b.base - b.gain[a.column]; w > v {
			v, slot = w, b.slot
		}
		if w := s.base - s.gain[a.column] - s.gain[b.column]; w > v {
			v, slot = w, s.slot
		}
		switch {
		case q == 2 && v >= e.cutoff:
			e.without(b.column, v, slot)
		case q == 3 && !f.useful[b.column]:
			e.witness.Split(e.t.ids[b.column])
			for k, d := range later {
				if k > i || f.useful[d.column] {
					w, slot := triple(a, b, d)
					e.without(d.column, w, slot)
				}
			}
			e.leaf(v, slot)
		default:
			f.list = append(f.list, b.column)
		}
	}
	return f.list
}

// findUseful marks the later siblings that some triple with a needs.
func (e *enumerator) findUseful(f *family, a sibling, later []sibling) {
	clear(f.useful)
	for i, b := range later {
		for _, d := range later[i+1:] {
			if v, _ := triple(a, b, d); v < e.cutoff {
				f.useful[b.column], f.useful[d.column] = true, true
			}
		}
		if max(a.base-a.gain[b.column], b.base-b.gain[a.column]) < e.cutoff {
			f.useful[b.column] = true
		}
	}
}

// triple bounds a set with three more columns by the best of the certificates with one of them.
func triple(a, b, d sibling) (float64, int) {
	v, slot := a.base-a.gain[b.column]-a.gain[d.column], a.slot
	if w := b.base - b.gain[a.column] - b.gain[d.column]; w > v {
		v, slot = w, b.slot
	}
	if w := d.base - d.gain[a.column] - d.gain[b.column]; w > v {
		v, slot = w, d.slot
	}
	return v, slot
}
