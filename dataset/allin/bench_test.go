//go:build unix

package allin

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"feltlab/model/cards"
)

// cpuTime returns the processor time of the process so far.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// reportCPU reports processor seconds per operation since start, and the process's peak of
// resident memory, which is the benchmark's own if it runs alone.
func reportCPU(b *testing.B, start time.Duration) {
	b.ReportMetric((cpuTime()-start).Seconds()/float64(b.N), "cpu-s/op")
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(status)) {
		if kb, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.Atoi(strings.Fields(kb)[0])
			b.ReportMetric(float64(n)/1024, "peak-MB")
		}
	}
}

// BenchmarkCompute is the whole rollout from nothing.
func BenchmarkCompute(b *testing.B) {
	start := cpuTime()
	for b.Loop() {
		if _, err := Compute(background, 0, nil); err != nil {
			b.Fatal(err)
		}
	}
	reportCPU(b, start)
}

// BenchmarkEngine is the part of the rollout that prepares the tables.
func BenchmarkEngine(b *testing.B) {
	start := cpuTime()
	for b.Loop() {
		if _, err := newEngine(background, allClasses(), 0); err != nil {
			b.Fatal(err)
		}
	}
	reportCPU(b, start)
}

// BenchmarkTriple is three rank pairs, on average 6.3 multisets of classes, with the tables
// at hand.
func BenchmarkTriple(b *testing.B) {
	e, err := newEngine(background, allClasses(), 0)
	if err != nil {
		b.Fatal(err)
	}
	w := e.newWorker()
	rng := rand.New(rand.NewPCG(1, 0))
	b.ResetTimer()
	start := cpuTime()
	for range b.N {
		places := []int{rng.IntN(numRankPairs), rng.IntN(numRankPairs), rng.IntN(numRankPairs)}
		slices.Sort(places)
		w.triple(places[0], places[1], places[2], func([3]cards.Class, Counts) {})
	}
	b.ReportMetric((cpuTime()-start).Seconds()*1e6/float64(b.N), "cpu-us/op")
}

func BenchmarkPairs(b *testing.B) {
	start := cpuTime()
	for b.Loop() {
		Pairs()
	}
	reportCPU(b, start)
}

func BenchmarkDecode(b *testing.B) {
	var file bytes.Buffer
	if err := newTable().Encode(&file); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		if _, err := Decode(bytes.NewReader(file.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOrders(b *testing.B) {
	table := newTable()
	n := 0
	for b.Loop() {
		table.Orders(cards.Class(n%169), cards.Class(n/7%169), cards.Class(n/31%169))
		n++
	}
}

// BenchmarkOneTriple is Triple: one multiset from nothing.
func BenchmarkOneTriple(b *testing.B) {
	for b.Loop() {
		triple(b, [3]cards.Class{0, 14, 28})
	}
}

// BenchmarkNaiveTriple is the same by dealing it.
func BenchmarkNaiveTriple(b *testing.B) {
	for b.Loop() {
		naiveTriple([3]cards.Class{0, 14, 28})
	}
}
