package prove_test

import (
	"context"
	"fmt"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/prove"
)

// Four kinds of flops, ten of each: with F1, with F2, with both, with neither.
func ExampleSolve() {
	inst := &regression.Instance{Source: "example", Rows: "example", Columns: regression.NumberedColumns(4)}
	for i, v := range []uint64{1, 2, 3, 4} {
		for k := range 10 {
			inst.Features = append(inst.Features, proof.Words(v))
			inst.Target = append(inst.Target, []float64{0.2, 0.3, 0.5, 0.7}[i]+0.01*float64(k%2))
			inst.Weight = append(inst.Weight, 1)
		}
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := prove.Solve(context.Background(), s, proof.Average, 2, nil, prove.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Incumbent.IDs, r.Proved)
	fmt.Printf("error %.4f, at least %.4f\n", r.Incumbent.Error, r.Bound)
	// Output:
	// [2 3] true
	// error 0.1025, at least 0.1025
}
