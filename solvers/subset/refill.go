package subset

import (
	"cmp"
	"context"
	"math"
	"slices"
)

type refill struct {
	*search
	ctx    context.Context
	worker *worker
	in     set     // the features of the worker's fit
	added  []int   // the features added so far
	found  []int   // the best addition
	error  float64 // its error; before one is found, the error to beat
}

// candidate is a feature that may be added, with a lower bound on the error of the sets with it.
type candidate struct {
	id    int
	bound float64
}

type child struct {
	candidate
	error float64
	gains []float64
}

// best finds the best q features to add, if they beat r.error.
func (r *refill) best(q int) error {
	var list []candidate
	for _, id := range r.candidates {
		if r.free(id, r.in) {
			list = append(list, candidate{id, math.Inf(-1)})
		}
	}
	gains := r.worker.gains()
	if r.worker.stack.Error()-largest(gains, list, q, 0) >= r.error-minGain {
		return nil
	}
	return r.add(q, list, gains)
}

// add tries all additions of q features of the list to the current set, which has the given gains.
func (r *refill) add(q int, list []candidate, gains []float64) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if q == 1 {
		return r.addOne(list, gains)
	}
	children, err := r.children(q, list, gains)
	if err != nil {
		return err
	}
	for i, c := range children {
		rest := r.restrict(q, children[i+1:], c, gains)
		if len(rest) < q-1 || c.error-largest(c.gains, rest, q-1, 0) >= r.error-minGain {
			continue
		}
		if err := r.push(c.id); err != nil {
			return err
		}
		err := r.add(q-1, rest, c.gains)
		r.pop(c.id)
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *refill) addOne(list []candidate, gains []float64) error {
	list = slices.Clone(list)
	v := r.worker.stack.Error()
	for i := range list {
		list[i].bound = max(list[i].bound, v-gains[list[i].id])
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.bound, b.bound) })
	for _, c := range list {
		if c.bound >= r.error-minGain {
			break
		}
		if !r.allowed(c.id, r.in) {
			continue
		}
		if err := r.push(c.id); err != nil {
			return err
		}
		if e := r.worker.stack.Error(); e < r.error-minGain {
			r.error, r.found = e, slices.Clone(r.added)
		}
		r.pop(c.id)
	}
	return nil
}

func (r *refill) children(q int, list []candidate, gains []float64) ([]child, error) {
	var children []child
	v := r.worker.stack.Error()
	for _, c := range list {
		if v-gains[c.id]-largest(gains, list, q-1, c.id) >= r.error-minGain {
			continue
		}
		if err := r.push(c.id); err != nil {
			return nil, err
		}
		children = append(children, child{c, r.worker.stack.Error(), r.worker.gains()})
		r.pop(c.id)
	}
	slices.SortStableFunc(children, func(a, b child) int { return cmp.Compare(a.error, b.error) })
	return children, r.ctx.Err()
}

// restrict lists the later children that can still help together with c. With two features to add,
// the certificates of the current set and of both children bound the pair.
func (r *refill) restrict(q int, later []child, c child, gains []float64) []candidate {
	var rest []candidate
	for _, d := range later {
		if g := r.groups[c.id]; g.Columns.Has(d.id) && g.Full(r.in.With(c.id)) {
			continue
		}
		bound := math.Inf(-1)
		if q == 2 {
			bound = max(c.error-c.gains[d.id], d.error-d.gains[c.id], r.worker.stack.Error()-gains[c.id]-gains[d.id])
			if bound >= r.error-minGain {
				continue
			}
		}
		rest = append(rest, candidate{d.id, bound})
	}
	return rest
}

func (r *refill) push(id int) error {
	if err := r.worker.stack.Push(id); err != nil {
		return err
	}
	r.in = r.in.With(id)
	r.added = append(r.added, id)
	return nil
}

func (r *refill) pop(id int) {
	r.worker.stack.Pop()
	r.in = r.in.Without(id)
	r.added = r.added[:len(r.added)-1]
}

// largest adds up the q largest gains of a list, but for one feature.
func largest(gains []float64, list []candidate, q, but int) float64 {
	top := make([]float64, q) // descending
	for _, c := range list {
		v := gains[c.id]
		if c.id == but {
			continue
		}
		for i := range top {
			if v > top[i] {
				v, top[i] = top[i], v
			}
		}
	}
	sum := 0.0
	for _, v := range top {
		sum += v
	}
	return sum
}
