package limitholdem

import (
	"runtime"
	"testing"

	"feltlab/model/strategy"
	"feltlab/solvers/limitholdem/river"
)

// rivers counts the rivers that are valued on a flop; on average there are averageRivers.
func rivers(s *Solver, flop int) (n int) {
	deal := &s.flops[flop]
	for _, turn := range s.deals(onFlop, deal.State.Board, deal.Group).List {
		n += len(s.deals(onTurn, turn.State.Board, turn.Group).List)
	}
	return n
}

const averageRivers = 2_554_656. / NumFlops

// reportSubtrees gives the time of a subtree, a flop and history before it, on a flop with
// an average number of rivers.
func reportSubtrees(b *testing.B, s *Solver, flop int, seconds float64) {
	item := seconds / float64(b.N) * averageRivers / float64(rivers(s, flop))
	b.ReportMetric(item/NumPreflop, "CPU-s/subtree")
	b.ReportMetric(item, "CPU-s/item")
}

// BenchmarkFlop is one item, seven subtrees, against an opponent with 1,000 buckets.
func BenchmarkFlop(b *testing.B) {
	p := random(b, 1, 1000, nil)
	for _, k := range river.Kernels() {
		b.Run(k.String(), func(b *testing.B) {
			benchmarkFlop(b, solve(b, p, Options{kernel: k}))
		})
	}
	b.Run("by round", func(b *testing.B) { benchmarkFlop(b, solve(b, p, Options{ByRound: true})) })
	b.Run("match", func(b *testing.B) { benchmarkFlop(b, meet(b, random(b, 2, 1000, nil), p, Options{})) })
}

// BenchmarkBlindfold is one item against a trivial opponent.
func BenchmarkBlindfold(b *testing.B) {
	for _, name := range strategy.TrivialNames {
		b.Run(name, func(b *testing.B) {
			p, _ := strategy.Trivial(name)
			benchmarkFlop(b, solve(b, p, Options{}))
		})
	}
}

func benchmarkFlop(b *testing.B, s *Solver) {
	flop := flopOf(b, s, "7d7c2c")
	itemOf(b, s, flop, 0) // tables
	b.ResetTimer()
	before := cpuSeconds(b)
	for range b.N {
		itemOf(b, s, flop, 0)
	}
	reportSubtrees(b, s, flop, cpuSeconds(b)-before)
}

// A worker, the garbage of its first turn and a thousand buckets of the opponent take far less than the 128 MB that a
// worker may take in addition to the policy.
func TestMemory(t *testing.T) {
	const (
		workerBytes = 18 << 20
		tableBytes  = 40 << 20
	)
	s := solve(t, random(t, 71, 1000, limps), Options{})
	e := s.valuers[0].(*engine[float32])
	table := allocated(func() { _, _ = e.fixed(e.opponent, 0, 1) })
	worker := allocated(func() { turnOf[float32](t, s, 1, 0, 0) })
	if worker > workerBytes || table > tableBytes {
		t.Errorf("a worker takes %d bytes, a table %d", worker, table)
	}
	t.Logf("a worker takes %d bytes, a table %d", worker, table)
}

func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
