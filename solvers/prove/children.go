package prove

import (
	"cmp"
	"math"
	"slices"
)

// Certificates of children. Fitting a set with one more column is the work of an enumeration, so
// it is done last: the certificate of the set may rule a column out, or that of a child that was
// fitted before. A child's certificate is one for its parent too: a formula need not use the
// child's column, and then does not pay for it.

// level returns the empty family for sets to which q columns may be added.
func (e *enumerator) level(q int) *family {
	n := len(e.t.ids)
	for len(e.levels) <= q {
		e.levels = append(e.levels, &family{store: make([]float64, n*n), useful: make([]bool, n)})
	}
	f := e.levels[q]
	f.children = f.children[:0]
	return f
}

// fit makes the children of the present set, best first, but for those that certificates rule out.
func (e *enumerator) fit(q int, s sibling, list []int) *family {
	f, n := e.level(q), len(e.t.ids)
	for _, j := range list {
		if v := s.base - s.gain[j] - top(q-1, s.gain, list, j); v >= e.cutoff {
			e.without(j, v, s.slot)
			continue
		}
		if v, slot := e.spare(f, j, q, list); v >= e.cutoff {
			e.without(j, v, slot)
			continue
		}
		k := len(f.children)
		child := sibling{column: j, gain: f.store[k*n : (k+1)*n], slot: q*childSlots + k}
		if !e.push(j) {
			return f
		}
		f.children = append(f.children, e.certificate(child))
		e.pop()
	}
	slices.SortStableFunc(f.children, func(a, b sibling) int { return cmp.Compare(a.base, b.base) })
	return f
}

// spare bounds the present set with column j and q-1 more of the list by the certificates of the
// children so far: -infinity if none is of use.
func (e *enumerator) spare(f *family, j, q int, list []int) (v float64, slot int) {
	v = math.Inf(-1)
	for i := range f.children {
		c := &f.children[i]
		w := c.base - c.gain[j]
		if w < e.cutoff {
			continue
		}
		if w -= top(q-1, c.gain, list, j); w > v {
			v, slot = w, c.slot
		}
		if v >= e.cutoff {
			break
		}
	}
	return v, slot
}
