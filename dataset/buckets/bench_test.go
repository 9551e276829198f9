package buckets

import (
	"math/rand/v2"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/game"
)

// BenchmarkOf is the time to put all hands of a random board in buckets, by street.
func BenchmarkOf(b *testing.B) {
	buckets := lookup(b, "strength-200")
	of := make([]int32, cards.NumCombos)
	for street, name := range []string{"preflop", "flop", "turn", "river"} {
		rng := rand.New(rand.NewPCG(seed, 3))
		boards := make([]game.Board, 1_000)
		for i := range boards {
			boards[i] = boardOf(rng.Perm(cards.NumCards)[:boardCards[street]])
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				buckets.Of(street, boards[i%len(boards)], of)
			}
		})
	}
}

// BenchmarkPercentiles is the work before the first board.
func BenchmarkPercentiles(b *testing.B) {
	for b.Loop() {
		newTables(sweepAll())
	}
}
