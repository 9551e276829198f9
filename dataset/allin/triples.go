package allin

import (
	"slices"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// worker is the state of one goroutine.
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

// sortedPlaces returns three places in ascending order.
func sortedPlaces(i, j, k int) [3]int {
	places := [3]int{i, j, k}
	slices.Sort(places[:])
	return places
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

// innerCells returns the cell of each pattern of fewer than five cards.
func (w *worker) innerCells(slots *[cards.NumRanks]uint8) []cell {
	next := cells().next
	for n, s := range patterns().inner[1:] {
		w.inner[n+1] = next[w.inner[s.from]][slots[s.rank]+s.n-1]
	}
	return w.inner
}

// plainTallies counts combos of each choice of a kind with boards without flushes, by the order of three rank pairs.
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
	s := [3]suiting{suitingOf(suitings, 0), suitingOf(suitings, 1), suitingOf(suitings, 2)}
	var spades rankSet
	var used [cards.NumRanks]uint8 // of the other suits
	for n, place := range [3]int{i, j, k} {
		mine, others := ranksOf(w.pairs[place], s[n])
		spades |= mine
		for _, r := range others {
			used[r]++
		}
	}
	for n, l := range w.levels {
		a, b, c := l.rows[i][s[0]], l.rows[j][s[1]], l.rows[k][s[2]]
		if a == i && b == j && c == k {
			continue // no hand makes a flush
		}
		scratch := &w.scratch[n]
		alive, byWeight := scratch.avoiding(l, spades), scratch.weigh(l, &used)
		t.tally(l.versus[a][b], l.versus[a][c], l.versus[b][c], l.words, alive, byWeight)
	}
}
