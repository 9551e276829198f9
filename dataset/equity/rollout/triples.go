package rollout

import (
	"slices"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// worker is the scratch memory of one goroutine.
type worker struct {
	*engine
	inner, weights []uint32 // by step and by board pattern
	alive          [3][]word
	slices         [3][]uint32
	flush          [64]tallies // correction, by suitings
	choices        []choice
}

// choice is one class of each of three rank pairs.
type choice struct {
	hands    [3]cards.Class
	suitings [64]int64 // disjoint combos by their suitings
	combos   int64     // their sum
}

func (e *engine) newWorker() *worker {
	w := &worker{
		engine:  e,
		inner:   make([]uint32, len(patterns().inner)),
		weights: make([]uint32, numPatterns),
	}
	for i, l := range e.levels {
		w.alive[i] = make([]word, l.words)
		w.slices[i] = make([]uint32, len(l.slices))
	}
	return w
}

// triple rolls out every multiset of one class each of three rank pairs, given by their
// places i <= j <= k, and hands them to emit.
func (w *worker) triple(i, j, k int, emit func(hands [3]cards.Class, counts Counts)) {
	w.choose(i, j, k)
	var blind tallies
	w.blindTallies(&blind, i, j, k)
	for s := range w.flush {
		for n := range w.choices {
			if w.choices[n].suitings[s] > 0 {
				w.correct(&w.flush[s], i, j, k, s)
				break
			}
		}
	}
	for n := range w.choices {
		ch, counts := &w.choices[n], Counts{}
		for o := range counts {
			total := ch.combos * blind[o]
			for s, m := range ch.suitings {
				total += cards.NumSuits * m * w.flush[s][o]
			}
			counts[o] = uint64(total)
		}
		emit(ch.hands, counts)
	}
}

// choose lists the multisets of classes of three rank pairs.
func (w *worker) choose(i, j, k int) {
	w.choices = w.choices[:0]
	for _, a := range w.classes[i] {
		for _, b := range w.classes[j] {
			for _, c := range w.classes[k] {
				if i == j && a > b || j == k && b > c {
					continue // the same multiset in another order
				}
				suitings := tripleSuitings(a, b, c)
				w.choices = append(w.choices, choice{[3]cards.Class{a, b, c}, suitings, sum(suitings[:])})
			}
		}
	}
}

// sortedPlaces returns three places in the order triple wants them.
func sortedPlaces(i, j, k int) [3]int {
	places := [3]int{i, j, k}
	slices.Sort(places[:])
	return places
}

// usedRanks counts the ranks of hands, and reports whether the deck holds so many.
func usedRanks(pairs ...rankPair) (used [cards.NumRanks]uint8, possible bool) {
	possible = true
	for _, p := range pairs {
		for _, r := range pairRanks[p] {
			used[r]++
			possible = possible && used[r] <= cards.NumSuits
		}
	}
	return used, possible
}

// orderOfCode turns six bits, above and below for hands 0 and 1, 0 and 2, 1 and 2, into the
// order they describe; codes that contradict themselves do not occur.
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

// blindTallies counts the boards beside one choice of combos, by the order of three rank
// pairs, suits ignored.
func (w *worker) blindTallies(t *tallies, i, j, k int) {
	used, possible := usedRanks(w.pairs[i], w.pairs[j], w.pairs[k])
	if !possible {
		return
	}
	patterns().weigh(&used, w.inner, w.weights)
	a, b, c := w.blind[i], w.blind[j], w.blind[k]
	var byCode [64]int64
	for n, weight := range w.weights {
		byCode[comparisonCode(a[n], b[n], c[n])&63] += int64(weight)
	}
	for code, n := range byCode {
		t[orderOfCode[code]] += n
	}
}

// correct computes, for one choice of disjoint combos with the given suitings, the boards
// with three or more spades by their true order less the same by the order of their ranks.
func (w *worker) correct(t *tallies, i, j, k, suitings int) {
	*t = tallies{}
	s := [3]suiting{suiting(suitings % 4), suiting(suitings / 4 % 4), suiting(suitings / 16)}
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
			continue // nobody makes a flush
		}
		alive, weights := l.alive(w.alive[n], spades), l.weigh(w.slices[n], &used)
		t.tally(l.versus[a][b], l.versus[a][c], l.versus[b][c], l.words, alive, weights, 1)
		t.tally(l.versus[i][j], l.versus[i][k], l.versus[j][k], l.words, alive, weights, -1)
	}
}
