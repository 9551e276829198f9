package sampled

import (
	"testing"

	"feltlab/model/game"
	"feltlab/model/strategy"
)

// BenchmarkIteration is an iteration of limit hold'em after the first few: two passes over 32
// boards each.
func BenchmarkIteration(b *testing.B) {
	s := solver(b, game.LimitHoldem(), Options{Buckets: [2]strategy.Bucketing{ranked{}, ranked{}}})
	if err := s.Run(b.Context(), 20, nil); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := s.Run(b.Context(), s.Iterations()+1, nil); err != nil {
			b.Fatal(err)
		}
	}
}
