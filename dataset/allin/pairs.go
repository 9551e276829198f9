package allin

import (
	"cmp"
	"context"
	"math/bits"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// BoardsAvoidingTwo is the number of boards that avoid two hands, C(48,5).
const BoardsAvoidingTwo = 1_712_304

// PairCounts has the numbers of deals that the first of two hands wins, ties and loses.
type PairCounts struct{ Wins, Ties, Losses uint64 }

// Deals returns the sum of the counts.
func (c PairCounts) Deals() uint64 { return c.Wins + c.Ties + c.Losses }

// Equity returns the first hand's share, (Wins + Ties/2) / Deals, and 0 without deals.
func (c PairCounts) Equity() float64 {
	if c.Deals() == 0 {
		return 0
	}
	return (float64(c.Wins) + float64(c.Ties)/2) / float64(c.Deals())
}

// PairTable has the counts of every class against every class: 169 x 169, 343 kB. It never changes, and is safe for
// concurrent use.
type PairTable struct {
	counts []uint32 // wins, ties and losses of each pair in turn; none is above 12*12*C(48,5) < 2^32
}

func newPairTable() *PairTable {
	return &PairTable{make([]uint32, 3*cards.NumClasses*cards.NumClasses)}
}

func (t *PairTable) row(a, b cards.Class) *[3]uint32 {
	return (*[3]uint32)(t.counts[3*(cards.NumClasses*int(a)+int(b)):])
}

// Counts returns the wins, ties and losses of class a against class b over all disjoint choices of a combo from each
// and all boards that avoid them. They sum to Combos(a, b) * BoardsAvoidingTwo.
func (t *PairTable) Counts(a, b cards.Class) PairCounts {
	n := t.row(a, b)
	return PairCounts{uint64(n[0]), uint64(n[1]), uint64(n[2])}
}

// Combos returns the number of disjoint choices of a combo from each of two classes.
func (t *PairTable) Combos(a, b cards.Class) uint64 {
	return t.Counts(a, b).Deals() / BoardsAvoidingTwo
}

// Pairs computes the table of two players, in about 2 s of processor time. A number of workers below 1 means one for
// each processor. The error is that of the context.
func Pairs(ctx context.Context, workers int) (*PairTable, error) {
	e, err := newEngine(ctx, allClasses(), workers)
	if err != nil {
		return nil, err
	}
	t := newPairTable()
	err = parallel.Loop{Items: len(e.pairs), Workers: workers}.Each(ctx, func() func(int) error {
		w := e.newWorker()
		return func(i int) error {
			for j := i; j < len(e.pairs); j++ {
				w.pair(i, j, func(a, b cards.Class, sum pairTally) {
					wins, ties, losses := uint32(sum.wins), uint32(sum.ties), uint32(sum.losses)
					*t.row(a, b) = [3]uint32{wins, ties, losses}
					*t.row(b, a) = [3]uint32{losses, ties, wins}
				})
			}
			return nil
		}
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

type pairTally struct{ wins, ties, losses int64 }

func (d *pairTally) add(o pairTally, times int64) {
	d.wins += times * o.wins
	d.ties += times * o.ties
	d.losses += times * o.losses
}

func (w *worker) pair(i, j int, emit func(a, b cards.Class, sum pairTally)) {
	kind, slots := w.kindOf(i, j)
	plain := w.plainPair(kind, &slots, i, j)
	var flush [64]pairTally
	for s, wanted := range kind.wanted {
		if wanted {
			flush[s] = w.flushPair(i, j, s)
		}
	}
	for n := range kind.choices {
		c := &kind.choices[n]
		total := pairTally{int64(plain[0].of(n)), int64(plain[1].of(n)), int64(plain[2].of(n))}
		for s, m := range c.suitings {
			total.add(flush[s], cards.NumSuits*m)
		}
		emit(w.classes[i][c.at[0]], w.classes[j][c.at[1]], total)
	}
}

func (w *worker) plainPair(kind *kind, slots *[cards.NumRanks]uint8, i, j int) (out [3]packing) {
	t, next, inner := patterns(), cells().next, w.innerCells(slots)
	for n, s := range t.boards {
		to := &out[1-cmp.Compare(w.byRanks[i][n], w.byRanks[j][n])]
		for k, sum := range kind.plain[next[inner[s.from]][slots[s.rank]+s.n-1]] {
			to[k] += sum
		}
	}
	return out
}

func (w *worker) flushPair(i, j, suitings int) (d pairTally) {
	w.flushLevels([]int{i, j}, suitings, func(l *level, rows [3]int, s *scratch) {
		d.add(tallyPair(l.versus[rows[0]][rows[1]], l.words, s.alive, &s.byWeight), 1)
	})
	return d
}

func tallyPair(v []comparison, length int, alive []word, byWeight *[maxWeight + 1][]int32) (d pairTally) {
	for weight, numbers := range byWeight {
		for _, s := range numbers {
			slice := v[int(s)*length : (int(s)+1)*length]
			var wins, losses, boards int
			for _, w := range alive {
				wins += bits.OnesCount64(slice[w.at].above & w.live)
				losses += bits.OnesCount64(slice[w.at].below & w.live)
				boards += w.n
			}
			d.add(pairTally{int64(wins), int64(boards - wins - losses), int64(losses)}, int64(weight))
		}
	}
	return d
}
