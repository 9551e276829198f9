//go:build unix

package allin

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// cpuTime returns the processor time of the process so far.
func cpuTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// loop runs the benchmark, and reports processor seconds per operation.
func loop(b *testing.B, run func()) {
	start := cpuTime(b)
	for b.Loop() {
		run()
	}
	b.ReportMetric((cpuTime(b)-start).Seconds()/float64(b.N), "cpu-s/op")
}

// BenchmarkCompute is the whole rollout from nothing.
func BenchmarkCompute(b *testing.B) {
	loop(b, func() { must.Get(Compute(background, 0, nil))(b) })
}

// BenchmarkEngine is the part of the rollout that prepares the tables.
func BenchmarkEngine(b *testing.B) {
	loop(b, func() { must.Get(newEngine(background, allClasses(), 0))(b) })
}

// BenchmarkTriple is three rank pairs, on average 6.3 multisets of classes, with the tables
// at hand.
func BenchmarkTriple(b *testing.B) {
	w := must.Get(newEngine(background, allClasses(), 0))(b).newWorker()
	rng := rand.New(rand.NewPCG(1, 0))
	loop(b, func() {
		places := []int{rng.IntN(numRankPairs), rng.IntN(numRankPairs), rng.IntN(numRankPairs)}
		slices.Sort(places)
		w.triple(places[0], places[1], places[2], func([3]cards.Class, Counts) {})
	})
}

func BenchmarkPairs(b *testing.B) { loop(b, func() { Pairs() }) }

func BenchmarkDecode(b *testing.B) {
	var file bytes.Buffer
	must.Do(b, newTable().Encode(&file))
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		must.Get(Decode(bytes.NewReader(file.Bytes())))(b)
	}
}

// BenchmarkOneTriple is Triple: one multiset from nothing.
func BenchmarkOneTriple(b *testing.B) {
	for b.Loop() {
		triple(b, [3]cards.Class{0, 14, 28})
	}
}
