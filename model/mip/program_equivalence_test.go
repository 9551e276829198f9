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

// optimumTolerance is what rounding may do to an optimum of the tiny programs.
const optimumTolerance = 1e-7

type (
	instance = regression.Instance
	program  = regression.Program
)

const (
	maxErr, avgErr         = regression.MaxErr, regression.AvgErr
	featMaxErr, featAvgErr = regression.FeatMaxErr, regression.FeatAvgErr
	plain, merged, pattern = regression.Plain, regression.Merged, regression.Pattern
)

var (
	errInstance, errProgram = regression.ErrInstance, regression.ErrProgram

	allKinds        = []regression.Kind{maxErr, avgErr, featMaxErr, featAvgErr}
	allFormulations = []regression.Formulation{plain, merged, pattern}
)

// drawInstance draws a few rows on a few features, with duplicate columns, rows that share their
// features, rows without features, and equal equities.
func drawInstance(t *rapid.T, maxRows, maxFeatures int) *instance {
	ids := rapid.SliceOfNDistinct(rapid.IntRange(1, features.Count), 1, maxFeatures, rapid.ID).Draw(t, "features")
	rows := rapid.IntRange(1, maxRows).Draw(t, "rows")
	in := &instance{Source: "hand", Rows: "range", Columns: regression.NumberedColumns(73)}
	for range rows {
		var v features.Vector
		for _, id := range ids {
			if rapid.Bool().Draw(t, "true") {
				v = v.With(id)
			}
		}
		in.Features = append(in.Features, v)
		in.Target = append(in.Target, float64(rapid.IntRange(0, 16).Draw(t, "equity 16ths"))/16)
		in.Weight = append(in.Weight, float64(rapid.IntRange(1, 3).Draw(t, "weight")))
	}
	if rapid.Bool().Draw(t, "duplicates") {
		// The first feature gets a duplicate, or the second becomes one.
		duplicate := ids[len(ids)-1]
		for i, v := range in.Features {
			w := features.Vector{}
			for _, id := range v.IDs() {
				if id != duplicate {
					w = w.With(id)
				}
			}
			if v.Has(ids[0]) {
				w = w.With(duplicate)
			}
			in.Features[i] = w
		}
	}
	return in
}

// optimum solves a built model by enumeration, over the features that are ever true.
func optimum(in *instance, b *Built) float64 {
	never := func(column int) bool {
		id := slices.Index(b.Z, column)
		return !slices.ContainsFunc(in.Features, func(v features.Vector) bool { return v.Has(id) })
	}
	return bestByEnumeration(b.Model, never)
}

func checkOptimum(t rapid.TB, in *instance, p regression.Program) {
	t.Helper()
	want := referenceBest(in, p)
	for _, f := range allFormulations {
		b := must.Get(Build(in, p, f))(t)
		must.Do(t, b.Model.Check())
		got := optimum(in, b)
		if got != want && !(math.Abs(got-want) <= optimumTolerance) {
			t.Fatalf("%v %v: optimum %v, by vertices %v on %+v", p, f, got, want, in)
		}
	}
}

// All three formulations of all four programs have the optimum that trying every vertex
// finds in the published definition.
func TestFormulationsHaveTheSameOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t, 5, 3)
		for _, kind := range allKinds {
			checkOptimum(t, in, program{
				Kind: kind,
				N:    rapid.IntRange(1, 3).Draw(t, "N"),
				// Off the multiples of 1/16 and their averages, where rounding would decide.
				E: float64(rapid.IntRange(0, 12).Draw(t, "E 32nds"))/32 + 0.00137,
			})
		}
	})
}

var vector = proof.VectorOf

// duplicateInstance has two features that are true on the same flops and that the only exact
// formula gives 1.5 together: 1.5 - 0.6 = 0.9 twice, and 1.5 - 0.6 - 0.6 = 0.3.
func duplicateInstance() *instance {
	return &instance{
		Columns:  regression.NumberedColumns(73),
		Features: []features.Vector{vector(5, 40, 7), vector(5, 40, 9), vector(5, 40, 7, 9)},
		Target:   []float64{0.9, 0.9, 0.3},
		Weight:   []float64{1, 1, 1},
	}
}

func TestDuplicatesMayShareMoreThanOne(t *testing.T) {
	in := duplicateInstance()
	if least := referenceBest(in, program{Kind: avgErr, N: 4}); least > optimumTolerance {
		t.Fatalf("four features leave %v", least)
	}
	if least := referenceBest(in, program{Kind: avgErr, N: 3}); least < 0.01 {
		t.Fatalf("three features leave only %v", least)
	}
	for _, kind := range allKinds {
		for n := 1; n <= 4; n++ {
			checkOptimum(t, in, program{Kind: kind, N: n, E: 0.001 + 0.1*float64(n-1)})
		}
	}
	exact := regression.Formula{{ID: 5, Weight: 1}, {ID: 7, Weight: -0.6}, {ID: 9, Weight: -0.6}, {ID: 40, Weight: 0.5}}
	for _, f := range allFormulations {
		b := must.Get(Build(in, program{Kind: featAvgErr, E: 0.001}, f))(t)
		x := b.Start(exact)
		if b.Model.Violation(x) > 1e-12 || b.Model.Objective(x) != 4 {
			t.Errorf("%v: objective %v, violation %v", f, b.Model.Objective(x), b.Model.Violation(x))
		}
		if got := b.Formula(x); !slices.Equal(got, exact) {
			t.Errorf("%v: read back %v", f, got)
		}
		// The largest estimate there is, 4, must be within reach too.
		b = must.Get(Build(in, program{Kind: avgErr, N: 4}, f))(t)
		x = b.Start(regression.Formula{{ID: 5, Weight: 1}, {ID: 7, Weight: 1}, {ID: 9, Weight: 1}, {ID: 40, Weight: 1}})
		if want := (2.1 + 2.1 + 3.7) / 3; b.Model.Violation(x) > 1e-12 || math.Abs(b.Model.Objective(x)-want) > 1e-12 {
			t.Errorf("%v: objective %v, want %v, violation %v", f, b.Model.Objective(x), want, b.Model.Violation(x))
		}
	}
}
