//go:build slow

package prove_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/prove"
)

func TestLargeDataAgainstBruteForce(t *testing.T) {
	againstAllPairs(t, "diabetes", "progression")
	againstAllPairs(t, "mushroom", "poisonous")
	againstAllPairs(t, "adult", "Over50K")
}

// TestMillionRows proves three columns for 1,000,000 rows with 40 columns, 20,000 patterns and up to 100,000 targets.
func TestMillionRows(t *testing.T) {
	s := must.Get(prove.NewProblem(millionRows()))(t)
	program := regression.Program{Kind: regression.AvgErr, N: 3}
	r, full, err := prove.Make(t.Context(), s, program, nil, prove.Options{})
	if err != nil || !r.Proved || full == nil {
		t.Fatal(r, err)
	}
	must.Do(t, s.Exact.Check(t.Context(), full, nil))
}

// millionRows has normal noise around formulas of all columns, whose weights fall from column 1 to 8, 9 to 16 and so
// on.
func millionRows() *regression.Instance {
	const rows, columns, patterns, targets = 1_000_000, 40, 20_000, 100_000
	r := rand.New(rand.NewPCG(1, 2))
	weight := make([]float64, columns+1)
	for id := range weight {
		weight[id] = 0.15 * r.NormFloat64() / float64(1+id%8)
	}
	vector, centre := make([]proof.Vector, patterns), make([]float64, patterns)
	for k := range vector {
		centre[k] = 0.5
		for id := 1; id <= columns; id++ {
			if r.Float64() < 0.1+0.8*float64(id)/columns {
				vector[k] = vector[k].With(id)
				centre[k] += weight[id]
			}
		}
	}
	inst := &regression.Instance{Rows: "made", Columns: regression.NumberedColumns(columns)}
	for range rows {
		k := r.IntN(patterns)
		n := uint64(min(max(centre[k]+0.1*r.NormFloat64(), 0), 1) * (targets - 1))
		inst.Features = append(inst.Features, vector[k])
		inst.Target = append(inst.Target, float64(n)/(targets-1))
		inst.Weight = append(inst.Weight, 1)
		inst.Ratios = append(inst.Ratios, regression.Ratio{Numerator: n, Denominator: targets - 1})
	}
	bounds := proof.Bounds{Lower: -2 * proof.One, Upper: 2 * proof.One}
	inst.Rules = &proof.Rules{
		High: proof.One, Intercept: proof.FreeIntercept, Bounds: slices.Repeat([]proof.Bounds{bounds}, columns),
	}
	return inst
}
