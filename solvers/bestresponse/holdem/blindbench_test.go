package holdem

import (
	"testing"

	"feltlab/model/strategy"
)

// BenchmarkBlindfold is one item against a trivial opponent.
func BenchmarkBlindfold(b *testing.B) {
	for _, name := range strategy.Names {
		b.Run(name, func(b *testing.B) {
			p, _ := strategy.Named(name)
			s := solve(b, p, Options{})
			flop := flopOf(b, s, "2c7d8h")
			for b.Loop() {
				if _, err := s.Flop(b.Context(), flop, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
