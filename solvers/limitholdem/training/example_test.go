package training_test

import (
	"context"
	"fmt"

	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/limitholdem/training"
)

// blind puts all hands into one bucket. Package buckets has bucketings that look at the cards.
type blind struct{}

func (blind) Name() string                           { return "blind" }
func (blind) Len(int) int                            { return 1 }
func (blind) Label(_, _ int) string                  { return "any" }
func (blind) Of(_ int, _ game.Board, bucket []int32) { clear(bucket) }

func ExampleSolver_Run() {
	g := game.LimitHoldem()
	o := training.Options{Buckets: [2]strategy.Bucketing{blind{}, blind{}}, Boards: 1, Seed: 1}
	s, err := training.New(g, o)
	if err != nil {
		panic(err)
	}
	if err := s.Run(context.Background(), 3, nil); err != nil {
		panic(err)
	}
	r := s.Result()
	fmt.Printf("%d iterations on %d boards, %d decisions\n", r.Iterations, r.Boards, len(g.Root().Decisions()))
	// Output: 3 iterations on 6 boards, 6378 decisions
}
