package subset_test

import (
	"context"
	"fmt"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
	"feltlab/solvers/subset"
)

// flops has the eight patterns of three features; the target falls with F1 and F3 and hardly
// depends on F2. F4 is true on every flop.
func flops() *regression.Instance {
	inst := &regression.Instance{Source: "AA", Rows: "any", Columns: regression.NumberedColumns(4)}
	for k := range 8 {
		v := features.Vector{}.With(4)
		e := 0.85
		for j, loss := range []float64{0.10, 0.01, 0.20} {
			if k>>j&1 == 1 {
				v = v.With(j + 1)
				e -= loss
			}
		}
		inst.Features = append(inst.Features, v)
		inst.Target = append(inst.Target, e)
		inst.Weight = append(inst.Weight, 1)
	}
	return inst
}

func ExampleBest() {
	p, err := lad.New(flops(), lad.Average)
	if err != nil {
		fmt.Println(err)
		return
	}
	for n := 1; n <= 4; n++ {
		f, err := subset.Best(context.Background(), p, n, subset.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d: %v, error %.4f\n", n, f.IDs, f.Error)
	}
	// Output:
	// 1: [4], error 0.1000
	// 2: [3 4], error 0.0500
	// 3: [1 3 4], error 0.0050
	// 4: [1 2 3 4], error 0.0000
}

func ExampleFewest() {
	p, err := lad.New(flops(), lad.Max)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := subset.Fewest(context.Background(), p, 0.01, subset.Options{})
	fmt.Printf("%v, largest error %.4f, %v\n", f.Formula(), f.Error, err)
	// Output: -.100 F1 - .200 F3 + .845 F4, largest error 0.0050, <nil>
}
