package postflop

import (
	"context"
	"testing"

	"feltlab/internal/must"
	"feltlab/solvers/extensive"
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

func BenchmarkJudge(b *testing.B) {
	g := spec{"Td9d6hQc", oopRange, ipRange, "60%,e,a", "2.5x", 200, 900, 0, 0}.game(b)
	s := New(g, 1)
	for range 3 {
		must.Do(b, s.Iterate(context.Background()))
	}
	for b.Loop() {
		o := extensive.ResponseOptions{Symmetric: true, Workers: 1}
		must.Get(extensive.BestResponse(context.Background(), g, s.Strategy(), o))(b)
	}
}
