package mip

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// startTolerance is what adding a few dozen numbers of size 1 in another order may change.
const startTolerance = 1e-12

func drawFormula(t *rapid.T, ids []int, most int) regression.Formula {
	var f regression.Formula
	if len(ids) > 0 {
		chosen := rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, min(most, len(ids)), rapid.ID).Draw(t, "ids")
		slices.Sort(chosen)
		for _, id := range chosen {
			f = append(f, regression.Term{ID: id, Weight: rapid.Float64Range(-1, 1).Draw(t, "weight")})
		}
	}
	return f
}

// In every formulation the starting point of a formula is feasible and its objective is the
// error, or the number of features, computed directly.
func TestStartHasTheErrorOfTheFormula(t *testing.T) {
	everything := make([]int, features.Count)
	for i := range everything {
		everything[i] = i + 1
	}
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t, 12, 6)
		var used features.Vector
		for _, v := range in.Features {
			used = used.Or(v)
		}
		ids := used.IDs()
		if rapid.Bool().Draw(t, "any feature") {
			ids = everything
		}
		f := drawFormula(t, ids, 5)
		kinds := allKinds
		if rapid.Bool().Draw(t, "quantile") {
			thousandths := proof.Decimal(rapid.IntRange(1, 999).Draw(t, "thousandths"))
			bounds := slices.Repeat([]proof.Bounds{{Lower: -proof.One, Upper: proof.One}}, features.Count)
			in.Rules = &proof.Rules{High: proof.One, Bounds: bounds, Quantile: thousandths * proof.One / 1000}
			kinds = []regression.Kind{avgErr, featAvgErr}
		}
		for _, kind := range kinds {
			least := errorOf(in, f, kind.UsesMax())
			p := program{Kind: kind, N: max(1, len(f)), E: least + startTolerance}
			if kind.CountsFeatures() && p.E >= 1 {
				continue
			}
			for _, formulation := range allFormulations {
				checkStart(t, in, p, formulation, f, least)
			}
		}
	})
}

func checkStart(t *rapid.T, in *instance, p program, formulation regression.Formulation, f regression.Formula,
	least float64) {
	b := must.Get(Build(in, p, formulation))(t)
	x := b.Start(f)
	if worst := b.Model.Violation(x); worst > float64(len(in.Target))*startTolerance {
		t.Fatalf("%v %v: start is infeasible by %v", p, formulation, worst)
	}
	objective := b.Model.Objective(x)
	if p.Kind.CountsFeatures() {
		if terms := float64(countNonzero(f)); objective > terms || formulation == plain && objective != terms {
			t.Fatalf("%v %v: objective %v for %v terms", p, formulation, objective, terms)
		}
	} else if math.Abs(objective-least) > startTolerance {
		t.Fatalf("%v %v: objective %v, error %v", p, formulation, objective, least)
	}
	back := b.Formula(x)
	if len(back) > len(f) {
		t.Fatalf("%v %v: %v came back as %v", p, formulation, f, back)
	}
	for _, v := range in.Features {
		if a, b := f.Estimate(v), back.Estimate(v); math.Abs(a-b) > 10*WeightTolerance {
			t.Fatalf("%v %v: %v estimates %v, %v estimates %v", p, formulation, f, a, back, b)
		}
	}
}

func countNonzero(f regression.Formula) (n int) {
	for _, t := range f {
		if t.Weight != 0 {
			n++
		}
	}
	return n
}

// A formula that breaks a bound of the program starts at a point that says so.
func TestStartOfABadFormula(t *testing.T) {
	in := duplicateInstance()
	for _, c := range []struct {
		p regression.Program
		f regression.Formula
	}{
		{program{Kind: avgErr, N: 1}, regression.Formula{{ID: 5, Weight: 0.5}, {ID: 7, Weight: 0.1}}},
		{program{Kind: maxErr, N: 4}, regression.Formula{{ID: 7, Weight: 1.5}}},
		{program{Kind: featAvgErr, E: 0.1}, regression.Formula{{ID: 5, Weight: 0.1}}},
		{program{Kind: featMaxErr, E: 0.1}, regression.Formula{{ID: 5, Weight: 0.1}}},
	} {
		for _, formulation := range allFormulations {
			b := must.Get(Build(in, c.p, formulation))(t)
			if worst := b.Model.Violation(b.Start(c.f)); worst < 0.1 {
				t.Errorf("%v %v: %v starts with violation %v", c.p, formulation, c.f, worst)
			}
		}
	}
	b := must.Get(Build(in, program{Kind: avgErr, N: 1}, pattern))(t)
	unknown := regression.Formula{{ID: -3, Weight: 1}, {ID: 0, Weight: 1}, {ID: 74, Weight: 1}, {ID: 12, Weight: 1}}
	if x := b.Start(unknown); b.Model.Violation(x) > startTolerance {
		t.Errorf("unknown and useless features start with violation %v", b.Model.Violation(x))
	}
}

// Formula repairs what a solver's tolerances leave.
func TestFormulaReadsRoughSolutions(t *testing.T) {
	b := must.Get(Build(duplicateInstance(), program{Kind: avgErr, N: 4}, merged))(t)
	x := make([]float64, len(b.Model.Columns))
	set := func(id int, weight, z float64) { x[b.X[id]], x[b.Z[id]] = weight, z }
	set(5, 1+3e-8, 0.9999999) // counted once: cut to 1
	set(7, 4e-7, 4e-7)        // not counted
	set(9, 2e-10, 1)          // roundoff
	if got, want := b.Formula(x), (regression.Formula{{ID: 5, Weight: 1}}); !slices.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
	set(5, -1.25, 2)
	set(9, 0.125, 1)
	want := regression.Formula{{ID: 5, Weight: -1}, {ID: 9, Weight: 0.125}, {ID: 40, Weight: -0.25}}
	if got := b.Formula(x); !slices.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
}

// Filling the pieces outwards costs the loss itself, and no piece is cheaper than one before.
func TestConvexIsTheLoss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := &instance{Columns: regression.NumberedColumns(73)}
		for range rapid.IntRange(1, 8).Draw(t, "points") {
			in.Features = append(in.Features, features.Vector{})
			in.Target = append(in.Target, rapid.Float64Range(0, 1).Draw(t, "equity"))
			in.Weight = append(in.Weight, float64(rapid.IntRange(1, 4).Draw(t, "weight")))
		}
		equity, weight := regression.PatternsOf(in).Points(0)
		above := rapid.Float64Range(0.002, 1.998).Draw(t, "above")
		reach := float64(rapid.IntRange(1, 3).Draw(t, "reach"))
		loss := convexOf(equity, weight, reach, above)
		s := rapid.Float64Range(-reach, reach).Draw(t, "s")
		want := 0.0
		for k, e := range equity {
			if counts := 2 - above; e < s {
				want += weight[k] * counts * (s - e)
			} else {
				want += weight[k] * above * (e - s)
			}
		}
		got, step, pieces := loss.least, s-loss.centre, loss.right
		if step < 0 {
			step, pieces = -step, loss.left
		}
		slope := 0.0
		for _, r := range pieces {
			if r.slope < slope || r.width < 0 {
				t.Fatalf("pieces %v", pieces)
			}
			slope = r.slope
			got += r.slope * min(step, r.width)
			step -= min(step, r.width)
		}
		if math.Abs(got-want) > startTolerance*100 || step > startTolerance {
			t.Fatalf("L(%v) = %v by pieces, %v directly; %v left over", s, got, want, step)
		}
	})
}
