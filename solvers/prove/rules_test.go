package prove

import (
	"math"
	"math/bits"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// leastUnderRules is the least error of all sets of at most n of the first m features that have those of with and at
// most one of each group.
func leastUnderRules(t *testing.T, p *lad.Problem, m, n int, with proof.Vector) float64 {
	t.Helper()
	best := math.Inf(1)
	for set := range uint64(1) << m {
		v := proof.Vector{set}
		permitted := bits.OnesCount64(set) <= n && with[0]&^set == 0
		for _, g := range p.Instance().Rules.Groups {
			permitted = permitted && bits.OnesCount64(g[0]&set) <= 1
		}
		if !permitted {
			continue
		}
		fit, err := p.Fit(v.IDs())
		if err != nil {
			t.Fatal(err)
		}
		best = min(best, fit.Error)
	}
	return best
}

// TestUnderRulesAgainstBruteForce solves random instances with an intercept, bounds, signs, groups and forced columns
// from poor incumbents.
func TestUnderRulesAgainstBruteForce(t *testing.T) {
	r := matrixtest.Source(t, 7)
	tried := 0
	for range 60 {
		m := 5 + r.IntN(5)
		inst := random(r, 40+r.IntN(200), m)
		inst.Rules = matrixtest.Rules(r, inst.Columns.Count())
		s, err := NewProblem(inst)
		if err != nil {
			t.Fatal(err)
		}
		for _, loss := range []proof.Loss{proof.Average, proof.Largest} {
			p, err := lad.New(inst, loss)
			if err != nil {
				t.Fatal(err)
			}
			n := 1 + r.IntN(5)
			var with proof.Vector
			for range r.IntN(min(n, 3)) {
				with = with.With(1 + r.IntN(m))
			}
			want := leastUnderRules(t, p, m, n, with)
			if math.IsInf(want, 1) {
				continue // two forced columns of a group
			}
			tried++
			got, err := Solve(t.Context(), s, loss, n, regression.Formula{}, Options{Workers: 1 + r.IntN(2), With: with.IDs()})
			if err != nil {
				t.Fatal(err)
			}
			if !got.Proved || math.Abs(got.Incumbent.Error-want) > Tolerance || got.Bound > want+1e-15 {
				t.Errorf("%v, m %d, n %d with %v, groups %v: %v, bound %v, proved %v, want %v", loss, m, n, with.IDs(),
					inst.Rules.Groups, got.Incumbent.Error, got.Bound, got.Proved, want)
			}
		}
	}
	if tried < 60 {
		t.Fatalf("only %d cases have formulas", tried)
	}
}
