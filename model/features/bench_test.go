package features_test

import (
	"testing"

	"feltlab/model/cards"
	"feltlab/model/features"
)

var sink features.Vector

// One operation is one hand on one flop, over every live hand of every canonical flop in turn.
func BenchmarkOf(b *testing.B) {
	flops := flopsUpToSuits()
	b.ReportAllocs()
	n := 0
	b.ResetTimer()
	for {
		for _, flop := range flops {
			dead := cards.SetOf(flop[:]...)
			for hand := range cards.Combo(cards.NumCombos) {
				if hand.Set()&dead != 0 {
					continue
				}
				if n == b.N {
					return
				}
				n++
				v := features.Of(hand, flop)
				sink = sink.Or(v)
			}
		}
	}
}
