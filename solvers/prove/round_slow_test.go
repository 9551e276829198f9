//go:build slow

package prove_test

import (
	"context"
	"flag"
	"testing"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/model/proof"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

var (
	roundFeatures = flag.Int("round-features", 3, "features of the formulas of TestRoundTable4")
	roundStep     = flag.Int("round-step", 5, "step of the weights of TestRoundTable4, percentage points")
	roundLimit    = flag.Duration("round-limit", 2*time.Minute, "time limit of each row of TestRoundTable4")
)

// TestRoundTable4 proves the best formula with round weights for the hands and ranges of Table 4: of three features
// and steps of 5 percentage points every row. It logs what rounding costs and how long the proof takes.
func TestRoundTable4(t *testing.T) {
	proved := 0
	for _, hand := range []string{"AA", "KK", "QQ", "JJ", "99", "55", "AKs", "AQs", "KQs", "JTs", "98s"} {
		for _, rng := range []string{"RUS", "RS", "RML", "ATC"} {
			if proveRound(t, hand, rng) {
				proved++
			}
		}
	}
	if t.Logf("%d of 44 rows proved", proved); proved < 44 && *roundFeatures <= 3 {
		t.Errorf("%d of 44 rows are proved", proved)
	}
}

func proveRound(t *testing.T, hand, rng string) bool {
	t.Helper()
	m, err := matrix.Build(t.Context(), hand, rng, 2)
	if err != nil {
		t.Fatal(err)
	}
	inst := m.Instance()
	inst.Rules = &proof.Rules{High: proof.One, Step: proof.Decimal(*roundStep) * proof.One / 100}
	for range inst.Columns.Count() {
		inst.Rules.Bounds = append(inst.Rules.Bounds, proof.Bounds{Lower: -proof.One, Upper: proof.One})
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		t.Fatal(err)
	}
	p, err := lad.New(inst, lad.Average)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	free, err := subset.Best(t.Context(), p, *roundFeatures, subset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := lattice.New(p, *roundStep)
	if err != nil {
		t.Fatal(err)
	}
	f, err := l.Best(t.Context(), *roundFeatures, lattice.Options{Starts: [][]int{free.IDs}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), *roundLimit)
	defer cancel()
	r, err := prove.SolveRound(ctx, s, lad.Average, *roundFeatures, f.Terms, 0, prove.Options{})
	if err != nil {
		t.Fatal(err)
	}
	proved := r.Error-r.Bound <= 2*prove.Tolerance
	t.Logf("%s %s: free %.4f%%, round %.4f%%, bound %.4f%%, proved %v, %d trees, %d splits, %.1f s", hand, rng,
		100*free.Error, 100*r.Error, 100*r.Bound, proved, r.Trees, r.Splits, time.Since(began).Seconds())
	return proved
}
