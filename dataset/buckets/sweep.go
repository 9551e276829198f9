package buckets

import (
	"context"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// Strengths are counted in halves of an opponent: 2 x wins + ties.
const (
	turnHalves    = 46 * MostStrength          // over the rivers that avoid hand and turn
	flopHalves    = 47 * 46 / 2 * MostStrength // over the runouts
	boardsPerFlop = 10                         // flops in a board: C(5,3)
)

type strengths struct {
	turns, flops []sums
	classes      [cards.NumClasses]uint64
	rivers       []uint64 // number of hands and rivers with each strength
}

func sweepAll() *strengths {
	all := new(strengths)
	all.turns, all.rivers = sumTurns()
	all.flops = sumFlops(all.turns)
	all.classes = sumClasses(all.flops)
	return all
}

type sums [cards.NumCombos]uint32

// sumTurns sweeps the canonical boards of five cards and returns the sums on the canonical boards of four, and the
// number of hands and rivers with each strength.
//
// The sum on a turn t is over the boards that contain it. A canonical board b represents its images g(b) under the 24
// suit permutations g, each of which occurs 24/size(b) times among them. The images that contain t follow from the
// cards c of b such that b without c has the canonical form t: if p maps it to t, they are s(p(b)) for the
// permutations s that fix t. So
//
//	turn(t) = sum over s of [ sum over b, c of size(b) * river(p(b)) ] read through s, over 24
//
// where add computes the inner sum. The division by 24 is exact.
func sumTurns() ([]sums, []uint64) {
	boards, turns := showdown.Boards(), showdown.Turns()
	t := &turnSums{rows: make([]sums, turns.Len()), locks: make([]sync.Mutex, turns.Len())}
	type worker struct {
		*Sweeper
		values sums
		counts []uint64
	}
	newWorker := func() *worker {
		return &worker{Sweeper: NewSweeper(), counts: make([]uint64, riverStrengths)}
	}
	loop := parallel.Loop{Items: boards.Len(), Block: 256}
	workers, _ := parallel.States(context.Background(), loop, newWorker, func(w *worker, i int) error {
		board, size := boards.Set(i), boards.Size(i)
		for h, v := range w.Strengths(board) {
			if cards.Combo(h).Set()&board == 0 {
				w.counts[v] += uint64(size)
			}
			w.values[h] = v * uint32(size)
		}
		t.add(board, &w.values)
		return nil
	})
	histogram := make([]uint64, riverStrengths)
	for _, w := range workers {
		for v, n := range w.counts {
			histogram[v] += n
		}
	}
	inParallel(turns.Len(), 64, func(i int) { t.rows[i].spread(turns.Set(i).Stabilizer()) })
	return t.rows, histogram
}

// turnSums adds boards to the turns that they contain. It is safe for concurrent use.
type turnSums struct {
	rows  []sums
	locks []sync.Mutex
}

func (t *turnSums) add(board cards.Set, values *sums) {
	for rest := board; rest != 0; rest &= rest - 1 {
		i, p := showdown.Turns().Index(board.Without(rest.Min()))
		images := &showdown.ComboMaps()[showdown.PermIndex(p)]
		t.locks[i].Lock()
		row := &t.rows[i]
		for h, image := range images {
			row[image] += values[h]
		}
		t.locks[i].Unlock()
	}
}

// spread sums a row over the permutations that fix its board, and divides by the number of all permutations.
func (r *sums) spread(symmetries []cards.SuitPerm) {
	before := *r
	clear(r[:])
	for _, s := range symmetries {
		for h, image := range &showdown.ComboMaps()[showdown.PermIndex(s)] {
			r[h] += before[image]
		}
	}
	for h := range r {
		r[h] /= uint32(len(cards.SuitPerms))
	}
}

// sumFlops adds up the turns of each canonical flop. It counts each pair of turn and river twice, in both orders.
func sumFlops(turnRows []sums) []sums {
	flops, turns := showdown.Flops(), showdown.Turns()
	rows := make([]sums, flops.Len())
	inParallel(flops.Len(), 16, func(i int) {
		for rest := cards.FullDeck &^ flops.Set(i); rest != 0; rest &= rest - 1 {
			turn, p := turns.Index(flops.Set(i).With(rest.Min()))
			for h, image := range &showdown.ComboMaps()[showdown.PermIndex(p)] {
				rows[i][h] += turnRows[turn][image]
			}
		}
		for h := range &rows[i] {
			rows[i][h] /= 2
		}
	})
	return rows
}

// sumClasses adds up the flops for a combo of each class. It counts each board once for each flop in it.
func sumClasses(flopRows []sums) (classes [cards.NumClasses]uint64) {
	flops := showdown.Flops()
	for i := range flopRows {
		for h, v := range &flopRows[i] {
			classes[cards.Combo(h).Class()] += uint64(flops.Size(i)) * uint64(v)
		}
	}
	for k := range classes {
		classes[k] /= uint64(cards.Class(k).Size()) * boardsPerFlop
	}
	return classes
}

func inParallel(n, block int, work func(i int)) {
	// Neither work nor the context has an error.
	_ = parallel.Loop{Items: n, Block: block}.Each(context.Background(), parallel.Same(func(i int) error {
		work(i)
		return nil
	}))
}
