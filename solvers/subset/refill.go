package subset

import (
	"cmp"
	"context"
	"math"
	"slices"

	"feltlab/model/features"
	"feltlab/solvers/lad"
)

// refill looks for the best way to add features to the set of a stack.
type refill struct {
	*search
	ctx   context.Context
	stack *lad.Stack
	in    set     // features on the stack
	added []int   // pushed so far
	found []int   // best addition
	error float64 // its error; before any is found, the error to beat
}

// candidate is a feature that may be added, with a bound on the error of every set that the
// caller wants to make with it.
type candidate struct {
	id    int
	bound float64
}

// child is what one more feature leaves.
type child struct {
	candidate
	error     float64
	gradients []float64
}

// best adds q features to the set of the stack, the best ones if they beat r.error.
func (r *refill) best(q int) error {
	var list []candidate
	for _, id := range r.candidates {
		if !r.in.Has(id) {
			list = append(list, candidate{id, math.Inf(-1)})
		}
	}
	g := make([]float64, features.Count+1)
	r.stack.Gradients(g)
	if r.stack.Error()-largest(g, list, q) >= r.error-minGain {
		return nil
	}
	return r.add(q, list, g)
}

// add tries all additions of q features from the list to the present set, whose gradients are g.
func (r *refill) add(q int, list []candidate, g []float64) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if q == 1 {
		return r.addOne(list, g)
	}
	children, err := r.children(q, list, g)
	if err != nil {
		return err
	}
	for i, c := range children {
		rest := r.restrict(q, children[i+1:], c, g)
		if len(rest) < q-1 || c.error-largest(c.gradients, rest, q-1) >= r.error-minGain {
			continue
		}
		if err := r.push(c.id); err != nil {
			return err
		}
		err := r.add(q-1, rest, c.gradients)
		r.pop(c.id)
		if err != nil {
			return err
		}
	}
	return nil
}

// addOne fits the candidates in ascending order of their bounds, until the bounds say stop.
func (r *refill) addOne(list []candidate, g []float64) error {
	list = slices.Clone(list)
	v := r.stack.Error()
	for i := range list {
		list[i].bound = max(list[i].bound, v-math.Abs(g[list[i].id]))
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
		if e := r.stack.Error(); e < r.error-minGain {
			r.error, r.found = e, slices.Clone(r.added)
		}
		r.pop(c.id)
	}
	return nil
}

// children fits each candidate alone, best first. A duplicate alone is as good as the other.
func (r *refill) children(q int, list []candidate, g []float64) ([]child, error) {
	var children []child
	v := r.stack.Error()
	for _, c := range list {
		if v-math.Abs(g[c.id])-largestBut(g, list, q-1, c.id) >= r.error-minGain {
			continue
		}
		k := child{candidate: c, error: v, gradients: make([]float64, features.Count+1)}
		if err := r.push(c.id); err != nil {
			return nil, err
		}
		k.error = r.stack.Error()
		r.stack.Gradients(k.gradients)
		r.pop(c.id)
		children = append(children, k)
	}
	slices.SortStableFunc(children, func(a, b child) int { return cmp.Compare(a.error, b.error) })
	return children, r.ctx.Err()
}

// restrict lists the later children that may still be of use beside c. With two features to
// add, the certificates of the present set and of both children bound the pair.
func (r *refill) restrict(q int, later []child, c child, g []float64) []candidate {
	var rest []candidate
	for _, d := range later {
		bound := math.Inf(-1)
		if q == 2 {
			bound = max(c.error-math.Abs(c.gradients[d.id]), d.error-math.Abs(d.gradients[c.id]),
				r.stack.Error()-math.Abs(g[c.id])-math.Abs(g[d.id]))
			if bound >= r.error-minGain {
				continue
			}
		}
		rest = append(rest, candidate{d.id, bound})
	}
	return rest
}

func (r *refill) push(id int) error {
	if err := r.stack.Push(id); err != nil {
		return err
	}
	r.in = r.in.With(id)
	r.added = append(r.added, id)
	return nil
}

func (r *refill) pop(id int) {
	r.stack.Pop()
	r.in[(id-1)>>6] &^= 1 << ((id - 1) & 63)
	r.added = r.added[:len(r.added)-1]
}

// largest returns the sum of the q largest |g| over a list.
func largest(g []float64, list []candidate, q int) float64 { return largestBut(g, list, q, 0) }

// largestBut leaves one feature out.
func largestBut(g []float64, list []candidate, q, but int) float64 {
	top := make([]float64, q) // descending
	for _, c := range list {
		v := math.Abs(g[c.id])
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
