package limitholdem

import (
	"runtime"
	"testing"
)

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
