package check_test

import (
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/check"
)

// instance is a toy: pocket aces on three flops, with made-up equities.
func instance() *regression.Instance {
	inst := &regression.Instance{Hand: "AsAh", Range: "any"}
	for i, text := range []string{"Ad7h2c", "Kd7h2c", "Th9h8h"} {
		hand, _ := cards.ParseCombo("AsAh")
		flop, _ := cards.ParseFlop(text)
		inst.Features = append(inst.Features, features.Of(hand, flop))
		inst.Equity = append(inst.Equity, []float64{0.95, 0.875, 0.75}[i])
		inst.Weight = append(inst.Weight, 1)
	}
	return inst
}

func ExampleVerify() {
	formula := regression.Formula{{ID: 16, Weight: 0.75}, {ID: 18, Weight: 0.875}} // one suit, three suits
	program := regression.Program{Kind: regression.MaxErr, N: 2}
	errors, err := check.Verify(instance(), program, formula, check.Claim{Quantity: check.Max, Value: 0.075})
	fmt.Printf("average %.3f, largest %.3f, %v\n", errors.Average, errors.Max, err)
	_, err = check.Verify(instance(), program, formula, check.Claim{Quantity: check.Average, Value: 0.02})
	fmt.Println(err)
	// Output:
	// average 0.025, largest 0.075, <nil>
	// check: claimed number is wrong: average error claimed 0.02, recomputed 0.024999999999999984
}

func ExampleWorst() {
	formula := regression.Formula{{ID: 16, Weight: 0.75}, {ID: 18, Weight: 0.875}}
	rows, err := check.Worst(instance(), formula, 1)
	fmt.Printf("row %d: estimate %.3f, equity %.3f, %v\n", rows[0].Index, rows[0].Estimate, rows[0].Equity, err)
	// Output: row 0: estimate 0.875, equity 0.950, <nil>
}
