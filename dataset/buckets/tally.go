package buckets

import (
	"context"
	"slices"
	"sync/atomic"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// MostStrength is the strength of a hand that beats all others.
const MostStrength = 2 * 990

// Sweeper computes the strengths of all hands on a board of five cards. It is not safe for concurrent use.
type Sweeper struct {
	order     showdown.Order
	ones      [cards.NumCombos]uint32
	out       [cards.NumCombos]showdown.Outcome[uint32]
	strengths [cards.NumCombos]uint32
}

// NewSweeper returns a sweeper for any number of boards.
func NewSweeper() *Sweeper {
	return &Sweeper{ones: [cards.NumCombos]uint32(slices.Repeat([]uint32{1}, cards.NumCombos))}
}

// Outcomes returns the outcome against all others of every hand that avoids the board; the other entries are those of
// earlier boards. The result is valid until the next call.
func (s *Sweeper) Outcomes(board cards.Set) *[cards.NumCombos]showdown.Outcome[uint32] {
	s.order.Sort(board)
	showdown.Sweep(&s.order, &s.ones, &s.out)
	return &s.out
}

// Strengths returns 2 x wins + ties of every hand against all others, 0 for hands with a card of the board. The result
// is valid until the next call.
func (s *Sweeper) Strengths(board cards.Set) *[cards.NumCombos]uint32 {
	clear(s.out[:])
	for h, o := range s.Outcomes(board) {
		s.strengths[h] = 2*o.Below + o.Tied
	}
	return &s.strengths
}

// HistogramBins is the number of bins of a histogram: intervals of HS of width 0.02, the last one with HS = 1.
const HistogramBins = 50

// HistogramBin returns the bin of a strength.
func HistogramBin(strength int) int { return min(strength*HistogramBins/MostStrength, HistogramBins-1) }

var binOf = func() (table [MostStrength + 1]uint8) {
	for v := range table {
		table[v] = uint8(HistogramBin(v))
	}
	return table
}()

// Histogram has the number of rivers in each bin of a hand's strength.
type Histogram [HistogramBins]uint16

// riverBins has the bin of every hand on canonical rivers, 0 for hands with a card of the board: 178 MB, once all are
// needed. It counts the histograms of many boards several times as fast as sweeps of their rivers do.
type riverBins [showdown.NumBoards]atomic.Pointer[[cards.NumCombos]uint8]

const riverBinsBytes = showdown.NumBoards * cards.NumCombos

func (r *riverBins) of(i int, s *Sweeper) *[cards.NumCombos]uint8 {
	row := r[i].Load()
	if row == nil {
		row = new([cards.NumCombos]uint8)
		for h, v := range s.Strengths(showdown.Boards().Set(i)) {
			row[h] = binOf[v]
		}
		r[i].Store(row) // another goroutine may have stored the same
	}
	return row
}

// count computes the histograms of all hands on a board of three or four cards.
func (r *riverBins) count(board cards.Set, s *Sweeper, out *[cards.NumCombos]Histogram) {
	clear(out[:])
	all := 0
	for river := range showdown.Completions(board, 0) {
		all++
		i, p := showdown.Boards().Index(river)
		row := r.of(i, s)
		for h, image := range &showdown.ComboMaps()[showdown.PermIndex(p)] {
			out[h][row[image]]++
		}
	}
	unblock(board, all, out)
}

// rivers is the number of completions of a board of three or four cards that avoid a hand.
func rivers(boardCards int) int {
	if boardCards == 3 {
		return 47 * 46 / 2
	}
	return 46
}

// unblock subtracts from the lowest bin the rivers that share a card with the hand, and clears the histograms of hands
// with a card of the board.
func unblock(board cards.Set, all int, out *[cards.NumCombos]Histogram) {
	blocked := uint16(all - rivers(board.Len()))
	for h := range out {
		if cards.Combo(h).Set()&board != 0 {
			out[h] = Histogram{}
			continue
		}
		out[h][0] -= blocked
	}
}

// ByClass has, for each class of starting hands, the number of its combos and rivers with each strength.
type ByClass [cards.NumClasses][MostStrength + 1]uint64

// DistributionOfClasses counts all rivers. A number of workers below 1 means one for each processor. The error is
// that of the context.
func DistributionOfClasses(ctx context.Context, workers int) (*ByClass, error) {
	return distributionOfClasses(ctx, showdown.NumBoards, workers)
}

func distributionOfClasses(ctx context.Context, n, workers int) (*ByClass, error) {
	boards := showdown.Boards()
	type worker struct {
		*Sweeper
		counts ByClass
	}
	loop := parallel.Loop{Items: n, Block: 256, Workers: workers}
	all, err := parallel.States(ctx, loop,
		func() *worker { return &worker{Sweeper: NewSweeper()} },
		func(w *worker, i int) error {
			board, size := boards.Set(i), uint64(boards.Size(i))
			for h, v := range w.Strengths(board) {
				if cards.Combo(h).Set()&board == 0 {
					w.counts[classOf[h]][v] += size
				}
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	total := new(ByClass)
	for _, w := range all {
		for k := range total {
			for v, n := range &w.counts[k] {
				total[k][v] += n
			}
		}
	}
	return total, nil
}

// Shares returns the share of a class's rivers in each bin.
func (c *ByClass) Shares(class cards.Class) (shares [HistogramBins]float64) {
	var counts [HistogramBins]uint64
	total := uint64(0)
	for v, n := range &c[class] {
		counts[HistogramBin(v)] += n
		total += n
	}
	for b, n := range counts {
		shares[b] = float64(n) / float64(total)
	}
	return shares
}
