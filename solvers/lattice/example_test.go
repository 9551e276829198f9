package lattice_test

import (
	"context"
	"fmt"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
)

func Example() {
	has := func(ids ...int) (v features.Vector) {
		for _, id := range ids {
			v = v.With(id)
		}
		return v
	}
	inst := &regression.Instance{
		Columns:  regression.NumberedColumns(73),
		Features: []features.Vector{has(54), has(54, 41), has(54, 34), has(54, 34, 41)},
		Target:   []float64{0.86, 0.68, 0.77, 0.57},
		Weight:   []float64{1, 1, 1, 1},
	}
	free, err := lad.New(inst, lad.Average)
	if err != nil {
		panic(err)
	}
	for _, step := range []int{5, 1} {
		p, err := lattice.New(free, step)
		if err != nil {
			panic(err)
		}
		f, err := p.Best(context.Background(), 3, lattice.Options{})
		if err != nil {
			panic(err)
		}
		fmt.Printf("multiples of %d: average error %.2f points: %v\n", step, 100*f.Error, f.Terms)
	}
	// Output:
	// multiples of 5: average error 2.00 points: -.100 F34 - .200 F41 + .850 F54
	// multiples of 1: average error 0.50 points: -.110 F34 - .200 F41 + .880 F54
}
