package mip

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/regression"
)

// Sizes of a real instance, aces against a tight range.
const (
	largeRows     = 19600
	largePatterns = 550
)

// largeInstance is a random instance of real size: patterns of 4 to 12 features out of the
// first 60, of which 57 to 60 are duplicates of 1 to 4, and a few hundred distinct equities.
func largeInstance() *instance {
	random := rand.New(rand.NewPCG(1, 2))
	patterns := make([]features.Vector, largePatterns)
	for p := range patterns {
		for range 4 + random.IntN(9) {
			id := 1 + random.IntN(56)
			patterns[p] = patterns[p].With(id)
			if id <= 4 {
				patterns[p] = patterns[p].With(id + 56)
			}
		}
	}
	in := &instance{Source: "AA", Rows: "RUS", Columns: regression.NumberedColumns(73)}
	for range largeRows {
		p := random.IntN(largePatterns)
		in.Features = append(in.Features, patterns[p])
		in.Target = append(in.Target, float64(100+p%50+random.IntN(20))/200)
		in.Weight = append(in.Weight, 1)
	}
	return in
}

func TestLargeInstance(t *testing.T) {
	in := largeInstance()
	f := regression.Formula{{ID: 1, Weight: 0.8}, {ID: 12, Weight: -0.125}, {ID: 30, Weight: 0.4},
		{ID: 57, Weight: 0.7}, {ID: 70, Weight: -1}}
	for _, kind := range allKinds {
		least := errorOf(in, f, kind.UsesMax())
		p := program{Kind: kind, N: len(f), E: min(least+startTolerance, 0.99)}
		for _, formulation := range allFormulations {
			b := must.Get(Build(in, p, formulation))(t)
			must.Do(t, b.Model.Check())
			x := b.Start(f)
			if worst := b.Model.Violation(x); worst > 1e-9 && p.E != 0.99 {
				t.Errorf("%v %v: start is infeasible by %v", p, formulation, worst)
			}
			if got := b.Model.Objective(x); !kind.CountsFeatures() && math.Abs(got-least) > 1e-11 {
				t.Errorf("%v %v: objective %v, error %v", p, formulation, got, least)
			}
			if formulation != plain && len(b.columns.kept) != 56 {
				t.Errorf("%v %v: %d columns", p, formulation, len(b.columns.kept))
			}
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	in := largeInstance()
	for _, formulation := range allFormulations {
		b.Run(fmt.Sprint(formulation), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				must.Get(Build(in, program{Kind: avgErr, N: 5}, formulation))(b)
			}
		})
	}
}
