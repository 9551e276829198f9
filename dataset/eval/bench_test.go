//go:build unix

package eval

import (
	"flag"
	"syscall"
	"testing"
	"time"

	"feltlab/model/cards"
)

// sink keeps results alive.
var sink uint64

// randomHands is the number of random hands that the benchmarks evaluate again and again.
var randomHands = flag.Int("hands", 1<<16, "number of random hands of the benchmarks")

// cpuTime returns the processor time of the process so far.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// reportRate adds a rate in millions of hands a second of processor time since start.
func reportRate(b *testing.B, hands int, start time.Duration) {
	b.ReportMetric(float64(hands)*float64(b.N)/(cpuTime()-start).Seconds()/1e6, "Mhands/s")
}

// allSevens evaluates all hands of seven cards one by one, in order, and returns their
// number and the sum of their strengths.
func allSevens() (hands int, total uint64) {
	for a := range cards.Card(cards.NumCards) {
		ha := Hand{}.Add(a)
		for b := range a {
			hb := ha.Add(b)
			for c := range b {
				hc := hb.Add(c)
				for d := range c {
					hd := hc.Add(d)
					for e := range d {
						n, sum := lastTwo(hd.Add(e), e)
						hands += n
						total += sum
					}
				}
			}
		}
	}
	return hands, total
}

// lastTwo adds two cards below top in all ways. It is a function of its own because the
// compiler keeps the indices of deeper nests on the stack, which doubles the time.
func lastTwo(h Hand, top cards.Card) (hands int, total uint64) {
	for f := range top {
		hf := h.Add(f)
		for g := range f {
			total += uint64(hf.Add(g).Strength())
		}
		hands += int(f)
	}
	return hands, total
}

// BenchmarkSequential evaluates all 133,784,560 hands of seven cards in order.
func BenchmarkSequential(b *testing.B) {
	hands, start := 0, cpuTime()
	for b.Loop() {
		hands, sink = allSevens()
	}
	reportRate(b, hands, start)
}

// BenchmarkRandom evaluates random hands: seven Adds and a look-up each.
func BenchmarkRandom(b *testing.B) {
	hands := randomSevens(b, *randomHands)
	start := cpuTime()
	for b.Loop() {
		sink += addAndLookUp(hands)
	}
	reportRate(b, len(hands), start)
}

func addAndLookUp(hands [][7]cards.Card) (total uint64) {
	for i := range hands {
		c := &hands[i]
		h := Hand{}.Add(c[0]).Add(c[1]).Add(c[2]).Add(c[3]).Add(c[4]).Add(c[5]).Add(c[6])
		total += uint64(h.Strength())
	}
	return total
}

// BenchmarkBoard evaluates the 1,081 combos on a board.
func BenchmarkBoard(b *testing.B) {
	board, _ := cards.ParseBoard("QsJs7h2d2s")
	dead := cards.SetOf(board...)
	var combos []cards.Combo
	for combo := range cards.Combo(cards.NumCombos) {
		if combo.Set()&dead == 0 {
			combos = append(combos, combo)
		}
	}
	h := HandOf(dead)
	start := cpuTime()
	for b.Loop() {
		var total uint64
		for _, combo := range combos {
			total += uint64(h.Merge(HandOfCombo(combo)).Strength())
		}
		sink += total
	}
	reportRate(b, len(combos), start)
}

// BenchmarkReference is the base line: random hands by the reference.
func BenchmarkReference(b *testing.B) {
	hands := randomSevens(b, 1<<8)
	start := cpuTime()
	for b.Loop() {
		for i := range hands {
			sink += uint64(reference(hands[i][:]))
		}
	}
	reportRate(b, len(hands), start)
}

// BenchmarkOfSevens evaluates random hands, many at once.
func BenchmarkOfSevens(b *testing.B) { benchmarkSevens(b, OfSevens) }

// BenchmarkOfSevensPortable does so without the kernel.
func BenchmarkOfSevensPortable(b *testing.B) { benchmarkSevens(b, ofSevens) }

func benchmarkSevens(b *testing.B, evaluate func([][7]cards.Card, []Strength)) {
	hands := randomSevens(b, *randomHands)
	strengths := make([]Strength, len(hands))
	start := cpuTime()
	for b.Loop() {
		evaluate(hands, strengths)
	}
	reportRate(b, len(hands), start)
}
