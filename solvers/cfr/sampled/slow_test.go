//go:build slow

package sampled

import (
	"math"
	"testing"

	"feltlab/dataset/buckets"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

const (
	// knownValue is what the small blind wins in the real game's equilibrium, in big blinds:
	// between 0.0877 and 0.0897 (Bowling, Burch, Johanson and Tammelin, "Heads-up Limit Hold'em
	// Poker is Solved", Science 2015).
	knownValue = 0.088
	// valueTolerance is how far ten buckets may be from it: the abstract game is another one.
	valueTolerance = 0.03
	// gapAfter is what both seats may still win after 400 iterations; after 40 it is 0.5 or so.
	gapAfter = 0.12
)

// Limit hold'em over ten buckets of strength: the gap falls, and the value is near that of
// the real game.
func TestHoldemConverges(t *testing.T) {
	g := game.LimitHoldem()
	b, err := buckets.Lookup(g, "strength-10")
	if err != nil {
		t.Fatal(err)
	}
	s := solver(t, g, Options{Buckets: [2]strategy.Bucketing{b, b}, Boards: 8, Seed: 5})
	before := math.Inf(1)
	for _, iterations := range []int{40, 400} {
		if err := s.Run(t.Context(), iterations, nil); err != nil {
			t.Fatal(err)
		}
		gap, err := s.Gap(t.Context(), 1_024)
		if err != nil {
			t.Fatal(err)
		}
		sum, standardError := gap.Sum()
		value, valueError := s.Value()
		t.Logf("%d iterations: value %.4f +- %.4f, gap %.4f +- %.4f", iterations, value, valueError, sum, standardError)
		if sum >= before || sum < -5*standardError {
			t.Errorf("the gap is %v after %v", sum, before)
		}
		before = sum
		if iterations == 400 && (math.Abs(value-knownValue) > valueTolerance || sum > gapAfter) {
			t.Errorf("value %v, gap %v", value, sum)
		}
	}
}
