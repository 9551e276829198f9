package subset

import (
	"math"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// permitted reports whether a formula may have all features of a set, which has all of with.
func permitted(rules *proof.Rules, ids, with []int) bool {
	in := setOf(ids)
	if rules.Units(in) != in || !matrixtest.Permits(rules, len(ids), ids) {
		return false
	}
	return !slices.ContainsFunc(with, func(id int) bool { return !in.Has(id) })
}

// TestExchangeUnderRulesIsOptimal holds an exchange of all features to the enumeration of the permitted sets.
func TestExchangeUnderRulesIsOptimal(t *testing.T) {
	r := seeded(t)
	tried := 0
	for round := range 120 {
		for _, loss := range []lad.Loss{lad.Average, lad.Max} {
			inst := *randomProblem(t, r, 120, 8, loss).Instance()
			if inst.Rules = matrixtest.Rules(r, inst.Columns.Count()); round%2 == 1 {
				inst.Rules = matrixtest.Units(r, inst.Columns.Count())
			}
			p := must.Get(lad.New(&inst, loss))(t)
			n := 1 + r.IntN(4)
			with := r.Perm(9)[:r.IntN(min(n, 3))]
			for i := range with {
				with[i]++
			}
			var start []int
			least := math.Inf(1)
			for places := range combinations(9, n) {
				set := slices.Clone(places)
				for i := range set {
					set[i]++
				}
				if permitted(inst.Rules, set, with) {
					start = set
					least = min(least, must.Get(p.Fit(set))(t).Error)
				}
			}
			if start == nil {
				continue
			}
			tried++
			for _, find := range []func() (*lad.Fit, error){
				func() (*lad.Fit, error) { return Exchange(t.Context(), p, start, Options{Exchange: n, With: with}) },
				func() (*lad.Fit, error) { return Best(t.Context(), p, n, Options{With: with}) },
			} {
				f, err := find()
				if err != nil || !permitted(inst.Rules, f.IDs, with) {
					t.Fatalf("%v N=%d with %v, groups %v: %v, %v", loss, n, with, inst.Rules.Groups, f, err)
				}
				if f.Error < least-tolerance || f.Error > least+tolerance && len(f.IDs) == n {
					t.Errorf("%v N=%d with %v: %v has %v, enumeration %v", loss, n, with, f.IDs, f.Error, least)
				}
			}
		}
	}
	if tried < 30 {
		t.Fatalf("only %d cases had a permitted set", tried)
	}
}
