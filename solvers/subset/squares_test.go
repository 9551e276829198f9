package subset

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// leastSquares returns the mean square that columns leave of the targets, by a singular value decomposition.
func leastSquares(t *testing.T, p *lad.Problem, ids []int, near *lad.Fit) float64 {
	t.Helper()
	inst := p.Instance()
	rows := len(inst.Target)
	a, y := mat.NewDense(rows, len(ids)+1, nil), mat.NewVecDense(rows, nil)
	for i, v := range inst.Features {
		w, target := inst.Weight[i]/inst.TotalWeight(), inst.Target[i]
		if near != nil {
			w /= max(math.Abs(target-estimateOf(near, v)), leastResidual)
		}
		root := math.Sqrt(w)
		for k, id := range ids {
			if v.Has(id) {
				a.Set(i, k, root)
			}
		}
		if inst.HasIntercept() {
			a.Set(i, len(ids), root)
		} else {
			target -= inst.Offset()
		}
		y.SetVec(i, root*target)
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		t.Fatal("no singular value decomposition")
	}
	rank := svd.Rank(1e-9)
	if rank == 0 {
		return mat.Dot(y, y)
	}
	var x, left mat.VecDense
	svd.SolveVecTo(&x, y, rank)
	left.MulVec(a, &x)
	left.SubVec(y, &left)
	return mat.Dot(&left, &left)
}

// TestSquares holds what a descent leaves to a decomposition, and to all sets that an exchange of one feature makes,
// with random rules, features in every set, and banned ones.
func TestSquares(t *testing.T) {
	r := seeded(t)
	for trial := range 40 {
		inst := *randomProblem(t, r, 120, 12, lad.Average).Instance()
		inst.Rules = matrixtest.Rules(rand.New(rand.NewPCG(uint64(trial), 0)), inst.Columns.Count())
		checkSquares(t, r, must.Get(lad.New(&inst, lad.Average))(t), 1+r.IntN(5))
	}
}

func checkSquares(t *testing.T, r *rand.Rand, p *lad.Problem, n int) {
	t.Helper()
	s := newSearch(p, Options{Workers: 1, With: [][]int{nil, {1 + r.IntN(12)}}[r.IntN(2)]})
	var near *lad.Fit
	if r.IntN(2) == 0 {
		f := must.Get(s.first())(t)
		near = f
	}
	q := s.newSquares(n, near).copy()
	banned := proof.Words(r.Uint64() & r.Uint64())
	q.descend(banned)
	ids := q.chosen.IDs()
	if got, want := q.left(), leastSquares(t, p, ids, near); math.Abs(got-want) > 1e-6*want+1e-12 {
		t.Fatalf("%v leave %v, decomposed %v", ids, got, want)
	}
	if len(ids) > max(n, len(s.opts.With)) || !permitted(p.Instance().Rules, ids, s.opts.With) {
		t.Fatalf("%v for %d features with %v", ids, n, s.opts.With)
	}
	for _, out := range ids {
		if s.with.Has(out) {
			continue
		}
		if banned.Has(out) {
			t.Fatalf("%v has the banned %d", ids, out)
		}
		for _, into := range s.candidates {
			swapped := append(without(ids, slices.Index(ids, out)), into)
			if q.chosen.Has(into) || banned.Has(into) || s.same[into] != into ||
				!permitted(p.Instance().Rules, swapped, s.opts.With) {
				continue
			}
			if v := leastSquares(t, p, swapped, near); v < q.left()*(1-1e-4)-1e-9 {
				t.Fatalf("%v leave %v, but with %d for %d %v", ids, q.left(), into, out, v)
			}
		}
	}
}
