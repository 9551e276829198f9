package prove

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// TestDivideAgainstBruteForce divides small random tables, from the best formula or from none, and has the kernel judge
// the proof, full and compact. A search that ends early has a bound that holds.
func TestDivideAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 6))
	early := 0
	for range 25 {
		inst := branchTable(r)
		s := must.Get(NewProblem(inst))(t)
		n := 1 + r.IntN(4)
		least, ids := leastOfAll(t, inst, n)
		incumbent := regression.Formula{}
		if r.IntN(2) == 0 {
			incumbent = formulaOf(ids)
		}
		o := Options{Workers: 1 + r.IntN(2), divide: true}
		provesLeast(t, s, n, least, incumbent, o)
		o.Workers = 1
		result := must.Get(Solve(&looks{Context: t.Context(), left: 200}, s, proof.Average, n, incumbent, o))(t)
		p := must.Get(FromCuts(t.Context(), s, proof.Average, n, result.Bound, result.Cuts, 1))(t)
		if p == nil {
			continue
		}
		if early++; p.Cutoff > least {
			t.Errorf("N = %d: ended early with the bound %v of the least error %v", n, p.Cutoff, least)
		}
		must.Do(t, s.Exact.Check(t.Context(), p, nil))
	}
	if t.Logf("%d bounds of searches that ended early", early); early < 12 {
		t.Errorf("%d bounds of searches that ended early, want at least 12", early)
	}
}

// wideTable has columns of zeros and ones, half each, and targets that follow some of them and noise of the same
// variance, or noise alone.
func wideTable(seed uint64, rows, columns int, weights ...float64) *regression.Instance {
	const unit = 10_000
	r := rand.New(rand.NewPCG(seed, 0))
	inst := &regression.Instance{Rows: "made"}
	inst.Rules = &proof.Rules{High: 12 * proof.One, Intercept: proof.FreeIntercept}
	variance := 0.0
	for _, w := range weights {
		variance += w * w / 4
	}
	for j := range columns {
		inst.Columns.List = append(inst.Columns.List, regression.Column{Name: fmt.Sprint("x", j+1)})
		inst.Rules.Bounds = append(inst.Rules.Bounds, proof.Bounds{Lower: -12 * proof.One, Upper: 12 * proof.One})
	}
	for range rows {
		y := r.NormFloat64()
		if len(weights) > 0 {
			y *= math.Sqrt(variance)
		}
		var ids []int
		for j := range columns {
			if r.IntN(2) == 0 {
				continue
			}
			ids = append(ids, j+1)
			for k, w := range weights {
				if j == k*columns/len(weights) {
					y += w
				}
			}
		}
		whole := uint64(min(max((y+6)*unit, 0), 12*unit))
		inst.Features, inst.Weight = append(inst.Features, proof.VectorOf(ids...)), append(inst.Weight, 1)
		inst.Target = append(inst.Target, float64(whole)/(12*unit))
		inst.Ratios = append(inst.Ratios, regression.Ratio{Numerator: whole, Denominator: 12 * unit})
	}
	return inst
}

// TestWideTable proves two of 260 columns that 100 rows follow, and bounds noise in little time.
func TestWideTable(t *testing.T) {
	s := must.Get(NewProblem(wideTable(1, 100, 260, 1, -0.8)))(t)
	program := regression.Program{Kind: regression.AvgErr, N: 2}
	result, full, err := Make(t.Context(), s, program, nil, Options{Workers: 2})
	if err != nil || !result.Proved || full == nil || fmt.Sprint(result.Incumbent.IDs) != "[1 131]" {
		t.Fatalf("%+v, %v", result, err)
	}
	must.Do(t, Replay(t.Context(), s, Bare(full), NewFinder, 1))
	noise := must.Get(NewProblem(wideTable(1, 100, 260)))(t)
	few := &looks{Context: context.Background(), left: 5000}
	result = must.Get(Solve(few, noise, proof.Average, 2, regression.Formula{}, Options{Workers: 1}))(t)
	t.Logf("noise: the bound %v of %v", result.Bound, result.Incumbent.Error)
	if result.Bound < 0.3*result.Incumbent.Error {
		t.Errorf("noise: the bound %v of %v", result.Bound, result.Incumbent.Error)
	}
}
