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

// sevenBelow evaluates, one by one, all hands of seven cards whose highest is below top,
// and returns their number and the sum of their strengths.
func sevenBelow(top cards.Card) (hands int, total uint64) {
	var empty Hand
	for a := range top {
		ha := empty.Add(a)
		for b := range a {
			hb := ha.Add(b)
			for c := range b {
				hc := hb.Add(c)
				for d := range c {
					hd := hc.Add(d)
					for e := range d {
						he := hd.Add(e)
						for f := range e {
							hf := he.Add(f)
							for g := range f {
								total += uint64(hf.Add(g).Strength())
							}
							hands += int(f)
						}
					}
				}
			}
		}
	}
	return hands, total
}

// BenchmarkSequential evaluates the 18,643,560... hands below the tens in order.
func BenchmarkSequential(b *testing.B) {
	hands := 0
	for b.Loop() {
		hands, sink = sevenBelow(cards.NumCards)
	}
	reportRate(b, hands)
}

// BenchmarkRandom evaluates random hands given as seven cards each.
func BenchmarkRandom(b *testing.B) {
	hands := make([][7]cards.Card, 1<<16)
	rng := newRand(b)
	for i := range hands {
		for j, c := range rng.Perm(cards.NumCards)[:7] {
			hands[i][j] = cards.Card(c)
		}
	}
	var total uint64
	for b.Loop() {
		for i := range hands {
			h := &hands[i]
			s := Hand{}.Add(h[0]).Add(h[1]).Add(h[2]).Add(h[3]).Add(h[4]).Add(h[5]).Add(h[6]).Strength()
			total += uint64(s)
		}
	}
	sink = total
	reportRate(b, len(hands))
}
