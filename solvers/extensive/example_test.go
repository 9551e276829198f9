package extensive_test

import (
	"context"
	"fmt"

	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
)

func ExampleBestResponse() {
	r, err := extensive.BestResponse(context.Background(), game.Leduc(), strategy.Uniform{},
		extensive.ResponseOptions{ByRound: true})
	if err != nil {
		panic(err)
	}
	fmt.Printf("NashConv %.9f\n", r.NashConv())
	for k := range r.Rounds[0] {
		fmt.Printf("round %d %.4f\n", k+1, r.Rounds[0][k]+r.Rounds[1][k])
	}
	// Output:
	// NashConv 4.747222222
	// round 1 2.0993
	// round 2 2.6479
}

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
