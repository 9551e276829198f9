package mip_test

import (
	"fmt"

	"feltlab/model/features"
	"feltlab/model/mip"
	"feltlab/model/regression"
)

// small is four flops on which F1 and F2 are true in turn, F3 whenever F2 is.
func small() *regression.Instance {
	var f1, f23 features.Vector
	f1, f23 = f1.With(1), f23.With(2).With(3)
	return &regression.Instance{
		Columns: regression.NumberedColumns(4),
		Source:  "AA", Rows: "RUS",
		Features: []features.Vector{f1, f1, f1, f23},
		Target:   []float64{0.75, 0.5, 0.75, 0.25},
		Weight:   []float64{1, 1, 1, 1},
	}
}

func ExampleBuild() {
	program := regression.Program{Kind: regression.AvgErr, N: 2}
	for _, f := range []regression.Formulation{regression.Plain, regression.Merged, regression.Pattern} {
		b, err := mip.Build(small(), program, f)
		if err != nil {
			fmt.Println(err)
			return
		}
		m := b.Model
		fmt.Printf("%v %v: %d rows, %d columns, %d nonzeros, the weight of F3 in column %d\n",
			program, f, len(m.Rows), len(m.Columns), len(m.Value), b.X[3])
	}
	// Output:
	// AVGERR(2) plain: 17 rows, 12 columns, 38 nonzeros, the weight of F3 in column 2
	// AVGERR(2) merged: 11 rows, 7 columns, 22 nonzeros, the weight of F3 in column -1
	// AVGERR(2) pattern: 7 rows, 9 columns, 17 nonzeros, the weight of F3 in column -1
}

func ExampleBuilt_Start() {
	program := regression.Program{Kind: regression.AvgErr, N: 2}
	b, err := mip.Build(small(), program, regression.Pattern)
	if err != nil {
		fmt.Println(err)
		return
	}
	x := b.Start(regression.Formula{{ID: 1, Weight: 0.75}, {ID: 3, Weight: 0.125}})
	fmt.Println("average error", b.Model.Objective(x), "violation", b.Model.Violation(x))
	fmt.Println(b.Formula(x))
	// Output:
	// average error 0.09375 violation 0
	// .750 F1 + .125 F2
}
