//go:build unix

package equity

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// cpuTime returns the processor time of the process so far.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// reportCPU reports processor seconds per operation since start, and the process's peak
// of resident memory, which is the benchmark's own if it runs alone.
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

// warm builds the tables that are made once a process.
func warm() {
	showdown.Boards()
	flopList()
	showdown.ComboMaps()
}

func BenchmarkAllFlops(b *testing.B) {
	var rs []*ranges.Range
	for _, name := range paperRanges {
		rs = append(rs, parse(b, name))
	}
	start := cpuTime()
	for b.Loop() {
		must.Get(AllFlops(background, rs, 0, nil))(b)
	}
	reportCPU(b, start)
}

func BenchmarkFlopsOf(b *testing.B) {
	warm()
	for _, tc := range []struct{ name, r string }{{"symmetric", "ATC"}, {"asymmetric", "AsKs, QhJd, 77+, 8h7c"}} {
		r := parse(b, tc.r)
		b.Run(tc.name, func(b *testing.B) {
			start := cpuTime()
			for b.Loop() {
				must.Get(FlopsOf(background, hand(b, "AsAh"), r, 0))(b)
			}
			reportCPU(b, start)
		})
	}
}

func BenchmarkPreflop(b *testing.B) {
	warm()
	r := parse(b, "ATC")
	start := cpuTime()
	for b.Loop() {
		must.Get(Preflop(background, r, nil, 0))(b)
	}
	reportCPU(b, start)
}

func BenchmarkAgainst(b *testing.B) {
	warm()
	for _, tc := range []struct{ name, board, r string }{
		{"preflop-ATC", "", "ATC"},
		{"preflop-asymmetric", "", "77+, A2s+, KTs+, QTs+, ATo+, KQo, 8h7c"},
		{"preflop-one-combo", "", "QsQd"},
		{"turn", "AhJcAc2d", "ATC"},
		{"river", "AhJcAc2d3d", "ATC"},
	} {
		b.Run(tc.name, func(b *testing.B) { benchmarkAgainst(b, "QcQh", tc.r, tc.board) })
	}
}

func BenchmarkAgainstFlop(b *testing.B) {
	for _, r := range []string{"ATC", "chen", "RUS"} {
		b.Run(r, func(b *testing.B) { benchmarkAgainst(b, "QcQd", r, "AhJcAc") })
	}
}

func benchmarkAgainst(b *testing.B, h, opponents, cards string) {
	r := parse(b, opponents)
	start := cpuTime()
	for b.Loop() {
		must.Get(Against(background, hand(b, h), r, board(b, cards)))(b)
	}
	reportCPU(b, start)
}

func BenchmarkRangeAgainstFlop(b *testing.B) {
	r, flop := parse(b, "ATC"), board(b, "AhJcAc")
	start := cpuTime()
	for b.Loop() {
		must.Get(RangeAgainst(background, r, r, flop))(b)
	}
	reportCPU(b, start)
}

// BenchmarkNaiveFlop is one flop of one hand by the definition: BenchmarkFlopsOf does
// 19,600 of these, BenchmarkAllFlops 25,989,600 for each range.
func BenchmarkNaiveFlop(b *testing.B) {
	r := parse(b, "ATC")
	flop := cards.SetOf(board(b, "AhJcAc")...)
	start := cpuTime()
	for b.Loop() {
		countNaive(hand(b, "QcQd"), r.Weights(), flop)
	}
	reportCPU(b, start)
}
