package eval

import (
	"testing"

	"feltlab/model/cards"
)

// sink keeps results alive.
var sink uint64

// reportRate adds a rate in millions of hands a second.
func reportRate(b *testing.B, hands int) {
	b.ReportMetric(float64(hands)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mhands/s")
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
	hands := 0
	for b.Loop() {
		hands, sink = allSevens()
	}
	reportRate(b, hands)
}

// randomSevens returns n random hands of seven cards.
func randomSevens(tb testing.TB, n int) [][7]cards.Card {
	hands := make([][7]cards.Card, n)
	rng := newRand(tb)
	for i := range hands {
		for j, c := range rng.Perm(cards.NumCards)[:7] {
			hands[i][j] = cards.Card(c)
		}
	}
	return hands
}

// BenchmarkRandom evaluates random hands: seven Adds and a look-up each.
func BenchmarkRandom(b *testing.B) {
	hands := randomSevens(b, 1<<16)
	for b.Loop() {
		sink += addAndLookUp(hands)
	}
	reportRate(b, len(hands))
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
	for b.Loop() {
		var total uint64
		for _, combo := range combos {
			total += uint64(h.Merge(HandOfCombo(combo)).Strength())
		}
		sink += total
	}
	reportRate(b, len(combos))
}

// BenchmarkReference is the base line: random hands by the reference.
func BenchmarkReference(b *testing.B) {
	hands := randomSevens(b, 1<<8)
	for b.Loop() {
		for i := range hands {
			sink += uint64(reference(hands[i][:]))
		}
	}
	reportRate(b, len(hands))
}

// BenchmarkOfSevens evaluates random hands, many at once.
func BenchmarkOfSevens(b *testing.B) { benchmarkSevens(b, OfSevens) }

// BenchmarkOfSevensPortable does so without the kernel.
func BenchmarkOfSevensPortable(b *testing.B) { benchmarkSevens(b, ofSevens) }

func benchmarkSevens(b *testing.B, evaluate func([][7]cards.Card, []Strength)) {
	hands := randomSevens(b, 1<<16)
	strengths := make([]Strength, len(hands))
	for b.Loop() {
		evaluate(hands, strengths)
	}
	reportRate(b, len(hands))
}
