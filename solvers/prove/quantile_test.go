package prove

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// quantileTable makes few rows and columns under rules with a quantile: bounds, signs, groups, mostly an intercept.
func quantileTable(r *rand.Rand) *regression.Instance {
	const columns = 4
	inst := &regression.Instance{Columns: regression.NumberedColumns(columns), Rules: matrixtest.Rules(r, columns)}
	if r.IntN(4) == 0 { // whole groups, too
		inst.Rules = matrixtest.Units(r, columns)
	}
	for inst.Rules.Quantile == 0 {
		inst.Rules.Quantile = matrixtest.Quantile(r)
	}
	addRows(r, inst, 5+r.IntN(6))
	return inst
}

// addRows adds rows with any columns, targets of two digits, and weights up to 3.
func addRows(r *rand.Rand, inst *regression.Instance, rows int) {
	for range rows {
		inst.Features = append(inst.Features, proof.Words(r.Uint64N(1<<inst.Columns.Count())))
		inst.Target = append(inst.Target, math.Round(100*r.Float64())/100)
		inst.Weight = append(inst.Weight, float64(1+r.IntN(3)))
	}
}

// leastAtVertices returns the least error of all weights of some columns. It is the error of a vertex: as many
// equations hold as there are unknowns, each of a row that is estimated exactly, or of a weight at a bound.
func leastAtVertices(inst *regression.Instance, ids []int) float64 {
	n := len(ids)
	if inst.HasIntercept() {
		n++
	}
	var all [][]float64 // coefficients of the columns, and of the intercept, then the right-hand side
	for i, v := range inst.Features {
		e := make([]float64, n+1)
		for j, id := range ids {
			if v.Has(id) {
				e[j] = 1
			}
		}
		if n > len(ids) {
			e[len(ids)] = 1
		}
		e[n] = inst.Target[i] - inst.Offset()
		all = append(all, e)
	}
	for j, id := range ids {
		lower, upper := inst.Bounds(id)
		for _, bound := range []float64{lower, upper} {
			e := make([]float64, n+1)
			e[j], e[n] = 1, bound
			all = append(all, e)
		}
	}
	rows, best := all[:len(inst.Features)], math.Inf(1)
	chosen := make([][]float64, 0, n)
	var choose func(from int)
	choose = func(from int) {
		if len(chosen) == n {
			if x, ok := solved(chosen); ok {
				best = min(best, errorAt(inst, ids, rows, x))
			}
			return
		}
		for i := from; i < len(all); i++ {
			chosen = append(chosen, all[i])
			choose(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	choose(0)
	return best
}

// solved solves equations by Gauss's elimination; false if they have no one solution.
func solved(equations [][]float64) (x []float64, ok bool) {
	n := len(equations)
	a := make([][]float64, n)
	for i, e := range equations {
		a[i] = append([]float64{}, e...)
	}
	for c := range n {
		for i := c; i < n; i++ {
			if math.Abs(a[i][c]) > math.Abs(a[c][c]) {
				a[i], a[c] = a[c], a[i]
			}
		}
		if math.Abs(a[c][c]) < 1e-9 {
			return nil, false
		}
		for i := range n {
			if f := a[i][c] / a[c][c]; i != c {
				for k := range a[i] {
					a[i][k] -= f * a[c][k]
				}
			}
		}
	}
	for c := range n {
		x = append(x, a[c][n]/a[c][c])
	}
	return x, true
}

// errorAt returns the error of weights, infinite outside of their bounds.
func errorAt(inst *regression.Instance, ids []int, rows [][]float64, x []float64) float64 {
	for j, id := range ids {
		if lower, upper := inst.Bounds(id); x[j] < lower-1e-9 || x[j] > upper+1e-9 {
			return math.Inf(1)
		}
	}
	sum, q := 0.0, inst.Rules.Quantile.Float()
	for i, e := range rows {
		d := e[len(x)]
		for j, v := range x {
			d -= e[j] * v
		}
		if d > 0 {
			sum += 2 * q * d * inst.Weight[i]
		} else {
			sum -= 2 * (1 - q) * d * inst.Weight[i]
		}
	}
	return sum / inst.TotalWeight()
}

// leastOfQuantile is the least error of all sets of at most n columns.
func leastOfQuantile(inst *regression.Instance, n int) float64 {
	best := math.Inf(1)
	for set := range uint64(1) << inst.Columns.Count() {
		if ids := proof.Words(set).IDs(); matrixtest.Permits(inst.Rules, n, ids) {
			best = min(best, leastAtVertices(inst, ids))
		}
	}
	return best
}

// TestQuantilesAgainstBruteForce proves formulas about a quantile for 500 random tables, and holds them to all sets of
// columns at all vertices. The kernel refuses the proofs for a higher cutoff, and with the two slopes exchanged, with
// those of another quantile or with equal ones unless the claim is true too.
func TestQuantilesAgainstBruteForce(t *testing.T) {
	r := matrixtest.Source(t, 11)
	positive, refused := 0, 0
	for range 500 {
		inst, n := quantileTable(r), 1+r.IntN(2)
		s := must.Get(NewProblem(inst))(t)
		want := leastOfQuantile(inst, n)
		got, p, err := Make(t.Context(), s, regression.Program{Kind: regression.AvgErr, N: n}, nil, Options{Workers: 1})
		must.Do(t, err)
		if !got.Proved || math.Abs(got.Incumbent.Error-want) > Tolerance || got.Bound > want+1e-12 {
			t.Fatalf("quantile %v, n %d: %v, bound %v, proved %v, want %v\n%+v", inst.Rules.Quantile, n,
				got.Incumbent.Error, got.Bound, got.Proved, want, inst)
		}
		checkProof(t, s, got, p)
		if p == nil {
			continue
		}
		positive++
		forged := *p
		forged.Cutoff = want + 1e-9
		if err := s.Exact.Check(t.Context(), &forged, nil); !errors.Is(err, proof.ErrCut) {
			t.Fatalf("a cutoff above the least error: %v", err)
		}
		for _, q := range []proof.Decimal{proof.One - inst.Rules.Quantile, 0, proof.One / 1000 * 7} {
			rules, other := *inst.Rules, *inst
			rules.Quantile, other.Rules = q, &rules
			forged = *p
			forged.Rules = &rules
			if err := Replay(t.Context(), s, &forged, NewFinder, 1); !errors.Is(err, proof.ErrForeign) &&
				q != inst.Rules.Quantile {
				t.Fatalf("a proof for the quantile %v: %v", q, err)
			}
			if s.Exact.Check(t.Context(), &forged, nil) != nil {
				refused++
				continue
			}
			if rules.Quantile == 0 {
				rules.Quantile = proof.One / 2 // errorAt needs it
			}
			if least := leastOfQuantile(&other, n); least < p.Cutoff-1e-12 {
				t.Fatalf("a proof of %v for the quantile %v is accepted for %v, where a formula has %v", p.Cutoff,
					inst.Rules.Quantile, q, least)
			}
		}
	}
	t.Logf("%d proofs, %d refused with another quantile", positive, refused)
	if positive < 300 || refused < 300 {
		t.Errorf("only %d proofs, %d refused", positive, refused)
	}
}
