package allin

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

type worker struct {
	*engine
	inner   []cell // of each pattern of fewer than five cards
	scratch [3]scratch
	flush   [64]tallies // boards with flushes, by suitings
}

func (e *engine) newWorker() *worker {
	return &worker{engine: e, inner: make([]cell, len(patterns().inner))}
}

// triple counts every multiset of a class of each of three rank pairs, given by their places i <= j <= k, and calls
// emit for each.
func (w *worker) triple(i, j, k int, emit func(hands [3]cards.Class, counts Counts)) {
	kind, slots := w.kindOf(i, j, k)
	plain := w.plainTallies(kind, &slots, i, j, k)
	for s, wanted := range kind.wanted {
		if wanted {
			w.flushTallies(&w.flush[s], i, j, k, s)
		}
	}
	for n := range kind.choices {
		c := &kind.choices[n]
		var counts Counts
		for o := range counts {
			total := int64(plain[o].of(n))
			for s, m := range c.suitings {
				if m != 0 {
					total += cards.NumSuits * m * w.flush[s][o]
				}
			}
			counts[o] = uint64(total)
		}
		emit([3]cards.Class{w.classes[i][c.at[0]], w.classes[j][c.at[1]], w.classes[k][c.at[2]]}, counts)
	}
}

// orderOfCode has the order for each code of six bits: above and below for hands 0 and 1, 0 and 2, 1 and 2.
var orderOfCode = func() (table [64]tournament.Order) {
	for a := range 3 {
		for b := range 3 {
			for c := range 3 {
				x, y, z := eval.Strength(a), eval.Strength(b), eval.Strength(c)
				table[comparisonCode(x, y, z)] = tournament.OrderOf(a, b, c)
			}
		}
	}
	return table
}()

func comparisonCode(a, b, c eval.Strength) uint32 {
	x, y, z := uint32(a)-uint32(b), uint32(a)-uint32(c), uint32(b)-uint32(c)
	return -x>>31 | x>>31<<1 | -y>>31<<2 | y>>31<<3 | -z>>31<<4 | z>>31<<5
}

func (w *worker) innerCells(slots *[cards.NumRanks]uint8) []cell {
	next := cells().next
	for n, s := range patterns().inner[1:] {
		w.inner[n+1] = next[w.inner[s.from]][slots[s.rank]+s.n-1]
	}
	return w.inner
}

func (w *worker) plainTallies(kind *kind, slots *[cards.NumRanks]uint8, i, j, k int,
) (out [tournament.NumOrders]packing) {
	t, next, inner := patterns(), cells().next, w.innerCells(slots)
	a, b, c := w.byRanks[i][:len(t.boards)], w.byRanks[j][:len(t.boards)], w.byRanks[k][:len(t.boards)]
	var byCode [64]packing
	for n, s := range t.boards {
		of := &kind.plain[next[inner[s.from]][slots[s.rank]+s.n-1]]
		to := &byCode[comparisonCode(a[n], b[n], c[n])&63]
		to[0] += of[0]
		to[1] += of[1]
		to[2] += of[2]
		to[3] += of[3]
	}
	for code := range byCode {
		to := &out[orderOfCode[code]]
		for n, sums := range byCode[code] {
			to[n] += sums
		}
	}
	return out
}

// flushTallies counts, for one choice of disjoint combos with the given suitings, the boards on which a hand makes a
// flush in spades.
func (w *worker) flushTallies(t *tallies, i, j, k, suitings int) {
	*t = tallies{}
	w.flushLevels([]int{i, j, k}, suitings, func(l *level, rows [3]int, s *scratch) {
		a, b, c := rows[0], rows[1], rows[2]
		t.tally(l.versus[a][b], l.versus[a][c], l.versus[b][c], l.words, s.alive, &s.byWeight)
	})
}

// flushLevels calls tally for each level on which a hand makes a flush, for one choice of disjoint combos with the
// given suitings: with the hands' rows, the boards that avoid them and the weights of the slices.
func (w *worker) flushLevels(places []int, suitings int, tally func(l *level, rows [3]int, s *scratch)) {
	var spades rankSet
	var used [cards.NumRanks]uint8 // of the other suits
	for n, place := range places {
		mine, others := ranksOf(w.pairs[place], suitingOf(suitings, n))
		spades |= mine
		for _, r := range others {
			used[r]++
		}
	}
	for level, l := range w.levels {
		var rows [3]int
		flush := false
		for n, place := range places {
			rows[n] = l.rows[place][suitingOf(suitings, n)]
			flush = flush || rows[n] != place
		}
		if flush {
			s := &w.scratch[level]
			s.avoid(l, spades)
			s.weigh(l, &used)
			tally(l, rows, s)
		}
	}
}

type engine struct {
	pairs   []rankPair      // ascending; other slices have an entry for each place in this list
	classes [][]cards.Class // of each rank pair, ascending
	byRanks [][]eval.Strength
	levels  [3]*level // boards with three, four and five spades
	kinds   sync.Map  // kindKey -> *kind
}

// newEngine returns the engine for some classes. For all 169 it takes 280 MB and about a second of processor time.
func newEngine(ctx context.Context, classes []cards.Class, workers int) (*engine, error) {
	byPair := map[rankPair][]cards.Class{}
	for _, k := range classes {
		if p := pairOfClass(k); !slices.Contains(byPair[p], k) {
			byPair[p] = append(byPair[p], k)
		}
	}
	e := &engine{}
	for p := range rankPair(numRankPairs) {
		if ks := byPair[p]; ks != nil {
			slices.Sort(ks)
			e.pairs = append(e.pairs, p)
			e.classes = append(e.classes, ks)
			e.byRanks = append(e.byRanks, rankStrengths(p))
		}
	}
	for i := range e.levels {
		e.levels[i] = newLevel(i + 3)
		if err := e.levels[i].compare(ctx, e.pairs, e.byRanks, workers); err != nil {
			return nil, err
		}
	}
	return e, nil
}

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
