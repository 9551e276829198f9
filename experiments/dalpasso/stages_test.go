package dalpasso

import (
	"context"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/published"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/model/regression/regressiontest"
	"feltlab/pipeline/artifact/artifacttest"
	"feltlab/solvers/lad"
)

// TestStages holds what is stored, on an instance by chance in place of a hand's: a formula that is
// completed and proved, and one that is searched.
func TestStages(t *testing.T) {
	inst := regressiontest.Shape{
		IDs: regressiontest.First(12), Deals: 1000,
		Equity: func(r *rand.Rand, _ features.Vector) float64 { return r.Float64() },
	}.New(rand.New(rand.NewPCG(1, 0)), 60)
	row := published.Formula{Terms: []regression.Term{{ID: 3, Weight: 0.1}}, FeaturesNeeded: 3}
	var found []answer
	for _, solve := range []solver{searchRow, func(ctx context.Context, inst *regression.Instance, row published.Formula) (*lad.Fit, float64, error) {
		return complete(ctx, inst, row, row.FeaturesNeeded)
	}} {
		a, err := solve.answer(t.Context(), inst, row)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, a)
	}
	artifacttest.Stages(t, artifacttest.Output{Spec: readingSpec("search", row, ""), Value: found})
}
