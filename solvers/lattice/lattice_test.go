package lattice_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/mip"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/solvers/highs"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
	"feltlab/solvers/subset"
)

// small returns an instance whose rows have some of the given features.
func small(r *rand.Rand, rows int, ids []int) *regression.Instance {
	return matrixtest.Shape{IDs: ids,
		Equity: func(r *rand.Rand, _ features.Vector) float64 { return r.Float64() }}.New(r, rows)
}

// naive computes the error of a formula row by row.
func naive(inst *regression.Instance, f regression.Formula, loss lad.Loss) float64 {
	sum, largest := 0.0, 0.0
	for i, v := range inst.Features {
		e := math.Abs(f.Estimate(v) - inst.Target[i])
		sum, largest = sum+inst.Weight[i]*e, max(largest, e)
	}
	if loss == lad.Max {
		return largest
	}
	return sum / inst.TotalWeight()
}

// enumerate returns the least error over all multiples of all sets of at most n features.
func enumerate(inst *regression.Instance, ids []int, n, step int, loss lad.Loss) float64 {
	best := math.Inf(1)
	limit := 100 / step
	var f regression.Formula
	var choose func(from int)
	choose = func(from int) {
		best = min(best, naive(inst, f, loss))
		if len(f) == n {
			return
		}
		for i := from; i < len(ids); i++ {
			for k := -limit; k <= limit; k++ {
				f = append(f, regression.Term{ID: ids[i], Weight: float64(k*step) / 100})
				choose(i + 1)
				f = f[:len(f)-1]
			}
		}
	}
	choose(0)
	return best
}

func wantMultiples(t *testing.T, f regression.Formula, step int) {
	t.Helper()
	for _, term := range f {
		k := math.Round(100 * term.Weight / float64(step))
		if term.Weight != k*float64(step)/100 || term.Weight == 0 || math.Abs(term.Weight) > 1 {
			t.Errorf("weight %v of F%d is no multiple of %d points", term.Weight, term.ID, step)
		}
	}
}

func newProblem(t testing.TB, inst *regression.Instance, loss lad.Loss, step int) (*lad.Problem, *lattice.Problem) {
	t.Helper()
	free := must.Get(lad.New(inst, loss))(t)
	p := must.Get(lattice.New(free, step))(t)
	return free, p
}

// TestEnumeration compares the search and the integer program with the enumeration of all choices.
func TestEnumeration(t *testing.T) {
	r := matrixtest.Source(t, 0)
	ids := []int{3, 17, 40, 73}
	const step = 25
	for trial := range 12 {
		loss := lad.Loss(trial % 2)
		inst := small(r, 8+r.IntN(20), ids)
		n := 1 + r.IntN(3)
		want := enumerate(inst, ids, n, step, loss)
		_, p := newProblem(t, inst, loss, step)
		f := must.Get(p.Best(t.Context(), n, lattice.Options{}))(t)
		wantMultiples(t, f.Terms, step)
		if got := naive(inst, f.Terms, loss); math.Abs(got-f.Error) > 1e-12 || len(f.Terms) > n {
			t.Errorf("trial %d: %v claims %v, has %v", trial, f.Terms, f.Error, got)
		}
		if math.Abs(f.Error-want) > 1e-12 {
			t.Errorf("trial %d, %v, n = %d: found %v, enumeration has %v", trial, loss, n, f.Error, want)
		}
		program(t, inst, loss, n, step, f.Terms, want)
	}
}

func program(t *testing.T, inst *regression.Instance, loss lad.Loss, n, step int, start regression.Formula,
	want float64) {
	t.Helper()
	kind := regression.AvgErr
	if loss == lad.Max {
		kind = regression.MaxErr
	}
	round := *inst
	round.Rules = must.Get(weights.Multiples(step).Rules(nil, inst.Columns.Count(), false))(t)
	built := must.Get(mip.Build(&round, regression.Program{Kind: kind, N: n}, regression.Pattern))(t)
	x := built.Start(start)
	if v := built.Model.Violation(x); v > 1e-9 {
		t.Errorf("start %v breaks the model by %v", start, v)
	}
	if got := built.Model.Objective(x); math.Abs(got-naive(inst, start, loss)) > 1e-9 {
		t.Errorf("start %v has objective %v, want %v", start, got, naive(inst, start, loss))
	}
	if !highs.Available() {
		return
	}
	result := must.Get(highs.Solve(t.Context(), built.Model, nil, highs.Options{}))(t)
	f := built.Formula(result.X)
	wantMultiples(t, f, step)
	if math.Abs(naive(inst, f, loss)-want) > 1e-6 || math.Abs(result.Bound-want) > 1e-6 {
		t.Errorf("HiGHS: %v with error %v, bound %v, want %v", f, naive(inst, f, loss), result.Bound, want)
	}
}

// TestFinerIsBetter checks, on real instances, that no step beats free weights and that a finer
// step is never worse.
func TestFinerIsBetter(t *testing.T) {
	for _, c := range []struct {
		hand, rng string
		n         int
	}{{"AA", "ATC", 3}, {"JTs", "RUS", 6}} {
		t.Run(c.hand+" against "+c.rng, func(t *testing.T) {
			inst := matrixtest.Of(t, c.hand, c.rng).Instance()
			for _, loss := range []lad.Loss{lad.Average, lad.Max} {
				free := must.Get(lad.New(inst, loss))(t)
				best := must.Get(subset.Best(t.Context(), free, c.n, subset.Options{Restarts: -1, Exchange: 1}))(t)
				last := math.Inf(1)
				for _, step := range []int{25, 5, 1} {
					_, p := newProblem(t, inst, loss, step)
					began := time.Now()
					f := must.Get(p.Best(t.Context(), c.n, lattice.Options{Starts: [][]int{best.IDs}, Restarts: 2}))(t)
					t.Logf("%s %s %v step %d: %.4f, free %.4f, %v %v", c.hand, c.rng, loss, step, 100*f.Error,
						100*best.Error, f.Terms, time.Since(began))
					wantMultiples(t, f.Terms, step)
					if math.Abs(naive(inst, f.Terms, loss)-f.Error) > 1e-9 {
						t.Errorf("%s: claims %v, has %v", c.hand, f.Error, naive(inst, f.Terms, loss))
					}
					own := must.Get(free.Fit(f.Terms.IDs()))(t)
					if f.Error < own.Error-1e-9 || f.Error > last+1e-9 {
						t.Errorf("%s, step %d: %v; free weights have %v, the coarser step %v", c.hand, step, f.Error,
							own.Error, last)
					}
					last = f.Error
					given := must.Get(p.Fit(best.IDs))(t)
					if given.Error < f.Error-1e-9 {
						t.Errorf("%s, step %d: the start alone gives %v, the search %v", c.hand, step, given.Error,
							f.Error)
					}
				}
			}
		})
	}
}

func TestErrors(t *testing.T) {
	inst := small(rand.New(rand.NewPCG(1, 1)), 10, []int{1, 2})
	free := must.Get(lad.New(inst, lad.Average))(t)
	for _, step := range []int{-5, 0, 3, 100, 101} {
		if _, err := lattice.New(free, step); !errors.Is(err, lattice.ErrStep) {
			t.Errorf("step %d: %v", step, err)
		}
	}
	p := must.Get(lattice.New(free, 5))(t)
	for _, n := range []int{0, 65} {
		if _, err := p.Best(t.Context(), n, lattice.Options{}); !errors.Is(err, lattice.ErrCount) {
			t.Errorf("n = %d: %v", n, err)
		}
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	f, err := p.Best(canceled, 2, lattice.Options{})
	if f == nil || !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v, %v, want a formula and the context's error", f, err)
	}
	if ids := f.Terms.IDs(); !slices.IsSorted(ids) {
		t.Errorf("ids %v", ids)
	}
}
