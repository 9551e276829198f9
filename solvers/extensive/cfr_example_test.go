package extensive_test

import (
	"context"
	"fmt"

	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
)

func ExampleSolveCFR() {
	g := game.Kuhn()
	ranks, err := strategy.BucketingOf(g, "real")
	if err != nil {
		panic(err)
	}
	r, err := extensive.SolveCFR(context.Background(), g, extensive.CFROptions{
		Buckets:    [2]strategy.Bucketing{ranks, ranks},
		Iterations: 100_000,
		Gap:        1e-4,
	})
	if err != nil {
		panic(err)
	}
	fmt.Printf("value %.3f, gap below 1e-4: %v\n", r.Value, r.Gap <= 1e-4)
	// Output: value -0.056, gap below 1e-4: true
}
