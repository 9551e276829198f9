package shared_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/model/features"
	"feltlab/model/regression/regressiontest"
	"feltlab/solvers/lad"
	"feltlab/solvers/shared"
)

// random returns a problem whose rows have some of the given features.
func random(t *testing.T, r *rand.Rand, rows int, ids []int, loss lad.Loss) *lad.Problem {
	t.Helper()
	weight := make([]float64, len(ids))
	for j := range weight {
		weight[j] = r.Float64() / 2
	}
	inst := regressiontest.Shape{IDs: ids, Equity: func(r *rand.Rand, v features.Vector) float64 {
		e := 0.0
		for j, id := range ids {
			if v.Has(id) {
				e += weight[j]
			}
		}
		return e/2 + r.Float64()/4
	}}.New(r, rows)
	p, err := lad.New(inst, loss)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// enumerate returns the least mean error over all sets of n features.
func enumerate(t *testing.T, problems []*lad.Problem, ids []int, n int) float64 {
	t.Helper()
	best := math.Inf(1)
	for set := range 1 << len(ids) {
		var chosen []int
		for j, id := range ids {
			if set>>j&1 == 1 {
				chosen = append(chosen, id)
			}
		}
		if len(chosen) > n {
			continue
		}
		sum := 0.0
		for _, p := range problems {
			f, err := p.Fit(chosen)
			if err != nil {
				t.Fatal(err)
			}
			sum += f.Error
		}
		best = min(best, sum/float64(len(problems)))
	}
	return best
}

// TestEnumeration holds the search to the enumeration of all sets.
func TestEnumeration(t *testing.T) {
	r := regressiontest.Source(t, 0)
	ids := []int{2, 3, 5, 7, 11, 13, 64, 65, 73}
	for trial := range 8 {
		loss := lad.Loss(trial % 2)
		var problems []*lad.Problem
		for range 1 + trial%3 {
			problems = append(problems, random(t, r, 60, ids, loss))
		}
		n := 1 + r.IntN(5)
		want := enumerate(t, problems, ids, n)
		for _, workers := range []int{1, 3} {
			f, err := shared.Best(t.Context(), problems, n, shared.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(f.Error-want) > 1e-9 || len(f.IDs) > n {
				t.Errorf("trial %d, %v, n = %d, %d workers: %v with error %v, enumeration has %v", trial, loss, n, workers, f.IDs, f.Error, want)
			}
			sum := 0.0
			for h, p := range problems {
				own, err := p.Fit(f.IDs)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(f.Hands[h].IDs, f.IDs) || math.Abs(own.Error-f.Hands[h].Error) > 1e-9 {
					t.Errorf("trial %d: hand %d has %v with %v, want %v", trial, h, f.Hands[h].IDs, f.Hands[h].Error, own.Error)
				}
				sum += own.Error
			}
			if math.Abs(sum/float64(len(problems))-f.Error) > 1e-9 {
				t.Errorf("trial %d: mean %v, claims %v", trial, sum/float64(len(problems)), f.Error)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	p, q := random(t, r, 20, []int{1, 2, 3}, lad.Average), random(t, r, 20, []int{1, 2, 3}, lad.Max)
	if _, err := shared.Best(t.Context(), nil, 2, shared.Options{}); !errors.Is(err, shared.ErrHands) {
		t.Errorf("no hands: %v", err)
	}
	if _, err := shared.Best(t.Context(), []*lad.Problem{p, q}, 2, shared.Options{}); !errors.Is(err, shared.ErrHands) {
		t.Errorf("different losses: %v", err)
	}
	if _, err := shared.Best(t.Context(), []*lad.Problem{p}, 0, shared.Options{}); !errors.Is(err, shared.ErrCount) {
		t.Errorf("no features: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if f, err := shared.Best(ctx, []*lad.Problem{p}, 2, shared.Options{}); f == nil || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v, %v", f, err)
	}
}
