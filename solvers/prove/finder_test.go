package prove

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// TestRoundTogether rounds a multiplier that thousands of patterns share: its sums must stay as near as single
// multipliers do, while each rounded by itself is far off.
func TestRoundTogether(t *testing.T) {
	const columns, rows, shared = 12, 4000, 1.0 / 3
	r := rand.New(rand.NewPCG(1, 0))
	inst := &regression.Instance{Rows: "made", Columns: regression.NumberedColumns(columns)}
	for i := range rows {
		var v proof.Vector
		for j := range columns {
			if i>>j&1 == 1 {
				v = v.With(j + 1)
			}
		}
		inst.Features, inst.Target = append(inst.Features, v), append(inst.Target, r.Float64())
		inst.Weight = append(inst.Weight, 1)
	}
	x := newTable(inst, lad.Average, 1)
	mu := make([]float64, x.patterns)
	for p := range mu {
		mu[p] = shared
	}
	ids := []int{2, 5, 7}
	x.roundTogether(mu, ids, nil)
	const most = 4 // units
	alone := math.Round(shared*proof.MultiplierUnit) - shared*proof.MultiplierUnit
	for _, id := range ids {
		off, plain := 0.0, 0.0
		for p, v := range regression.PatternsOf(inst).Vectors {
			if v.Has(id) {
				off += (mu[p] - shared) * proof.MultiplierUnit
				plain += alone
			}
		}
		if math.Abs(off) > most {
			t.Errorf("the sum of column %d is off by %v units", id, off)
		}
		if math.Abs(plain) < 100*most {
			t.Errorf("rounded one by one it is off by %v units: the test shows nothing", plain)
		}
	}
	for p, m := range mu {
		if at := m * proof.MultiplierUnit; at != math.Trunc(at) || math.Abs(m-shared)*proof.MultiplierUnit > 1 {
			t.Fatalf("pattern %d has %v units, want a whole number next to %v", p, at, shared*proof.MultiplierUnit)
		}
	}
}
