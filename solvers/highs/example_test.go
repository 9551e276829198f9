//go:build cgo && highs

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

	r, err := highs.Apart(context.Background(), m, nil, highs.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: %.0f, bound %.0f\n", r.Status, r.Objective, r.Bound)
	// Output: optimal: -9, bound -9
}

// Changing a bound and solving again goes on from the last basis.
func ExampleSolver() {
	m := &mip.Model{}
	x := m.AddColumn(mip.Column{Name: "x", Cost: -1, Upper: 4})
	y := m.AddColumn(mip.Column{Name: "y", Cost: -1, Upper: 4})
	m.AddRow(mip.Row{Lower: math.Inf(-1), Upper: 6}, []int32{int32(x), int32(y)}, []float64{1, 2})

	s, err := highs.New(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	for _, upper := range []float64{4, 2} {
		if err := s.ChangeColBounds(x, 0, upper); err != nil {
			fmt.Println(err)
			return
		}
		r, err := s.Solve(context.Background(), highs.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("x <= %.0f: x = %.0f, y = %.0f, price of the row %.1f\n", upper, r.X[x], r.X[y], r.RowDual[0])
	}
	// Output:
	// x <= 4: x = 4, y = 1, price of the row -0.5
	// x <= 2: x = 2, y = 2, price of the row -0.5
}
