package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// leastRoundByEnumeration tries every set of at most n columns that the rules allow with all multiples of the step as
// weights. The loss is convex in the intercept, so the best multiple is next to the best intercept: a target less its
// weights, or the middle of two.
func leastRoundByEnumeration(in *regression.Instance, kind regression.Kind, n int) float64 {
	r, least := in.Rules, math.Inf(1)
	size := float64(r.High - r.Low)
	step, low := float64(r.Step)/size, float64(r.Low)/size
	left := slices.Clone(in.Target) // targets less the weights so far
	measure := func() {
		centers := []float64{-low} // an intercept of 0
		if in.HasIntercept() {
			centers = slices.Clone(left)
			if kind == regression.MaxErr {
				centers = []float64{(slices.Min(left) + slices.Max(left)) / 2}
			}
		}
		for _, c := range centers {
			below := math.Floor((c+low)/step+1e-9)*step - low
			for _, intercept := range []float64{below, below + step} {
				sum, most := 0.0, 0.0
				for i, e := range left {
					sum += in.Weight[i] * math.Abs(e-intercept)
					most = max(most, math.Abs(e-intercept))
				}
				if kind == regression.MaxErr {
					least = min(least, most)
				} else {
					least = min(least, sum/in.TotalWeight())
				}
				if !in.HasIntercept() {
					break
				}
			}
		}
	}
	var visit func(id int, chosen proof.Vector)
	visit = func(id int, chosen proof.Vector) {
		if id > in.Columns.Count() {
			measure()
			return
		}
		forced := slices.Contains(in.With, id)
		if !forced {
			visit(id+1, chosen)
		}
		if !matrixtest.Permits(r, n, chosen.With(id).IDs()) {
			return
		}
		for w := r.Bounds[id-1].Lower; w <= r.Bounds[id-1].Upper; w += r.Step {
			if w == 0 && !forced {
				continue
			}
			before := slices.Clone(left)
			for i, v := range in.Features {
				if v.Has(id) {
					left[i] -= float64(w) / size
				}
			}
			visit(id+1, chosen.With(id))
			copy(left, before)
		}
	}
	visit(1, proof.Vector{})
	return least
}

// TestRandomRoundTables holds proved formulas with round weights and starting scores for made-up tables with all
// options to an enumeration.
func TestRandomRoundTables(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 8))
	intercepts := 0
	for i := range 30 {
		path, o := randomTable(t, r)
		if o.Bound == "8" {
			o.Bound = "1"
		}
		kind := []regression.Kind{regression.AvgErr, regression.MaxErr}[i%2]
		q, in := ask(t, path, o, regression.Program{Kind: kind, N: 1 + r.IntN(2)})
		q.Weights = weights.Weights(fmt.Sprintf("step %d", 7+r.IntN(20)))
		in = must.Get(q.Weighted(in))(t)
		a, err := Solve(t.Context(), in, q, Options{Workers: 1})
		if err != nil {
			t.Fatalf("%v %s: %v", q, q.Table().OptionsText(), err)
		}
		want := leastRoundByEnumeration(in, kind, q.Program.N)
		if a.Status != question.Optimal || math.Abs(a.Objective()-want) > 1e-6*want+1e-7 {
			t.Errorf("%v %s: %s with the error %v, want %v", q, q.Table().OptionsText(), a.Status, a.Objective(), want)
		}
		if _, err := ledger.Check(t.Context(), in, a, 1); err != nil {
			t.Errorf("%v %s: %v", q, q.Table().OptionsText(), err)
		}
		if in.Rules.Intercept == proof.RoundIntercept {
			intercepts++
			score := (float64(a.Intercept)*float64(in.Rules.High-in.Rules.Low) +
				float64(in.Rules.Low)) / float64(in.Rules.Step)
			if math.Abs(score-math.Round(score)) > 1e-9 {
				t.Errorf("%v: the formula starts at %v steps", q, score)
			}
		}
	}
	if intercepts < 10 {
		t.Errorf("only %d tables have an intercept", intercepts)
	}
}
