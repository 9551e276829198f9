package allin

import (
	"math/bits"

	"feltlab/model/tournament"
)

// tallies has the number of boards for each order of three hands.
type tallies [tournament.NumOrders]int64

// tally adds the live boards of a level by the order of three hands, each times the weight of its slice. v01, v02 and
// v12 are the comparisons of the hands by two; length is the number of words of a slice. Each order follows from two
// comparisons, so that 64 boards take an AND and a population count for each order.
func (t *tallies) tally(v01, v02, v12 []comparison, length int, alive []word, byWeight *[maxWeight + 1][]int32) {
	for weight := 1; weight < len(byWeight); weight++ {
		slices := byWeight[weight]
		if len(slices) == 0 {
			continue
		}
		var c [tournament.NumOrders]int
		for _, s := range slices {
			from, to := int(s)*length, (int(s)+1)*length
			x, y, z := v01[from:to], v02[from:to], v12[from:to]
			for i := range alive {
				w := &alive[i]
				live := w.live
				g01, l01 := x[w.at].above&live, x[w.at].below&live
				g02, l02 := y[w.at].above&live, y[w.at].below&live
				g12, l12 := z[w.at].above, z[w.at].below
				c[0] += bits.OnesCount64(g01 & g12)
				c[1] += bits.OnesCount64(g02 & l12)
				c[2] += bits.OnesCount64(l01 & g02)
				c[3] += bits.OnesCount64(l02 & g01)
				c[4] += bits.OnesCount64(g12 & l02)
				c[5] += bits.OnesCount64(l12 & l01)
				e01, e02, e12 := live&^(g01|l01), live&^(g02|l02), live&^(g12|l12)
				if e01|e02|e12 == 0 {
					continue
				}
				c[6] += bits.OnesCount64(e01 & g12)
				c[7] += bits.OnesCount64(e02 & l12)
				c[8] += bits.OnesCount64(e12 & l01)
				c[9] += bits.OnesCount64(g01 & e12)
				c[10] += bits.OnesCount64(l01 & e02)
				c[11] += bits.OnesCount64(l02 & e01)
				c[12] += bits.OnesCount64(e01 & e12)
			}
		}
		for o, n := range c {
			t[o] += int64(weight) * int64(n)
		}
	}
}
