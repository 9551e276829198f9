package sampled_test

import (
	"context"
	"fmt"

	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/cfr/sampled"
)

// Leduc from sampled deals. In the same way limit hold'em is solved, with the bucketings of
// package buckets.
func ExampleSolve() {
	g := game.Leduc()
	ranks, err := strategy.BucketingOf(g, "real")
	if err != nil {
		panic(err)
	}
	r, err := sampled.Solve(context.Background(), g, sampled.Options{
		Buckets: [2]strategy.Bucketing{ranks, ranks},
		Seed:    1,
	}, 2_000)
	if err != nil {
		panic(err)
	}
	fmt.Printf("value %.2f from %d boards\n", r.Value, r.Boards)
	// Output: value -0.09 from 128000 boards
}
