package lad_test

import (
	"fmt"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// Five flops with an ace (F1) or without (F3), and two of them of one suit (F16).
func ExampleProblem_Fit() {
	var none features.Vector
	inst := &regression.Instance{
		Columns: regression.NumberedColumns(73),
		Features: []features.Vector{none.With(1), none.With(1), none.With(1).With(16), none.With(3),
			none.With(3).With(16)},
		Target: []float64{0.90, 0.88, 0.70, 0.80, 0.65},
		Weight: []float64{1, 1, 1, 1, 1},
	}
	for _, loss := range []lad.Loss{lad.Average, lad.Max} {
		p, err := lad.New(inst, loss)
		if err != nil {
			fmt.Println(err)
			return
		}
		fit, err := p.Fit([]int{1, 3, 16})
		if err != nil {
			fmt.Println(err)
			return
		}
		bound, err := fit.Certificate.Bound(inst, fit.IDs)
		fmt.Printf("%v: %v, error %.4f, certified %.4f %v\n", loss, fit.Formula(), fit.Error, bound, err)
	}
	// Output:
	// average: .880 F1 + .800 F3 - .150 F16, error 0.0100, certified 0.0100 <nil>
	// largest: .887 F1 + .812 F3 - .175 F16, error 0.0125, certified 0.0125 <nil>
}
