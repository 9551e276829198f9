package proof_test

import (
	"context"
	"errors"
	"fmt"

	"feltlab/model/proof"
)

// Two cuts show that one feature is not enough: a formula below the cutoff has F1, and it has F2.
func ExampleInstance_Check() {
	var none proof.Vector
	f1, f2 := none.With(1), none.With(2)
	in, err := proof.NewInstance(2, []proof.Row{
		row(f1, 9, 0, 10, 1),   // 0.9
		row(f1, 6, 2, 10, 1),   // 0.7
		row(f2, 4, 0, 10, 2),   // 0.4
		row(none, 1, 0, 10, 1), // 0.1
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &proof.Proof{
		Header: proof.Header{Features: 1, Cutoff: 0.2199, Instance: in.Digest()},
		Cuts: []proof.Cut{
			// Without F1 the estimate of the first two rows is 0. F2 with 0.4 is the best, right of
			// which the slope of pattern 2, the third row, is not 0.
			{Columns: f1, Dual: &proof.Dual{Weights: []proof.Entry{{At: 2, Value: 0.4 * proof.WeightUnit}},
				Slopes: []proof.Entry{{At: 2, Value: 0}}}},
			{Columns: f2, Dual: &proof.Dual{Weights: []proof.Entry{{At: 1, Value: 0.8 * proof.WeightUnit}}}},
		},
	}
	for i := range p.Cuts {
		fmt.Printf("cut %d holds up to a cutoff of %.4f\n", i+1, in.Bound(&p.Header, &p.Cuts[i], p.Cuts[i].Dual))
	}
	fmt.Println(in.Check(context.Background(), p, nil))

	best, err := in.Evaluate(nil, []proof.Term{{ID: 1, Weight: 0.8}})
	fmt.Printf("F1 with 0.8 is off by %.4f, %v\n", best.Average.Value, err)

	p.Cutoff = 0.2201
	err = in.Check(context.Background(), p, nil)
	fmt.Println(err, errors.Is(err, proof.ErrCut))
	p.Cutoff, p.Features = 0.2199, 2
	fmt.Println(in.Check(context.Background(), p, nil))
	// Output:
	// cut 1 holds up to a cutoff of 0.3400
	// cut 2 holds up to a cutoff of 0.2200
	// <nil>
	// F1 with 0.8 is off by 0.2200, <nil>
	// cut 2: a cut does not follow: its multipliers are missing or prove less than the cutoff true
	// the cuts leave a choice of features: [1 2] of at most 2
}

// row makes a row of counts, as poker has them.
func row(columns proof.Vector, wins, ties, deals uint64, weight int64) proof.Row {
	return proof.Row{Columns: columns, Numerator: 2*wins + ties, Denominator: 2 * deals, Weight: weight}
}
