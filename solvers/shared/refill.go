package shared

import (
	"cmp"
	"context"
	"slices"
)

// refill looks for the best way to add features to the set of a group.
type refill struct {
	*search
	ctx   context.Context
	group *group
	added []int   // pushed so far
	found []int   // best addition
	error float64 // its error; before any is found, the error to beat
}

// child is what one more feature leaves.
type child struct {
	id    int
	error float64
	gains []float64
}

// add tries all additions of q features of a list to the group's set, whose gains are given.
func (r *refill) add(q int, list []int, gains []float64) error {
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
		var rest []int
		for _, d := range children[i+1:] {
			if q > 2 || max(c.error-c.gains[d.id], d.error-d.gains[c.id]) < r.error-minGain {
				rest = append(rest, d.id)
			}
		}
		if len(rest) < q-1 || c.error-largest(c.gains, rest, q-1) >= r.error-minGain {
			continue
		}
		if err := r.push(c.id); err != nil {
			return err
		}
		err := r.add(q-1, rest, c.gains)
		r.pop()
		if err != nil {
			return err
		}
	}
	return nil
}

// addOne fits the candidates in descending order of their gains, until the gains say stop.
func (r *refill) addOne(list []int, gains []float64) error {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(gains[b], gains[a]) })
	before := r.group.error()
	for _, id := range list {
		if before-gains[id] >= r.error-minGain {
			break
		}
		if err := r.push(id); err != nil {
			return err
		}
		if e := r.group.error(); e < r.error-minGain {
			r.error, r.found = e, slices.Clone(r.added)
		}
		r.pop()
	}
	return nil
}

// children fits each candidate that may be of use alone, best first.
func (r *refill) children(q int, list []int, gains []float64) ([]child, error) {
	var children []child
	before, most := r.group.error(), largest(gains, list, q-1)
	for _, id := range list {
		if before-gains[id]-most >= r.error-minGain {
			continue
		}
		if err := r.push(id); err != nil {
			return nil, err
		}
		children = append(children, child{id, r.group.error(), r.group.gains()})
		r.pop()
	}
	slices.SortStableFunc(children, func(a, b child) int { return cmp.Compare(a.error, b.error) })
	return children, r.ctx.Err()
}

func (r *refill) push(id int) error {
	if err := r.group.push(id); err != nil {
		return err
	}
	r.added = append(r.added, id)
	return nil
}

func (r *refill) pop() {
	r.group.pop()
	r.added = r.added[:len(r.added)-1]
}

// largest returns the sum of the q largest gains of a list.
func largest(gains []float64, list []int, q int) float64 {
	top := make([]float64, q) // descending
	for _, id := range list {
		v := gains[id]
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
