package prove

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"feltlab/model/features"
	"feltlab/solvers/lad"
)

// enumerator proves a cutoff for all small supports by fitting supports of q-2 columns and bounding
// what two more can gain.
type enumerator struct {
	t      *table
	stack  *lad.Stack
	cutoff float64
	stop   func() bool
	claim  *atomic.Int64 // counts the sets of claimDepth columns that are taken; nil if alone
	met    int64         // such sets met

	levels []*family
	mu     []float64
	grad   []float64

	fits, leaves int
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
	base     []float64
	gain     [][]float64
}

// sibling is the certificate of a set with one more column: with further columns T the loss is at
// least base - sum_T gain.
type sibling struct {
	column int
	base   float64
	gain   []float64
}

func newEnumerator(t *table, p *lad.Problem, cutoff float64) *enumerator {
	return &enumerator{
		t: t, stack: p.NewStack(), cutoff: cutoff, mu: make([]float64, t.patterns), grad: make([]float64, len(t.ids)),
		lowest: math.Inf(1), best: math.Inf(1), stop: func() bool { return false },
	}
}

// certificate writes the gains of the present set to gain and returns its base.
func (e *enumerator) certificate(gain []float64) float64 {
	e.stack.Multipliers(e.mu)
	for p := range e.mu {
		e.mu[p] = -e.mu[p]
	}
	base := e.t.weigh(e.mu, e.grad)
	e.t.gains(e.grad, gain)
	for _, j := range e.chosen {
		base -= gain[j]
	}
	e.fits++
	if v := e.stack.Error() * e.t.total; v < e.best {
		e.best, e.support = v, slices.Clone(e.chosen)
	}
	return base
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

// leaf notes a bound that ends a branch.
func (e *enumerator) leaf(v float64) {
	e.leaves++
	e.lowest = min(e.lowest, v)
}

// top returns the sum of the q largest gains of the columns in the list, but for one.
func top(q int, gain []float64, list []int, but int) float64 {
	var largest [features.Count + 1]float64
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
	for _, v := range largest[:q] {
		sum += v
	}
	return sum
}

// visit proves the present set with at most q columns of the list added; base and gain are its
// certificate.
func (e *enumerator) visit(q int, base float64, gain []float64, list []int) {
	if e.stop() || e.err != nil || !e.mine() {
		return
	}
	q = min(q, len(list))
	if q == 0 {
		e.leaf(base)
		return
	}
	if v := base - top(q, gain, list, -1); v >= e.cutoff {
		e.leaf(v)
		return
	}
	f := e.family(q)
	e.fit(f, q, base, gain, list)
	for c := range f.children {
		if q == 1 {
			e.leaf(f.children[c].base)
			continue
		}
		rest := e.rest(f, c, q, base, gain)
		child := f.children[c]
		if v := child.base; len(rest) == 0 {
			e.leaf(v)
			continue
		}
		if v := child.base - top(min(q-1, len(rest)), child.gain, rest, -1); v >= e.cutoff {
			e.leaf(v)
			continue
		}
		if !e.push(child.column) {
			return
		}
		e.visit(q-1, child.base, child.gain, rest)
		e.pop()
	}
}

// mine reports whether the present set is this worker's to visit. Workers meet the sets of
// claimDepth columns in the same order; each takes the next that nobody has.
func (e *enumerator) mine() bool {
	if e.claim == nil || len(e.chosen) != claimDepth {
		return true
	}
	e.met++
	return e.claim.CompareAndSwap(e.met-1, e.met)
}

func (e *enumerator) family(q int) *family {
	for len(e.levels) <= q {
		f := &family{store: make([]float64, len(e.t.ids)*len(e.t.ids))}
		e.levels = append(e.levels, f)
	}
	return e.levels[q]
}

// fit makes the children of the present set, best first, but for those that its certificate rules
// out.
func (e *enumerator) fit(f *family, q int, base float64, gain []float64, list []int) {
	n := len(e.t.ids)
	f.children = f.children[:0]
	for _, j := range list {
		v := base - gain[j]
		if q > 1 {
			v -= top(q-1, gain, list, j)
		}
		if v >= e.cutoff {
			e.leaf(v)
			continue
		}
		if !e.push(j) {
			return
		}
		k := len(f.children)
		s := sibling{column: j, gain: f.store[k*n : (k+1)*n]}
		s.base = e.certificate(s.gain)
		e.pop()
		f.children = append(f.children, s)
	}
	slices.SortStableFunc(f.children, func(a, b sibling) int { return cmp.Compare(a.base, b.base) })
}

// rest lists the later siblings of child c that may be of use beside it.
func (e *enumerator) rest(f *family, c, q int, base float64, gain []float64) []int {
	a, later := f.children[c], f.children[c+1:]
	f.list = f.list[:0]
	if q != 3 {
		for _, b := range later {
			if q == 2 {
				v := max(a.base-a.gain[b.column], b.base-b.gain[a.column], base-gain[a.column]-gain[b.column])
				if v >= e.cutoff {
					e.leaf(v)
					continue
				}
			}
			f.list = append(f.list, b.column)
		}
		return f.list
	}
	// Triples: the certificate of each of the three siblings bounds them.
	var useful [128]bool
	for i, b := range later {
		ab := a.base - a.gain[b.column]
		ba := b.base - b.gain[a.column]
		for _, d := range later[i+1:] {
			v := max(ab-a.gain[d.column], ba-b.gain[d.column], d.base-d.gain[a.column]-d.gain[b.column])
			if v < e.cutoff {
				useful[b.column], useful[d.column] = true, true
			} else {
				e.lowest = min(e.lowest, v)
			}
		}
		// Alone beside a.
		if v := max(ab, ba); v < e.cutoff {
			useful[b.column] = true
		} else {
			e.lowest = min(e.lowest, v)
		}
	}
	for _, b := range later {
		if useful[b.column] {
			f.list = append(f.list, b.column)
		}
	}
	return f.list
}

// enter makes a set the present one and returns its base; its gains go to gain.
func (e *enumerator) enter(set []int, gain []float64) float64 {
	var ids []int
	for _, j := range set {
		ids = append(ids, e.t.twins[j]...)
	}
	e.chosen = append(e.chosen[:0], set...)
	if err := e.stack.Reset(ids, nil); err != nil {
		e.err = err
		return math.Inf(-1)
	}
	return e.certificate(gain)
}
