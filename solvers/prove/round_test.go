package prove

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/model/weights"
)

// roundInstance makes few rows and columns with round weights: multiples of a step, or values.
func roundInstance(r *rand.Rand) *regression.Instance {
	const columns = 5
	inst := &regression.Instance{Columns: regression.NumberedColumns(columns)}
	inst.Rules = &proof.Rules{High: proof.One, Step: proof.One / 4}
	if r.IntN(2) == 0 {
		inst.Rules.Step, inst.Rules.Values = 0, []proof.Decimal{-proof.One / 2, 0, proof.One / 5, proof.One / 2}
	}
	for range columns {
		b := proof.Bounds{Lower: -proof.One, Upper: proof.One}
		if r.IntN(3) == 0 {
			b.Lower = 0
		}
		inst.Rules.Bounds = append(inst.Rules.Bounds, b)
	}
	if r.IntN(3) == 0 {
		inst.Rules.Groups = []proof.Group{{Columns: proof.VectorOf(1, 2), Most: r.IntN(2)}}
	}
	if r.IntN(3) == 0 {
		inst.Rules.Intercept = proof.FreeIntercept
	} else if inst.Rules.Step > 0 && r.IntN(2) == 0 {
		inst.Rules.Intercept = proof.RoundIntercept
		inst.Rules.Low += proof.Decimal(r.IntN(3)) * proof.One / 10
		inst.Rules.High += inst.Rules.Low
	}
	inst.Rules.Quantile = matrixtest.Quantile(r)
	inst.Rules = weights.Rounded(*inst.Rules)
	addRows(r, inst, 6+r.IntN(20))
	return inst
}

// leastRound goes through all choices and round weights.
func leastRound(inst *regression.Instance, loss proof.Loss, n int, with ...int) float64 {
	best := math.Inf(1)
	weights := make([]float64, inst.Columns.Count()+1)
	values := inst.Rules.Values
	if values == nil {
		for v := -proof.One; v <= proof.One; v += inst.Rules.Step {
			values = append(values, v)
		}
	}
	var visit func(id int, chosen proof.Vector)
	visit = func(id int, chosen proof.Vector) {
		if id > inst.Columns.Count() {
			left := make([]float64, len(inst.Features))
			for i, v := range inst.Features {
				left[i] = inst.Target[i]
				for _, j := range v.IDs() {
					left[i] -= weights[j]
				}
			}
			best = min(best, errorLeft(inst, loss, left))
			return
		}
		if !slices.Contains(with, id) {
			visit(id+1, chosen)
		}
		if !matrixtest.Permits(inst.Rules, n, chosen.With(id).IDs()) {
			return
		}
		for _, v := range values {
			if b := inst.Rules.Bounds[id-1]; (v != 0 || slices.Contains(with, id)) && v >= b.Lower && v <= b.Upper {
				weights[id] = v.Float()
				visit(id+1, chosen.With(id))
			}
		}
		weights[id] = 0
	}
	visit(1, proof.Vector{})
	return best
}

// errorLeft is the error of what is left of the targets, with the best intercept if there is one: one of the values for
// the average, the middle for the largest error; of round ones the best of all.
func errorLeft(inst *regression.Instance, loss proof.Loss, left []float64) float64 {
	intercepts := []float64{0}
	switch rules := inst.Rules; rules.Intercept {
	case proof.RoundIntercept:
		intercepts = nil
		for v := -4 * proof.One; v <= 4*proof.One; v += rules.Step {
			intercepts = append(intercepts, (v - rules.Low).Float())
		}
	case proof.FreeIntercept:
		intercepts = append(slices.Clone(left), (slices.Min(left)+slices.Max(left))/2)
	}
	best := math.Inf(1)
	for _, b := range intercepts {
		sum, most := 0.0, 0.0
		for i, e := range left {
			counts := 1.0
			if q := inst.Rules.Quantile; q != 0 && e > b {
				counts = 2 * q.Float()
			} else if q != 0 {
				counts = 2 - 2*q.Float()
			}
			sum, most = sum+inst.Weight[i]*math.Abs(e-b)*counts, max(most, math.Abs(e-b))
		}
		if loss == proof.Largest {
			best = min(best, most)
		} else {
			best = min(best, sum/inst.TotalWeight())
		}
	}
	return best
}

// TestRoundWeights holds proved formulas with round weights to an enumeration of all of them.
func TestRoundWeights(t *testing.T) {
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	trees := 0
	for range 120 {
		inst := roundInstance(r)
		s := must.Get(NewProblem(inst))(t)
		loss, n := proof.Loss(r.IntN(2)), 1+r.IntN(3)
		if loss == proof.Largest {
			inst.Rules.Quantile = 0
		}
		program := regression.Program{Kind: map[proof.Loss]regression.Kind{
			proof.Average: regression.AvgErr, proof.Largest: regression.MaxErr}[loss], N: n}
		var with []int
		if r.IntN(4) == 0 {
			with = inst.Rules.Units(proof.VectorOf(1 + r.IntN(inst.Columns.Count()))).IDs()
		}
		got, p, err := Make(t.Context(), s, program, nil, Options{Workers: 1 + r.IntN(2), With: with})
		must.Do(t, err)
		want, found := leastRound(inst, loss, n, with...), got.Incumbent
		if math.Abs(found.Error-want) > 1e-12 || got.Bound < found.Error-2*Tolerance || got.Bound > found.Error {
			t.Fatalf("%v with %d columns: %v of %v, bound %v; the least error is %v\n%+v", loss, n, found.Formula(),
				found.Error, got.Bound, want, inst)
		}
		if size(found.IDs, with) > n {
			t.Fatalf("%v and %v are more than %d columns", found.IDs, with, n)
		}
		if p == nil {
			if want > 2*Tolerance {
				t.Fatalf("no proof of %v", got.Bound)
			}
			continue
		}
		if p.Cutoff < found.Error-2*Tolerance {
			t.Fatalf("the proof shows %v of %v", p.Cutoff, found.Error)
		}
		must.Do(t, s.Exact.Check(t.Context(), p, nil))
		for i := range p.Cuts {
			if len(p.Cuts[i].Tree) > 1 {
				trees++
			}
		}
		compact(t, s, p)
	}
	if trees < 20 {
		t.Errorf("only %d cuts are shown by trees", trees)
	}
}

func size(ids, with []int) int {
	return len(slices.Compact(slices.Sorted(slices.Values(slices.Concat(ids, with)))))
}

// compact demands that a proof without dual vectors comes back from its text, holds, and gets its dual vectors again.
func compact(t *testing.T, s *Problem, p *proof.Proof) {
	t.Helper()
	bare := must.Get(proof.Decode(Bare(p).Encode()))(t)
	must.Do(t, Replay(t.Context(), s, bare, NewFinder, 1))
	full := must.Get(Expand(t.Context(), s, bare, NewFinder, 1))(t)
	again := must.Get(proof.Decode(full.Encode()))(t)
	if err := s.Exact.Check(t.Context(), again, nil); err != nil || !again.Full() {
		t.Fatal(err)
	}
}
