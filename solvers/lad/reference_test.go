package lad

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// randomInstance has few features and targets on a grid of the given number of steps, so that
// rows repeat, features depend on each other and vertices are degenerate.
func randomInstance(r *rand.Rand, rows, ids, grid int) *regression.Instance {
	return matrixtest.Shape{
		IDs:    matrixtest.FirstFeatures(ids),
		Equity: func(r *rand.Rand, _ features.Vector) float64 { return float64(r.IntN(grid+1)) / float64(grid) },
	}.New(r, rows)
}

// referenceFit solves the textbook linear program with gonum's simplex. Its standard form has
// weights x = y + l with y + s = u - l, an intercept v - w, and per row a x + over - under = e (Average)
// or a x + z - p = e, a x - z + q = e (Max).
func referenceFit(t *testing.T, inst *regression.Instance, loss Loss, ids []int) (float64, bool) {
	t.Helper()
	rows, n := len(inst.Target), len(ids)
	equations, columns := rows+n, 2*n+2*rows
	intercept := -1
	if loss == Max {
		equations, columns = 2*rows+n, 2*n+2*rows+1
	}
	largest := columns - 1
	if inst.HasIntercept() {
		intercept, columns = columns, columns+2
	}
	a, b, c := mat.NewDense(equations, columns, nil), make([]float64, equations), make([]float64, columns)
	for j, id := range ids {
		l, u := inst.Bounds(id)
		a.Set(j, j, 1)
		a.Set(j, n+j, 1)
		b[j] = u - l
	}
	total := inst.TotalWeight()
	for i, e := range inst.Target {
		for k := range 2 {
			row := n + i
			if loss == Max {
				row = n + 2*i + k
			}
			b[row] = e - inst.Offset()
			for j, id := range ids {
				if inst.Features[i].Has(id) {
					l, _ := inst.Bounds(id)
					a.Set(row, j, 1)
					b[row] -= l
				}
			}
			if intercept >= 0 {
				a.Set(row, intercept, 1)
				a.Set(row, intercept+1, -1)
			}
			sign := 1 - 2*float64(k)
			if loss == Max {
				a.Set(row, largest, sign)
				a.Set(row, 2*n+2*i+k, -sign)
			} else {
				a.Set(row, 2*n+2*i, 1)
				a.Set(row, 2*n+2*i+1, -1)
				above, below := slopes(inst)
				c[2*n+2*i], c[2*n+2*i+1] = above*inst.Weight[i]/total, below*inst.Weight[i]/total
			}
		}
	}
	if loss == Max {
		c[largest] = 1
	}
	value, _, err := lp.Simplex(c, a, b, 1e-12, nil)
	return value, err == nil
}

// slopes returns what rows above and below the estimate count.
func slopes(inst *regression.Instance) (above, below float64) {
	if inst.Rules == nil || inst.Rules.Quantile == 0 {
		return 1, 1
	}
	return 2 * inst.Rules.Quantile.Float(), 2 * (proof.One - inst.Rules.Quantile).Float()
}

// trueError evaluates a fit row by row.
func trueError(inst *regression.Instance, loss Loss, f *Fit) float64 {
	sum, worst := 0.0, 0.0
	above, below := slopes(inst)
	for i, e := range inst.Target {
		d := e - inst.Offset() - f.Formula().Estimate(inst.Features[i])
		sum += max(above*d, -below*d) * inst.Weight[i]
		worst = max(worst, math.Abs(d))
	}
	if loss == Max {
		return worst
	}
	return sum / inst.TotalWeight()
}

// checkFit holds a fit to its instance: weights in bounds, the error as reported, and a
// certificate that leaves no room.
func checkFit(t *testing.T, p *Problem, f *Fit) {
	t.Helper()
	const exact = 1e-9
	for k, w := range f.Weights {
		if l, u := p.inst.Bounds(f.IDs[k]); w < l || w > u {
			t.Fatalf("%v: weight %v", f.IDs, w)
		}
	}
	if e := trueError(p.inst, p.loss, f); math.Abs(e-f.Error) > 1e-12 {
		t.Fatalf("%v %v: reported error %v, true %v", p.loss, f.IDs, f.Error, e)
	}
	bound, err := f.Certificate.Bound(p.inst, f.IDs)
	if err != nil || bound > f.Error+1e-12 || bound < f.Error-exact {
		t.Fatalf("%v %v: error %v, certified bound %v (%.3g below), %v", p.loss, f.IDs, f.Error, bound, f.Error-bound,
			err)
	}
}

func seeded(t testing.TB) *rand.Rand { return matrixtest.Source(t, 1) }

// fitted returns the checked fit of some features.
func fitted(t *testing.T, inst *regression.Instance, loss Loss, ids []int) (*Problem, *Fit) {
	t.Helper()
	p := must.Get(New(inst, loss))(t)
	f := must.Get(p.Fit(ids))(t)
	checkFit(t, p, f)
	return p, f
}

// someOf draws n of the first features.
func someOf(r *rand.Rand, features, n int) []int {
	ids := r.Perm(features)[:n]
	for k := range ids {
		ids[k]++
	}
	return ids
}

// TestFitEqualsLinearProgram holds fits of poker's weights, and of two instances in three with an intercept and bounds
// of each weight, to the reference.
func TestFitEqualsLinearProgram(t *testing.T) {
	r := seeded(t)
	solved, tried := 0, 0
	for trial := range 450 {
		inst := randomInstance(r, 1+r.IntN(25), 6, []int{1, 2, 10, 1 << 20}[r.IntN(4)])
		if trial%3 > 0 {
			inst.Rules = matrixtest.Rules(r, inst.Columns.Count())
		}
		ids := someOf(r, 6, 1+r.IntN(6))
		for _, loss := range []Loss{Max, Average} {
			if loss == Average && inst.Rules != nil {
				inst.Rules.Quantile = matrixtest.Quantile(r)
			}
			_, f := fitted(t, inst, loss, ids)
			tried++
			if want, ok := referenceFit(t, inst, loss, ids); ok {
				solved++
				if math.Abs(want-f.Error) > 1e-9 {
					t.Fatalf("%v %v: error %v, linear program %v", loss, ids, f.Error, want)
				}
			}
		}
	}
	if solved < tried*3/4 {
		t.Fatalf("the reference solved only %d of %d programs", solved, tried)
	}
}

func TestFitLarger(t *testing.T) {
	r := seeded(t)
	for trial := range 40 {
		inst := randomInstance(r, 200+r.IntN(2000), 14, []int{4, 30, 1 << 20}[trial%3])
		for _, loss := range []Loss{Average, Max} {
			fitted(t, inst, loss, someOf(r, 14, r.IntN(15)))
		}
	}
}
