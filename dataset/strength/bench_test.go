//go:build unix

package strength

import (
	"syscall"
	"testing"
	"time"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/internal/must"
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

// loop times processor seconds, which other processes disturb less than the clock.
func loop(b *testing.B, body func()) {
	start := cpuTime()
	for b.Loop() {
		body()
	}
	b.ReportMetric((cpuTime()-start).Seconds()/float64(b.N), "cpu-s/op")
}

// BenchmarkFlop is one flop against a weighted range.
func BenchmarkFlop(b *testing.B) {
	h, flop := hand(b, "QcQd"), board(b, "AhJcAc")
	for _, m := range []Mode{Rules, AsPublished} {
		r := Chen.Range(m)
		b.Run(string(m), func(b *testing.B) {
			loop(b, func() { against(b, enumerate(b, h, flop, m), r) })
		})
	}
}

func BenchmarkEnumeratePreflop(b *testing.B) {
	showdown.Boards()
	for _, text := range []string{"AsAh", "AsKs", "AsKh"} {
		h := hand(b, text)
		b.Run(text, func(b *testing.B) { loop(b, func() { enumerate(b, h, nil, Rules) }) })
	}
}

// BenchmarkPreflop is all 169 classes with both weightings.
func BenchmarkPreflop(b *testing.B) {
	showdown.Boards()
	for _, m := range []Mode{Rules, AsPublished} {
		b.Run(string(m), func(b *testing.B) {
			loop(b, func() {
				for _, w := range Weightings() {
					must.Get(Preflop(background, w, m, 0))(b)
				}
			})
		})
	}
}

// BenchmarkNaivePreflop plays one pair of hands out by the definition. All 169 classes
// against all hands are 169 x 1,225 of these, which "cpu-h/169" extrapolates to.
func BenchmarkNaivePreflop(b *testing.B) {
	r := opponent(b, "JhTh", Rules)
	start := cpuTime()
	for b.Loop() {
		countNaive(hand(b, "QcQd"), r, 0, func(seven cards.Set) uint32 { return uint32(eval.Of(seven)) })
	}
	perPair := (cpuTime() - start).Seconds() / float64(b.N)
	b.ReportMetric(perPair, "cpu-s/op")
	b.ReportMetric(perPair*169*1225/3600, "cpu-h/169")
}

// BenchmarkSample is a million deals: of a hand against opponents with one range, and against others on a flop.
func BenchmarkSample(b *testing.B) {
	for _, tc := range []struct {
		name string
		spot *Spot
	}{
		{"2", spotOf(b, "QcQd", "", "ATC", "ATC")},
		{"5", spotOf(b, "AKs", "", "ATC", "ATC", "ATC", "ATC", "ATC")},
		{"8", spotOf(b, "QcQd", "", "ATC", "ATC", "ATC", "ATC", "ATC", "ATC", "ATC", "ATC")},
		{"3-chen", spotOf(b, "QQ", "", "chen", "chen", "chen")},
		{"flop", spotOf(b, "AhKh", "Qh7h2c", "ATs+,KQ,99+", "ATC")},
	} {
		b.Run(tc.name, func(b *testing.B) {
			loop(b, func() {
				must.Get(tc.spot.Sample(background, 1_000_000, 1, 1, nil))(b)
			})
		})
	}
}
