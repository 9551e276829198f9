package shared_test

import (
	"context"
	"fmt"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
	"feltlab/solvers/shared"
)

// Two hands that agree on one feature and differ on the other.
func ExampleBest() {
	only := func(id int) features.Vector { return features.Vector{}.With(id) }
	hand := func(e1, e2, e3 float64) *lad.Problem {
		p, err := lad.New(&regression.Instance{
			Features: []features.Vector{only(1), only(2), only(3)},
			Equity:   []float64{e1, e2, e3}, Weight: []float64{1, 1, 1},
		}, lad.Average)
		if err != nil {
			panic(err)
		}
		return p
	}
	problems := []*lad.Problem{hand(0.9, 0.6, 0), hand(0.6, 0, 0.3)}
	f, err := shared.Best(context.Background(), problems, 2, shared.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Printf("features %v, mean error %.3f\n", f.IDs, f.Error)
	for _, h := range f.Hands {
		fmt.Printf("%v: %.3f\n", h.Formula(), h.Error)
	}
	// Output:
	// features [1 2], mean error 0.050
	// .900 F1 + .600 F2: 0.000
	// .600 F1: 0.100
}
