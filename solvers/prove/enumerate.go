package prove

import (
	"math"
	"slices"

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
	witness Witness
	plan    *[]job // where sets of jobDepth columns are noted instead of visited; nil to visit all

	levels  []*family
	mu      []float64
	grad    []float64
	scratch []float64

	fits    int64
	lowest  float64 // certified bound of the worst leaf
	limit   int     // features of a formula
	best    float64 // smallest error of a fit, and its features
	support []int
	chosen  []int
	halted  bool // by stop or an error: what follows proves nothing
	err     error
}

// job is a set to be visited: at most k columns of the list added.
type job struct {
	set, list []int
	k         int
}

// jobDepth is the number of columns of the sets that workers share out.
const jobDepth = 2

// family is the children of a set: a certificate for each column that may be added.
type family struct {
	children []sibling
	store    []float64
	list     []int
	later    []int
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

// minGain is what a better set must gain: less may be rounding.
const minGain = 1e-12

// newEnumerator returns an enumerator that looks out for formulas with at most limit features and a
// smaller error than best.
func newEnumerator(t *table, p *lad.Problem, cutoff float64, limit int, best float64, stop func() bool) *enumerator {
	return &enumerator{
		t: t, stack: p.NewStack(), cutoff: cutoff, stop: stop, witness: silent{}, limit: limit, best: best,
		mu: make([]float64, t.patterns), grad: make([]float64, len(t.ids)), scratch: make([]float64, t.sums()), lowest: math.Inf(1),
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

// run visits a set on a stack of its own of the witness.
func (e *enumerator) run(w Witness, j job) {
	e.witness = w
	w.Open(e.t.names(j.set), e.t.names(j.list), j.k)
	e.visit(j.k, e.enter(j.set, make([]float64, len(e.t.ids))), j.list)
	w.Close()
}

// certificate completes the certificate of the present set.
func (e *enumerator) certificate(s sibling) sibling {
	e.stack.Multipliers(e.mu)
	for p := range e.mu {
		e.mu[p] = -e.mu[p]
	}
	e.witness.Certificate(s.slot, e.mu)
	s.base = e.t.weigh(e.mu, e.grad, e.scratch)
	e.t.gains(e.grad, s.gain)
	for _, j := range e.chosen {
		s.base -= s.gain[j]
	}
	e.fits++
	if e.stack.Error() < e.best-minGain {
		e.improve()
	}
	return s
}

// improve keeps the present set as the best, unless it needs more features than are allowed.
func (e *enumerator) improve() {
	fit := e.stack.Fit()
	if ids := used(fit); len(ids) <= e.limit {
		e.best, e.support = fit.Error, ids
	}
}

// used returns the features of a fit with a weight: all features of a column were fitted together, but
// count one by one.
func used(fit *lad.Fit) (ids []int) {
	for i, id := range fit.IDs {
		if fit.Weights[i] != 0 {
			ids = append(ids, id)
		}
	}
	return ids
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

// visit proves the present set s with at most k columns of the list added.
func (e *enumerator) visit(k int, s sibling, list []int) {
	if e.halted = e.halted || e.stop() || e.err != nil; e.halted {
		return
	}
	q := min(k, len(list))
	if v := s.base - top(q, s.gain, list, -1); q == 0 || v >= e.cutoff {
		e.leaf(v, s.slot)
		return
	}
	f := e.fit(q, s, list)
	for c := range f.children {
		if e.halted || e.err != nil {
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
		e.descend(k-1, child, rest)
	}
	if !e.halted && e.err == nil {
		e.leaf(s.base, s.slot)
	}
}

// descend visits a child, or notes it in the plan.
func (e *enumerator) descend(k int, child sibling, rest []int) {
	if e.plan != nil && len(e.chosen)+1 == jobDepth {
		e.witness.Skip()
		*e.plan = append(*e.plan, job{append(slices.Clone(e.chosen), child.column), slices.Clone(rest), k})
		return
	}
	if !e.push(child.column) {
		return
	}
	e.visit(k, child, rest)
	e.pop()
}

// rest lists the later siblings of child c that may be of use beside it, and proves that the
// others are not.
func (e *enumerator) rest(f *family, c, q int, s sibling) []int {
	a, later := f.children[c], f.children[c+1:]
	if q == 3 {
		e.findUseful(f, a, later)
	}
	f.list, f.later = f.list[:0], f.later[:0]
	for _, b := range later {
		f.later = append(f.later, b.column)
	}
	for i, b := range later {
		v, slot := e.pair(f, a, b, s, q)
		switch {
		case q != 3 && v >= e.cutoff:
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

// pair bounds the present set s with a, b and q-2 more of the later siblings by the best of the
// certificates of s and of either child; for q = 3 without more.
func (e *enumerator) pair(f *family, a, b, s sibling, q int) (float64, int) {
	more := q - 2
	if q == 3 {
		more = 0
	}
	v, slot := a.base-a.gain[b.column]-top(more, a.gain, f.later, b.column), a.slot
	if w := b.base - b.gain[a.column] - top(more, b.gain, f.later, b.column); w > v {
		v, slot = w, b.slot
	}
	if w := s.base - s.gain[a.column] - s.gain[b.column] - top(more, s.gain, f.later, b.column); w > v {
		v, slot = w, s.slot
	}
	return v, slot
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
