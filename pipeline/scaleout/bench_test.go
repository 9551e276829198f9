package scaleout

import (
	"sync"
	"testing"
	"time"

	"feltlab/internal/must"
)

// BenchmarkDispatch sends pieces through 200 connections with one slot each, with TLS, and reports pieces/s.
func BenchmarkDispatch(b *testing.B) {
	const connections, pieces = 200, 20_000
	for b.Loop() {
		dispatch(b, connections, pieces)
	}
}

func dispatch(t testing.TB, connections, pieces int) {
	t.Helper()
	c := listen(t, t.TempDir(), func(o *Options) { o.Lease = DefaultLease })
	defer c.Close()
	var joined sync.WaitGroup
	joined.Add(connections)
	for range connections {
		start(t, c.File(), func(o *WorkerOptions) {
			o.Cores, o.Idle = 1, time.Hour
			once := sync.OnceFunc(joined.Done)
			o.Note = func(string) { once() }
		})
	}
	joined.Wait()
	t.Logf("%d workers joined", connections)
	x := &toy{}
	jobs := x.jobs(pieces)
	began := time.Now()
	must.Do(t, c.Run(t.Context(), jobs))
	seconds := time.Since(began).Seconds()
	x.holdOnce(t, pieces)
	if b, ok := t.(*testing.B); ok {
		b.ReportMetric(float64(pieces)/seconds, "pieces/s")
	}
}

// BenchmarkOverhead computes empty pieces on one core of the coordinator: the cost of a piece above work.Here.
func BenchmarkOverhead(b *testing.B) {
	c := listen(b, b.TempDir(), func(o *Options) { o.Cores, o.Lease = 1, DefaultLease })
	defer c.Close()
	const pieces = 1000
	var spent time.Duration
	for b.Loop() {
		x := &toy{}
		jobs := x.jobs(pieces)
		began := time.Now()
		must.Do(b, c.Run(b.Context(), jobs))
		spent += time.Since(began)
	}
	b.ReportMetric(spent.Seconds()/float64(b.N*pieces), "s/piece")
}
