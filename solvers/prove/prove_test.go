package prove

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// random makes an instance with m columns, some of them doubled or complementary, and few distinct
// rows and equities.
func random(r *rand.Rand, rows, m int) *regression.Instance {
	truth := make([]float64, m)
	for j := range truth {
		truth[j] = r.Float64() - 0.5
	}
	ids := matrixtest.FirstFeatures(m)
	return matrixtest.Shape{
		IDs:  slices.Delete(ids, 1, 4),
		Odds: 3,
		Derive: func(v features.Vector) features.Vector {
			v = v.With(4) // always
			if v.Has(1) {
				return v.With(3)
			}
			return v.With(2)
		},
		Equity: func(r *rand.Rand, v features.Vector) float64 {
			e := 0.4
			for _, id := range v.IDs() {
				e += truth[id-1]
			}
			return e + 0.2*r.NormFloat64()
		},
		Grid: 20,
	}.New(r, rows)
}

// bruteForce fits all sets of n of the first m features.
func bruteForce(t *testing.T, p *lad.Problem, m, n int) float64 {
	best := math.Inf(1)
	var ids []int
	var visit func(from int)
	visit = func(from int) {
		if len(ids) == n {
			fit := must.Get(p.Fit(ids))(t)
			best = min(best, fit.Error)
			return
		}
		for j := from; j <= m; j++ {
			ids = append(ids, j)
			visit(j + 1)
			ids = ids[:len(ids)-1]
		}
	}
	visit(1)
	return best
}

func TestAgainstBruteForce(t *testing.T) {
	r := matrixtest.Source(t, 0)
	for range 10 {
		m := 7 + r.IntN(5)
		inst := random(r, 40+r.IntN(200), m)
		againstBruteForce(t, inst, lad.Average, m)
		againstBruteForce(t, inst, lad.Max, m)
	}
}

func againstBruteForce(t *testing.T, inst *regression.Instance, loss lad.Loss, m int) {
	t.Helper()
	s := must.Get(NewProblem(inst))(t)
	solve := func(n int, incumbent regression.Formula, o Options) *Result {
		return must.Get(Solve(t.Context(), s, loss, n, incumbent, o))(t)
	}
	p := must.Get(lad.New(inst, loss))(t)
	for n := 1; n <= 7; n++ {
		want := bruteForce(t, p, m, n)
		for workers := 1; workers <= 3; workers++ {
			// A poor incumbent: the proof must find the optimum by itself.
			got := solve(n, regression.Formula{{ID: m, Weight: 1}}, Options{Workers: workers})
			if !got.Proved || math.Abs(got.Incumbent.Error-want) > Tolerance || got.Bound > want+1e-15 {
				t.Errorf("%v, m %d, n %d, %d workers: %v, bound %v, proved %v, want %v",
					loss, m, n, workers, got.Incumbent.Error, got.Bound, got.Proved, want)
			}
		}
		// A bound within a gap suffices, whatever the incumbent.
		for _, gap := range []float64{0.05, 0.3} {
			got := solve(n, regression.Formula{{ID: m, Weight: 1}}, Options{Workers: 2, Gap: gap})
			if got.Bound > want+1e-15 || got.Incumbent.Error < want-1e-12 || got.Bound < (1-gap)*got.Incumbent.Error {
				t.Errorf("%v, m %d, n %d: bound %v, found %v, optimum %v, gap %v", loss, m, n, got.Bound,
					got.Incumbent.Error, want, gap)
			}
		}
		// A target above the optimum cannot be reached, one below it can. That of nothing is no
		// target.
		for _, target := range []float64{want * 0.98, want + 0.01} {
			if target <= 0 {
				continue
			}
			fewer := &Result{}
			for k := max(n-2, 1); k <= n; k++ { // each begins with the cuts of the one before
				fewer = solve(k, regression.Formula{}, Options{Workers: 2, Target: target, Start: fewer.Cuts})
			}
			alone := solve(n, regression.Formula{}, Options{Workers: 2, Target: target})
			for _, got := range []*Result{alone, fewer} {
				if reached := got.Bound >= target-1e-15; reached != (target < want) || !reached &&
					got.Incumbent.Error >= target {
					t.Errorf("%v, m %d, n %d: target %v, bound %v, found %v, optimum %v", loss, m, n, target, got.Bound,
						got.Incumbent.Error, want)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	inst := random(rand.New(rand.NewPCG(1, 2)), 50, 6)
	s := must.Get(NewProblem(inst))(t)
	for n, incumbent := range []regression.Formula{nil, {{ID: 1}, {ID: 2}}} {
		if _, err := Solve(t.Context(), s, proof.Average, n, incumbent, Options{}); !errors.Is(err, ErrCount) {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := Solve(ctx, s, proof.Average, 3, regression.Formula{{ID: 1}}, Options{})
	if err != nil || got.Bound < 0 || got.Proved {
		t.Error(got, err)
	}
}
