package holdem

import (
	"testing"

	"feltlab/model/strategy"
	"feltlab/solvers/bestresponse/holdem/river"
)

// BenchmarkFlop is one item, seven subtrees, against an opponent with 1,000 buckets.
func BenchmarkFlop(b *testing.B) {
	p := random(b, 1, 1000, nil)
	for _, k := range river.Kernels() {
		b.Run(k.String(), func(b *testing.B) {
			s := solve(b, p, Options{Kernel: k.String()})
			flop := flopOf(b, s, "2c7d8h")
			for b.Loop() {
				if _, err := s.Flop(b.Context(), flop, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBlindfold is one item against a trivial opponent.
func BenchmarkBlindfold(b *testing.B) {
	for _, name := range strategy.Names {
		b.Run(name, func(b *testing.B) {
			p, _ := strategy.Named(name)
			s := solve(b, p, Options{})
			flop := flopOf(b, s, "2c7d8h")
			for b.Loop() {
				itemOf(b, s, flop, 0)
			}
		})
	}
}
