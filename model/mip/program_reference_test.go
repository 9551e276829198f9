package mip

import (
	"math"
	"math/bits"

	"feltlab/model/features"
	"feltlab/model/regression"
)

// referenceBest solves program p on a tiny instance without any linear program: for every
// set of features it tries all vertices at which the error can be least. It returns +Inf if
// no formula meets E.
func referenceBest(in *instance, p regression.Program) float64 {
	var active []int
	for id := 1; id <= features.Count; id++ {
		for _, v := range in.Features {
			if v.Has(id) {
				active = append(active, id)
				break
			}
		}
	}
	best := math.Inf(1)
	for set := range 1 << len(active) {
		size := bits.OnesCount(uint(set))
		var ids []int
		for k, id := range active {
			if set>>k&1 != 0 {
				ids = append(ids, id)
			}
		}
		if p.Kind.CountsFeatures() {
			if float64(size) < best && leastError(in, ids, p.Kind.UsesMax()) <= p.E {
				best = float64(size)
			}
		} else if size <= p.N {
			best = min(best, leastError(in, ids, p.Kind.UsesMax()))
		}
	}
	return best
}

// leastError returns the least error of a formula on the features ids, weights in [-1, 1].
// The average error is piecewise linear and convex in the weights, with kinks where a row is
// met exactly; the largest error is the height e of a polyhedron whose facets are
// ±(e_i - s_i) = e. So both are least where as many of these and of the bounds hold with
// equality as there are unknowns.
func leastError(in *instance, ids []int, largest bool) float64 {
	unknowns := len(ids)
	if largest {
		unknowns++
	}
	var planes [][]float64 // coefficients, then the right-hand side
	for i, v := range in.Features {
		plane := make([]float64, unknowns+1)
		for k, id := range ids {
			if v.Has(id) {
				plane[k] = 1
			}
		}
		plane[unknowns] = in.Target[i]
		if largest {
			other := append([]float64(nil), plane...)
			plane[unknowns-1], other[unknowns-1] = 1, -1
			planes = append(planes, other)
		}
		planes = append(planes, plane)
	}
	for k := range ids {
		for _, end := range []float64{-1, 1} {
			plane := make([]float64, unknowns+1)
			plane[k], plane[unknowns] = 1, end
			planes = append(planes, plane)
		}
	}
	best := math.Inf(1)
	chosen := make([][]float64, 0, unknowns)
	var choose func(from int)
	choose = func(from int) {
		if len(chosen) < unknowns {
			for k := from; k < len(planes); k++ {
				chosen = append(chosen, planes[k])
				choose(k + 1)
				chosen = chosen[:len(chosen)-1]
			}
			return
		}
		x, ok := solveSquare(chosen)
		if !ok {
			return
		}
		f := make(regression.Formula, len(ids))
		for k, id := range ids {
			if math.Abs(x[k]) > 1+lpEpsilon {
				return
			}
			f[k] = regression.Term{ID: id, Weight: max(-1, min(x[k], 1))}
		}
		best = min(best, errorOf(in, f, largest))
	}
	choose(0)
	return best
}

// errorOf computes the average or largest error of f row by row.
func errorOf(in *instance, f regression.Formula, largest bool) float64 {
	sum, worst := 0.0, 0.0
	for i, v := range in.Features {
		s := 0.0
		for _, t := range f {
			if v.Has(t.ID) {
				s += t.Weight
			}
		}
		d, counts := math.Abs(in.Target[i]-s), 1.0
		if in.Rules != nil && in.Target[i] > s {
			counts = 2 * in.Rules.Quantile.Float()
		} else if in.Rules != nil {
			counts = 2 - 2*in.Rules.Quantile.Float()
		}
		sum += in.Weight[i] * d * counts
		worst = max(worst, d)
	}
	if largest {
		return worst
	}
	return sum / in.TotalWeight()
}

// solveSquare solves a square system by Gauss elimination with row exchanges.
func solveSquare(system [][]float64) ([]float64, bool) {
	n := len(system)
	a := make([][]float64, n)
	for i := range a {
		a[i] = append([]float64(nil), system[i]...)
	}
	for c := range n {
		r := c
		for i := c + 1; i < n; i++ {
			if math.Abs(a[i][c]) > math.Abs(a[r][c]) {
				r = i
			}
		}
		if math.Abs(a[r][c]) < lpEpsilon {
			return nil, false
		}
		a[c], a[r] = a[r], a[c]
		for i := range a {
			if f := a[i][c] / a[c][c]; i != c && f != 0 {
				for j := c; j <= n; j++ {
					a[i][j] -= f * a[c][j]
				}
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = a[i][n] / a[i][i]
	}
	return x, true
}
