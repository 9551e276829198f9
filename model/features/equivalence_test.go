package features_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"feltlab/internal/must"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/features"
)

const (
	canonicalFlops = 1755      // flops up to suit names
	canonicalSpots = 1_286_792 // hands on flops, up to suit names
)

// allFlops lists the 22,100 flops.
func allFlops() [][3]cards.Card {
	var out [][3]cards.Card
	for c := range cards.Card(cards.NumCards) {
		for b := range c {
			for a := range b {
				out = append(out, [3]cards.Card{a, b, c})
			}
		}
	}
	return out
}

// flopsUpToSuits lists one flop for each of the 1755 that differ by more than suit names.
func flopsUpToSuits() [][3]cards.Card {
	return slices.DeleteFunc(allFlops(), func(flop [3]cards.Card) bool {
		set := cards.SetOf(flop[:]...)
		return slices.ContainsFunc(cards.SuitPerms[:], func(p cards.SuitPerm) bool { return p.Set(set) < set })
	})
}

// smallest reports whether the hand is the first of those that suit names alone tell apart on a flop.
func smallest(hand, flop cards.Set) bool {
	return !slices.ContainsFunc(cards.SuitPerms[:], func(p cards.SuitPerm) bool {
		return p.Set(flop) == flop && p.Set(hand) < hand
	})
}

// eachSpot calls check for every hand on every given flop, or for one of those that suit names alone tell apart. It
// does so concurrently and returns the number of calls. It leaves a flop at the first check that fails.
func eachSpot(flops [][3]cards.Card, every bool, check func(cards.Combo, [3]cards.Card) bool) int {
	var calls atomic.Int64
	_ = parallel.Loop{Items: len(flops)}.Each(context.Background(), parallel.Same(func(i int) error {
		dead, n := cards.SetOf(flops[i][:]...), 0
		for hand := range cards.Combo(cards.NumCombos) {
			if hand.Set()&dead != 0 || !every && !smallest(hand.Set(), dead) {
				continue
			}
			n++
			if !check(hand, flops[i]) {
				break
			}
		}
		calls.Add(int64(n))
		return nil
	}))
	return int(calls.Load())
}

// holdEqual compares the features with the literal reading on the spots of eachSpot,
// and makes sure that there are as many of them as wanted.
func holdEqual(t *testing.T, flops [][3]cards.Card, every bool, want int) {
	t.Helper()
	compared := eachSpot(flops, every, func(hand cards.Combo, flop [3]cards.Card) bool {
		got, want := features.Of(hand, flop), reference(hand, flop)
		if got != want {
			t.Errorf("%v on %s: features %v, the literal reading has %v", hand, cards.Format(flop[:]), got.IDs(),
				want.IDs())
			return false
		}
		return true
	})
	if compared != want && !t.Failed() {
		t.Errorf("compared %d hands on flops, want %d", compared, want)
	}
}

// Up to the names of the suits these are all hands on all flops; TestSuitNamesDoNotMatter
// samples the names, and the slow test compares every hand on every flop one by one.
func TestOfEqualsLiteralReadingOnCanonicalFlops(t *testing.T) {
	flops := flopsUpToSuits()
	must.Equal(t, len(flops), canonicalFlops, "flops up to suits")
	holdEqual(t, flops, false, canonicalSpots)
}
