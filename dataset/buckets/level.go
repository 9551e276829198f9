package buckets

import (
	"context"
	"math/bits"
	"slices"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

const (
	bins           = HistogramBins    // the number of bins of the histograms that are clustered
	riverStrengths = MostStrength + 1 // the number of strengths on the river
)

// mostTrained is the largest number of pairs from which centres are learned: all of the flop, and a systematic sample
// of the turn.
const mostTrained = 1_500_000

// level divides the orbits of pairs of a hand and a board of a street into clusters.
type level struct {
	*builder
	pairs  *showdown.Pairs
	boards int     // number of canonical boards, from the first
	sizes  []uint8 // number of deals of each pair
}

func newLevel(pairs *showdown.Pairs, b *builder) *level {
	l := &level{pairs: pairs, boards: pairs.Boards.Len(), builder: b}
	if b.Boards > 0 {
		l.boards = min(l.boards, b.Boards)
	}
	l.sizes = make([]uint8, pairs.First(l.boards))
	return l
}

// divide returns the bucket of each pair. It learns centres from a sample, and assigns every pair to the nearest one.
func (l *level) divide(ctx context.Context, street, clusters int, what string) ([]uint16, error) {
	if clusters == 1 {
		return make([]uint16, len(l.sizes)), nil
	}
	err := l.each(ctx, "", nil, func(w *worker, board int) { copy(l.sizes[l.pairs.First(board):], w.row.Sizes) })
	if err != nil {
		return nil, err
	}
	s := l.sample(mostTrained)
	points, err := l.points(ctx, s, what)
	if err != nil {
		return nil, err
	}
	o := l.options(street, clusters)
	if l.Report != nil {
		o.Report = func(done int, _ int64) { l.Report("iterations on "+what, done, MostIterations) }
	}
	centres, err := Cluster(ctx, points, o)
	if err != nil {
		return nil, err
	}
	if points.Len() == len(l.sizes) {
		return l.assignPoints(ctx, points, centres)
	}
	return l.assign(ctx, centres, what)
}

type worker struct {
	sweeper    *Sweeper
	histograms [cards.NumCombos]Histogram
	row        showdown.PairRow
	find       *CentreFinder
}

// each calls work for every board, with the row of the board. If need is there and reports true, it first counts the
// board's rivers in histograms.
func (l *level) each(ctx context.Context, what string, need func(board int) bool, work func(w *worker, board int),
) error {
	loop := parallel.Loop{Items: l.boards, Workers: l.Workers, Report: l.report(what)}
	return loop.Each(ctx, func() func(i int) error {
		w := &worker{sweeper: NewSweeper()}
		return func(i int) error {
			l.pairs.Row(i, &w.row)
			if need != nil && need(i) {
				l.rivers.count(l.pairs.Boards.Set(i), w.sweeper, &w.histograms)
			}
			work(w, i)
			return nil
		}
	})
}

type sample struct {
	items  []int32
	counts []uint32
}

// sample returns all pairs with their numbers of deals if they are at most most pairs. Otherwise it takes most deals
// at equal distances in the order of the pairs, so that the sample is spread evenly over the boards.
func (l *level) sample(most int) (s sample) {
	total := uint64(0)
	for _, size := range l.sizes {
		total += uint64(size)
	}
	passed, taken := uint64(0), uint64(0)
	for item, size := range l.sizes {
		passed += uint64(size)
		count := uint64(size)
		if len(l.sizes) > most {
			// Deal number (taken + 1/2) * total / most is the next to take.
			upto := (2*passed*uint64(most) + total) / (2 * total)
			count, taken = upto-taken, upto
		}
		if count > 0 {
			s.items, s.counts = append(s.items, int32(item)), append(s.counts, uint32(count))
		}
	}
	return s
}

func (l *level) points(ctx context.Context, s sample, what string) (*Points, error) {
	points := NewPoints(bins, len(s.items))
	drawn := func(board int) (first, end int) {
		first, _ = slices.BinarySearch(s.items, int32(l.pairs.First(board)))
		end, _ = slices.BinarySearch(s.items, int32(l.pairs.First(board+1)))
		return first, end
	}
	met := func(board int) bool { first, end := drawn(board); return first < end }
	err := l.each(ctx, what, met, func(w *worker, board int) {
		first, end := drawn(board)
		for i := first; i < end; i++ {
			h := w.row.Hands[int(s.items[i])-l.pairs.First(board)]
			points.Set(i, w.histograms[h][:], s.counts[i])
		}
	})
	return points, err
}

// assignPoints puts every pair into the bucket of its nearest centre, if all pairs are points.
func (b *builder) assignPoints(ctx context.Context, points *Points, centres *Centres) ([]uint16, error) {
	out := make([]uint16, points.Len())
	err := parallel.Loop{Items: len(out), Block: pointsChunk, Workers: b.Workers}.Each(ctx, func() func(i int) error {
		find := NewCentreFinder(centres)
		return func(i int) error {
			out[i] = uint16(find.NearestOf(points, i))
			return nil
		}
	})
	return out, err
}

func (l *level) assign(ctx context.Context, centres *Centres, what string) ([]uint16, error) {
	out := make([]uint16, len(l.sizes))
	err := l.each(ctx, what, func(int) bool { return true }, func(w *worker, board int) {
		if w.find == nil {
			w.find = NewCentreFinder(centres)
		}
		for k, h := range w.row.Hands {
			out[l.pairs.First(board)+k] = uint16(w.find.Nearest(w.histograms[h][:]))
		}
	})
	return out, err
}

// partOf returns the part of an item among equally likely parts, from the weights below it, equal to it (itself
// included) and in total.
func partOf(below, equal, total, parts uint64) uint64 {
	high, low := bits.Mul64(2*below+equal, parts)
	part, _ := bits.Div64(high, low, 2*total)
	return part
}

// partsOf returns the part of each strength among equally likely parts, from the number of deals with each.
func partsOf(histogram []uint64, parts uint64) []uint16 {
	total, below := uint64(0), uint64(0)
	for _, equal := range histogram {
		total += equal
	}
	out := make([]uint16, len(histogram))
	for v, equal := range histogram {
		if total > 0 {
			out[v] = uint16(min(partOf(below, equal, total, parts), parts-1))
		}
		below += equal
	}
	return out
}
