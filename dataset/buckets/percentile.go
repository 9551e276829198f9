package buckets

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

// row has the percentile of each combo on a canonical board, in 65,536ths, and 0 for combos with a card of the board.
type row [cards.NumCombos]uint16

type tables struct {
	preflop [cards.NumClasses]uint16
	rank    [cards.NumClasses]uint8 // rank among the classes, 0 for the weakest
	flop    []row                   // by index in showdown.Flops()
	turn    []row                   // by index in showdown.Turns()
	river   [riverHalves + 1]uint16 // by strength
}

// percentiles computes the tables on first use.
var percentiles = sync.OnceValue(func() *tables { return newTables(sweepAll(plain)) })

func newTables(all *strengths[uint32]) *tables {
	t := new(tables)
	copy(t.river[:], toPercentiles(all.rivers))
	t.turn = rowsOf(showdown.Turns(), all.turns, turnHalves)
	t.flop = rowsOf(showdown.Flops(), all.flops, flopHalves)
	t.rankClasses(&all.classes)
	return t
}

// toPercentiles returns the percentile of each strength from the number of deals with it: the share of weaker deals
// plus half of that of equal deals, in 65,536ths.
func toPercentiles(histogram []uint64) []uint16 {
	total := uint64(0)
	for _, n := range histogram {
		total += n
	}
	out := make([]uint16, len(histogram))
	below := uint64(0)
	for v, n := range histogram {
		// (2*below + n) / (2*total) < 1 if n > 0.
		if n > 0 {
			out[v] = share(2*below+n, 2*total)
		}
		below += n
	}
	return out
}

// share returns part/whole in 65,536ths, rounded down, for part below whole.
func share(part, whole uint64) uint16 {
	high, low := bits.Mul64(part, 1<<16)
	quotient, _ := bits.Div64(high, low, whole)
	return uint16(quotient)
}

// rowsOf returns the percentiles of strengths on canonical boards, each weighted by the size of its orbit.
func rowsOf(boards *showdown.Orbits, strengths []sums[uint32], most int) []row {
	histogram := make([]uint64, most+1)
	for i := range strengths {
		board, size := boards.Set(i), uint64(boards.Size(i))
		for h, v := range &strengths[i] {
			if cards.Combo(h).Set()&board == 0 {
				histogram[v] += size
			}
		}
	}
	table := toPercentiles(histogram)
	rows := make([]row, len(strengths))
	for i := range strengths {
		board := boards.Set(i)
		for h, v := range &strengths[i] {
			if cards.Combo(h).Set()&board == 0 {
				rows[i][h] = table[v]
			}
		}
	}
	return rows
}

func (t *tables) rankClasses(strengths *[cards.NumClasses]uint64) {
	var order [cards.NumClasses]cards.Class
	for k := range order {
		order[k] = cards.Class(k)
	}
	slices.SortStableFunc(order[:], func(a, b cards.Class) int { return cmp.Compare(strengths[a], strengths[b]) })
	for place, k := range order {
		t.rank[k] = uint8(place)
		below, same := 0, 0
		for other, v := range strengths {
			switch size := cards.Class(other).Size(); {
			case v < strengths[k]:
				below += size
			case v == strengths[k]:
				same += size
			}
		}
		t.preflop[k] = share(uint64(2*below+same), 2*cards.NumCombos)
	}
}
