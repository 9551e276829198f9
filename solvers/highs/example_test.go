package highs_test

import (
	"context"
	"fmt"
	"math"

	"feltlab/model/mip"
	"feltlab/solvers/highs"
)

// A knapsack: items worth 6, 5, 4 and 3 that weigh 4, 3, 2 and 1, and room for 5.
func ExampleSolve() {
	m := &mip.Model{}
	for _, value := range []float64{6, 5, 4, 3} {
		m.AddColumn(mip.Column{Cost: -value, Upper: 1, Integer: true})
	}
	m.AddRow(mip.Row{Lower: math.Inf(-1), Upper: 5}, []int32{0, 1, 2, 3}, []float64{4, 3, 2, 1})

	r, err := highs.Solve(context.Background(), m, nil, highs.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: %.0f, bound %.0f\n", r.Status, r.Objective, r.Bound)
	// Output: optimal: -9, bound -9
}
