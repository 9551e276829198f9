//go:build slow

package proofcheck_test

import (
	"testing"

	"feltlab/dataset/matrix"
	"feltlab/model/regression"
	"feltlab/pipeline/proofcheck"
	"feltlab/solvers/prove"
)

// TestPublishedCounts proves the smallest number of features with an average error of at most 2.5
// percentage points for the hands whose N was proved by enumeration before, with every step checked.
func TestPublishedCounts(t *testing.T) {
	for _, c := range []struct {
		hand, rng string
		n         int
	}{{"AA", "ATC", 3}, {"KK", "ATC", 5}, {"QQ", "ATC", 5}, {"QQ", "RUS", 5}, {"99", "ATC", 6}} {
		m, err := matrix.Build(t.Context(), c.hand, c.rng, 2)
		if err != nil {
			t.Fatal(err)
		}
		inst := m.Instance()
		const e = 0.025
		a, err := proofcheck.New(inst, regression.Program{Kind: regression.AvgErr, N: c.n - 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := prove.AvgErr(t.Context(), inst, c.n-1, nil, prove.Options{
			Target: e, Witness: func(cutoff float64) prove.Witness { return a.Witness(cutoff) },
		}); err != nil {
			t.Fatal(err)
		}
		v, err := a.Verdict()
		if err != nil || v.Bound <= e {
			t.Errorf("%s %s: %d features: %+v, %v", c.hand, c.rng, c.n-1, v, err)
		}
		t.Logf("%s %s: %d features do not suffice: at least %.4f%%, %d leaves, %d dual vectors checked", c.hand, c.rng, c.n-1, 100*v.Bound, v.Leaves, v.Duals)
		r, err := prove.AvgErr(t.Context(), inst, c.n, nil, prove.Options{Target: 1e-9})
		if err != nil || r.Incumbent.Error > e {
			t.Errorf("%s %s: %d features: %v, %v", c.hand, c.rng, c.n, r.Incumbent.Error, err)
		}
	}
}
