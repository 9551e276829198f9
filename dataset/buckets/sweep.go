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

type total interface{ uint32 | uint64 }

type strengths[T total] struct {
	turns, flops []sums[T]
	classes      [cards.NumClasses]uint64
	rivers       []uint64 // number of hands and rivers with each strength
}

func plain(strength uint32) uint32  { return strength }
func square(strength uint32) uint64 { return uint64(strength) * uint64(strength) }

func sweepAll[T total](value func(strength uint32) T) *strengths[T] {
	all := new(strengths[T])
	all.turns, all.rivers = sumTurns(value)
	all.flops = sumFlops(all.turns)
	all.classes = sumClasses(all.flops)
	return all
}

type sums[T total] [cards.NumCombos]T

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
func sumTurns[T total](value func(strength uint32) T) ([]sums[T], []uint64) {
	boards, turns := showdown.Boards(), showdown.Turns()
	t := &turnSums[T]{rows: make([]sums[T], turns.Len()), locks: make([]sync.Mutex, turns.Len())}
	type worker struct {
		*Sweeper
		values sums[T]
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
			w.values[h] = value(v) * T(size)
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
type turnSums[T total] struct {
	rows  []sums[T]
	locks []sync.Mutex
}

func (t *turnSums[T]) add(board cards.Set, values *sums[T]) {
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
func (r *sums[T]) spread(symmetries []cards.SuitPerm) {
	before := *r
	clear(r[:])
	for _, s := range symmetries {
		for h, image := range &showdown.ComboMaps()[showdown.PermIndex(s)] {
			r[h] += before[image]
		}
	}
	for h := range r {
		r[h] /= T(len(cards.SuitPerms))
	}
}

// sumFlops adds up the turns of each canonical flop. It counts each pair of turn and river twice, in both orders.
func sumFlops[T total](turnRows []sums[T]) []sums[T] {
	flops, turns := showdown.Flops(), showdown.Turns()
	rows := make([]sums[T], flops.Len())
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
func sumClasses[T total](flopRows []sums[T]) (classes [cards.NumClasses]uint64) {
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
