package prove

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// TestBranchAgainstBruteForce proves the least average error of all sets of columns of small random tables by a tree of
// choices, and has the kernel judge the proof, full and compact.
func TestBranchAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 5))
	trees, splits := 0, 0
	for i := range 80 {
		inst := branchTable(r)
		s := must.Get(NewProblem(inst))(t)
		n := 1 + r.IntN(4)
		least, ids := leastOfAll(t, inst, n)
		full := provesLeast(t, s, n, least, formulaOf(ids), Options{Workers: 1, branch: true, narrow: i%2 == 0})
		if tree := full.Cuts[0].Tree; len(full.Cuts) == 1 && len(tree) > 1 {
			trees++
			if tree[0].Kind == proof.Split {
				splits++
			}
		}
	}
	if t.Logf("%d trees, %d with smaller bounds", trees, splits); trees < 30 || splits < 15 {
		t.Errorf("%d trees, %d with smaller bounds, want at least 30 and 15", trees, splits)
	}
}

// formulaOf is an incumbent with some columns.
func formulaOf(ids []int) regression.Formula {
	f := regression.Formula{}
	for _, id := range ids {
		f = append(f, regression.Term{ID: id, Weight: 1})
	}
	return f
}

// provesLeast makes the proof of the least average error of n columns, and has the kernel judge it, full and compact.
func provesLeast(t *testing.T, s *Problem, n int, least float64, incumbent regression.Formula, o Options) *proof.Proof {
	t.Helper()
	result, full, err := Make(t.Context(), s, regression.Program{Kind: regression.AvgErr, N: n}, incumbent, o)
	if err != nil || full == nil || !result.Proved || math.Abs(result.Incumbent.Error-least) > Tolerance ||
		full.Cutoff < least-Tolerance || full.Cutoff > least {
		t.Fatalf("N = %d: %+v, %v, want the proved error %v", n, result, err, least)
	}
	must.Do(t, s.Exact.Check(t.Context(), full, nil))
	compact(t, s, full)
	return full
}

// branchTable has targets of 0 and 1, or of any, and columns that are thresholds of a few numbers.
func branchTable(r *rand.Rand) *regression.Instance {
	const rows, columns = 40, 9
	inst := &regression.Instance{Rows: "made", Columns: regression.NumberedColumns(columns)}
	words := r.IntN(2) == 0
	for range rows {
		var v proof.Vector
		level := [3]int{r.IntN(4), r.IntN(4), r.IntN(4)}
		for id := 1; id <= columns; id++ {
			if level[(id-1)/3] > (id-1)%3 {
				v = v.With(id)
			}
		}
		y := uint64(min(max(30*level[0]+20*level[1]+r.IntN(80)-40, 0), 100))
		if words {
			y = y / 60 * 100
		}
		y = min(y, 100)
		inst.Features, inst.Target = append(inst.Features, v), append(inst.Target, float64(y)/100)
		inst.Weight = append(inst.Weight, 1)
		inst.Ratios = append(inst.Ratios, regression.Ratio{Numerator: y, Denominator: 100})
	}
	inst.Rules = &proof.Rules{High: proof.One, Intercept: proof.Intercept(r.IntN(2))}
	for id := 1; id <= columns; id++ {
		b := proof.Bounds{Lower: -2 * proof.One, Upper: proof.One}
		if r.IntN(4) == 0 {
			b.Lower = 0
		}
		inst.Rules.Bounds = append(inst.Rules.Bounds, b)
	}
	if r.IntN(3) == 0 {
		inst.Rules.Groups = []proof.Group{{Columns: proof.VectorOf(1, 2, 3), Most: 1}}
	}
	return inst
}

// leastOfAll fits every set of at most n columns.
func leastOfAll(t *testing.T, inst *regression.Instance, n int) (least float64, best []int) {
	p := must.Get(lad.New(inst, lad.Average))(t)
	least = math.Inf(1)
	var visit func(from int, ids []int)
	visit = func(from int, ids []int) {
		if fit := must.Get(p.Fit(ids))(t); fit.Error < least {
			least, best = fit.Error, fit.IDs
		}
		for id := from; id <= p.Columns() && len(ids) < n; id++ {
			if len(inst.Rules.Groups) > 0 && id <= 3 && len(ids) > 0 {
				continue
			}
			visit(id+1, append(ids[:len(ids):len(ids)], id))
		}
	}
	visit(1, nil)
	return least, best
}
