package subset

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
	"feltlab/solvers/lad"
)

// tolerance is what two ways to the same optimum may differ by.
const tolerance = 1e-9

func seeded(t testing.TB) *rand.Rand { return matrixtest.Source(t, 2) }

// randomProblem has targets that a few of its features explain, with noise. Feature ids+1
// repeats feature 1 and feature ids+2 is never true.
func randomProblem(t testing.TB, r *rand.Rand, rows, ids int, loss lad.Loss) *lad.Problem {
	t.Helper()
	inst := matrixtest.Shape{
		IDs:  matrixtest.FirstFeatures(ids),
		Odds: 3,
		Derive: func(v features.Vector) features.Vector {
			if v.Has(1) {
				v = v.With(ids + 1)
			}
			return v
		},
		Equity: func(r *rand.Rand, v features.Vector) float64 {
			e := 0.3
			for id := 1; id <= ids; id++ {
				if v.Has(id) {
					e += []float64{0.2, -0.15, 0.1, -0.05}[id%4]
				}
			}
			return e + 0.1*r.NormFloat64()
		},
	}.New(r, rows)
	return must.Get(lad.New(inst, loss))(t)
}

// leastError returns the least error of all sets of n of the features 1..ids.
func leastError(t *testing.T, ids, n int, p *lad.Problem) float64 {
	t.Helper()
	least := math.Inf(1)
	for places := range combinations(ids, n) {
		set := slices.Clone(places)
		for i := range set {
			set[i]++
		}
		f := must.Get(p.Fit(set))(t)
		least = min(least, f.Error)
	}
	return least
}

// An exchange of all features is an enumeration: the pruned one must find what the plain one does.
func TestFullExchangeIsOptimal(t *testing.T) {
	r := seeded(t)
	for range 6 {
		for _, loss := range []lad.Loss{lad.Average, lad.Max} {
			p := randomProblem(t, r, 120, 8, loss)
			for n := 1; n <= 4; n++ {
				f := must.Get(Exchange(context.Background(), p, []int{2, 3, 5, 7}[:n], Options{Exchange: n}))(t)
				if want := leastError(t, 9, n, p); math.Abs(f.Error-want) > tolerance {
					t.Fatalf("%v N=%d: %v has %v, enumeration %v", loss, n, f.IDs, f.Error, want)
				}
			}
		}
	}
}

// No exchange of two features may improve the result of Exchange.
func TestExchangeIsLocallyOptimal(t *testing.T) {
	r := seeded(t)
	for range 5 {
		p := randomProblem(t, r, 200, 10, lad.Average)
		f := must.Get(Exchange(context.Background(), p, []int{1, 4, 8, 10}, Options{}))(t)
		for places := range combinations(10, 4) {
			set, kept := slices.Clone(places), 0
			for i := range set {
				set[i]++
				if slices.Contains(f.IDs, set[i]) {
					kept++
				}
			}
			if kept < 2 {
				continue
			}
			if g, err := p.Fit(set); err != nil || g.Error < f.Error-tolerance {
				t.Fatalf("%v has %v, but %v has %v, %v", f.IDs, f.Error, set, g.Error, err)
			}
		}
	}
}

func TestGreedyAndBackward(t *testing.T) {
	ctx, r := context.Background(), seeded(t)
	for _, loss := range []lad.Loss{lad.Average, lad.Max} {
		p := randomProblem(t, r, 200, 9, loss)
		first := must.Get(Greedy(ctx, p, 1, Options{}))(t)
		if want := leastError(t, 9, 1, p); math.Abs(first[0].Error-want) > tolerance {
			t.Errorf("%v: greedy starts with %v, the best is %v", loss, first[0].Error, want)
		}
		grown := must.Get(Greedy(ctx, p, features.Count, Options{}))(t)
		all := grown[features.Count-1]
		if len(all.IDs) < 9 || slices.Contains(all.IDs, 11) {
			t.Errorf("%v: greedy for all features ends with %v", loss, all.IDs)
		}
		least := math.Inf(1)
		for i := range all.IDs {
			f := must.Get(p.Fit(without(all.IDs, i)))(t)
			least = min(least, f.Error)
		}
		back, err := Backward(ctx, p, all.IDs, len(all.IDs)-1, Options{})
		if err != nil || math.Abs(back.Error-least) > tolerance {
			t.Errorf("%v: backward drops to %v, the best is %v, %v", loss, back.Error, least, err)
		}
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	p := randomProblem(t, seeded(t), 400, 20, lad.Average)
	var want *lad.Fit
	for _, workers := range []int{1, 2, 5} {
		calls := 0
		f, err := Best(context.Background(), p, 6, Options{Workers: workers, Seed: 7, Restarts: 4,
			Improved: func(*lad.Fit) { calls++ }})
		must.Do(t, err)
		if want == nil {
			want = f
		}
		if calls == 0 || f.Error != want.Error || !slices.Equal(f.IDs, want.IDs) ||
			!slices.Equal(f.Weights, want.Weights) {
			t.Fatalf("%d workers: %v %v after %d calls, one: %v %v", workers, f.IDs, f.Error, calls, want.IDs,
				want.Error)
		}
	}
}

func TestImprovedIsMonotone(t *testing.T) {
	p := randomProblem(t, seeded(t), 300, 16, lad.Average)
	var last *lad.Fit
	f, err := Best(context.Background(), p, 5, Options{Workers: 1, Restarts: 8, Improved: func(f *lad.Fit) {
		if last != nil && f.Error >= last.Error {
			t.Errorf("%v after %v", f.Error, last.Error)
		}
		last = f
	}})
	must.Do(t, err)
	if last == nil || last.Error != f.Error {
		t.Errorf("the last call had %v, the result has %v", last, f.Error)
	}
}

func TestCancelled(t *testing.T) {
	p := randomProblem(t, seeded(t), 300, 16, lad.Average)
	dead, stop := context.WithCancel(context.Background())
	stop()
	if f, err := Best(dead, p, 5, Options{}); !errors.Is(err, context.Canceled) || f == nil {
		t.Errorf("cancelled before the start: %v, %v", f, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var seen *lad.Fit
	f, err := Best(ctx, p, 5, Options{Improved: func(f *lad.Fit) {
		if seen = f; len(f.IDs) == 5 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) || f == nil || seen == nil || f.Error > seen.Error {
		t.Errorf("cancelled on the way: %v, %v, incumbent %v", f, err, seen)
	}
}

func TestFewest(t *testing.T) {
	r := seeded(t)
	for _, loss := range []lad.Loss{lad.Average, lad.Max} {
		p := randomProblem(t, r, 150, 7, loss)
		for n := 1; n <= 5; n++ {
			e := leastError(t, 8, n, p) + tolerance
			f := must.Get(Fewest(context.Background(), p, e, Options{Exchange: n}))(t)
			if f.Error > e || len(f.IDs) > n {
				t.Errorf("%v: %v features with error %v, but %d reach %v", loss, f.IDs, f.Error, n, e)
			}
			if len(f.IDs) > 0 && leastError(t, 8, len(f.IDs)-1, p) <= e {
				t.Errorf("%v: %v is not the smallest for %v", loss, f.IDs, e)
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	ctx, p := context.Background(), randomProblem(t, seeded(t), 50, 4, lad.Average)
	for _, n := range []int{-1, 0, features.Count + 1} {
		if _, err := Best(ctx, p, n, Options{}); !errors.Is(err, ErrCount) {
			t.Errorf("Best(%d): %v", n, err)
		}
	}
	for _, e := range []float64{-0.1, 1, math.NaN()} {
		if _, err := Fewest(ctx, p, e, Options{}); !errors.Is(err, ErrTarget) {
			t.Errorf("Fewest(%v): %v", e, err)
		}
	}
	if _, err := Fewest(ctx, p, 0, Options{}); !errors.Is(err, ErrUnreachable) {
		t.Errorf("Fewest(0): %v", err)
	}
	if _, err := Exchange(ctx, p, []int{3, 3}, Options{}); !errors.Is(err, lad.ErrFeature) {
		t.Errorf("Exchange of a feature twice: %v", err)
	}
}
