package training

import "testing"

// BenchmarkIteration is an iteration of limit hold'em after the first few, with the number of
// decisions that are valued a second, counted for each live hand.
func BenchmarkIteration(b *testing.B) {
	s := solver(b, Options{Buckets: both, Workers: 1})
	if err := s.Run(b.Context(), 2, nil); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for range b.N {
		if err := s.Run(b.Context(), s.Iterations()+1, nil); err != nil {
			b.Fatal(err)
		}
	}
	const decisions, hands = 6_378, 1_081
	b.ReportMetric(float64(b.N)*2*float64(s.options.Boards)*decisions*hands/b.Elapsed().Seconds(), "node-hands/s")
}
