package postflop

import (
	"context"
	"testing"

	"feltlab/internal/must"
)

func BenchmarkTurn(b *testing.B) {
	s := New(spec{"Td9d6hQc", oopRange, ipRange, "60%,e,a", "2.5x", 200, 900, 0, 0}.game(b), 1)
	pairs := 0
	for _, n := range s.nodes {
		pairs += len(s.rounds[n.Round]) * len(s.hands[n.Actor].listed)
	}
	for b.Loop() {
		must.Do(b, s.Iterate(context.Background()))
	}
	b.ReportMetric(float64(pairs)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpairs/s")
}
