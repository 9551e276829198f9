package buckets

import (
	"context"

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
	s := new(Sweeper)
	for h := range s.ones {
		s.ones[h] = 1
	}
	return s
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

// Tally has the result of Count for each hand, 0 for hands with a card of the board. It takes 200 KB: a goroutine uses
// one for all boards.
type Tally struct {
	Sum, Square [cards.NumCombos]uint32
	Histograms  [cards.NumCombos]Histogram

	sweeper *Sweeper
}

// NewTally returns a tally of no board.
func NewTally() *Tally { return &Tally{sweeper: NewSweeper()} }

// Rivers returns the number of completions of a board of three or four cards that avoid a hand.
func Rivers(boardCards int) int {
	if boardCards == 3 {
		return 47 * 46 / 2
	}
	return 46
}

// Count counts all completions of a board of three or four cards.
func (t *Tally) Count(board cards.Set) {
	clear(t.Sum[:])
	clear(t.Square[:])
	clear(t.Histograms[:])
	all := 0
	for river := range showdown.Completions(board, 0) {
		all++
		// A hand with a card of the river has strength 0, which changes no sum, and counts in the lowest bin;
		// unblock subtracts it. So the loop has no branch.
		for h, v := range t.sweeper.Strengths(river) {
			t.Sum[h] += v
			t.Square[h] += v * v
			t.Histograms[h][binOf[v]]++
		}
	}
	unblock(board, all, &t.Histograms)
}

// RiverBins has the bin of every hand on every canonical river, 0 for hands with a card of the board: 178 MB, from
// which it counts the histograms of many boards several times as fast as a Tally.
type RiverBins struct{ rows [][cards.NumCombos]uint8 }

// RiverBinsBytes is the size of RiverBins in bytes.
const RiverBinsBytes = showdown.NumBoards * cards.NumCombos

// AllRivers computes the RiverBins. A number of workers below 1 means one for each processor. The error is that of the
// context.
func AllRivers(ctx context.Context, workers int) (*RiverBins, error) {
	boards := showdown.Boards()
	r := &RiverBins{make([][cards.NumCombos]uint8, boards.Len())}
	loop := parallel.Loop{Items: boards.Len(), Block: 256, Workers: workers}
	_, err := parallel.States(ctx, loop, NewSweeper, func(s *Sweeper, i int) error {
		for h, v := range s.Strengths(boards.Set(i)) {
			r.rows[i][h] = binOf[v]
		}
		return nil
	})
	return r, err
}

// Count computes the histograms of all hands on a board of three or four cards.
func (r *RiverBins) Count(board cards.Set, out *[cards.NumCombos]Histogram) {
	clear(out[:])
	all := 0
	for river := range showdown.Completions(board, 0) {
		all++
		i, p := showdown.Boards().Index(river)
		row := &r.rows[i]
		for h, image := range &showdown.ComboMaps()[showdown.PermIndex(p)] {
			out[h][row[image]]++
		}
	}
	unblock(board, all, out)
}

// unblock subtracts from the lowest bin the rivers that share a card with the hand, and clears the histograms of hands
// with a card of the board.
func unblock(board cards.Set, all int, out *[cards.NumCombos]Histogram) {
	blocked := uint16(all - Rivers(board.Len()))
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

// Moments returns E[HS] and E[HS^2] of a class.
func (c *ByClass) Moments(class cards.Class) (mean, square float64) {
	total := 0.0
	for v, n := range &c[class] {
		hs := float64(v) / MostStrength
		total += float64(n)
		mean += float64(n) * hs
		square += float64(n) * hs * hs
	}
	return mean / total, square / total
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
