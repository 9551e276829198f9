package fit

import (
	"cmp"
	"fmt"
	"testing"
	"time"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/question"
)

// TestAnyCores solves instances with ties by several numbers of goroutines, each several times: columns that are true
// in the same rows, and others that do as well, give formulas of one error. Formula, errors, bound and status are the
// same; the proofs may differ.
func TestAnyCores(t *testing.T) {
	r := matrixtest.Source(t, 60)
	for i := range 6 {
		shape := matrixtest.Dependent(r, 8)
		if shape.Deals = 40; i%2 == 0 { // each column does as well as another: its copy in other rows
			ids := matrixtest.SomeFeatures(r, 8)
			shape = matrixtest.Shape{IDs: ids, Deals: 4, Equity: shape.Equity}
		}
		inst := shape.New(r, 40)
		if i%2 == 0 {
			inst = mirrored(inst, shape.IDs)
		}
		for _, p := range []regression.Program{
			{Kind: regression.AvgErr, N: 2}, {Kind: regression.AvgErr, N: 3}, {Kind: regression.MaxErr, N: 2},
			{Kind: regression.MaxErr, N: 4}, {Kind: regression.FeatAvgErr, E: 0.1},
			{Kind: regression.FeatMaxErr, E: 0.3},
		} {
			t.Run(fmt.Sprint(i, p), func(t *testing.T) {
				q := aces(p, question.Exact)
				q.TimeLimit = time.Hour
				q.Subject = q.Subject.With(weights.Weights([]string{"", "values -50 10 25 50", "step 10"}[i%3]))
				inst := must.Get(q.Subject.Weighted(inst))(t)
				want := ""
				for _, workers := range []int{1, 2, 4, 2, 4, 2, 4} {
					a := must.Get(Solve(t.Context(), inst, q, Options{Workers: workers}))(t)
					got := fmt.Sprintln(a.Status, a.Features, a.Intercept, a.AverageError, a.MaxError, a.P90Error,
						a.LowerBound)
					if want = cmp.Or(want, got); got != want {
						t.Errorf("by %d goroutines %s by one  %s", workers, got, want)
					}
				}
			})
		}
	}
}

// mirrored adds every row with its columns exchanged in pairs.
func mirrored(inst *regression.Instance, ids []int) *regression.Instance {
	for i := range inst.Features {
		var v proof.Vector
		for k, id := range ids {
			if inst.Features[i].Has(id) {
				v = v.With(ids[k^1])
			}
		}
		inst.Features = append(inst.Features, v)
		inst.Target = append(inst.Target, inst.Target[i])
		inst.Weight = append(inst.Weight, inst.Weight[i])
		inst.Ratios = append(inst.Ratios, inst.Ratios[i])
	}
	return inst
}
