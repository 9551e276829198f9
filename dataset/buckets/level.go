package buckets

import (
	"context"
	"iter"
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

const turnCards = 4

type level struct {
	items
	pairs     *showdown.Pairs
	boards    int // number of canonical boards, from the first
	before    groups
	opponents *opponents // on the river of KMeansOCHS
	*builder
}

func newLevel(pairs *showdown.Pairs, lasts int, b *builder) *level {
	l := &level{pairs: pairs, boards: pairs.Boards.Len(), builder: b}
	if b.Boards > 0 {
		l.boards = min(l.boards, b.Boards)
	}
	l.items = items{make([]uint8, pairs.First(l.boards)), lasts}
	return l
}

type worker struct {
	sweeper    *Sweeper
	histograms [cards.NumCombos]Histogram
	against
	row, other showdown.PairRow
	finders
}

// each calls work for every board, with the row of the board. If need reports true, it first counts the board's
// rivers in histograms; on the river it compares the board's hands.
func (l *level) each(ctx context.Context, what string, need func(board int) bool, work func(w *worker, board int),
) error {
	loop := parallel.Loop{Items: l.boards, Workers: l.Workers, Report: l.report(what)}
	return loop.Each(ctx, func() func(i int) error {
		w := &worker{sweeper: NewSweeper()}
		return func(i int) error {
			l.pairs.Row(i, &w.row)
			switch board := l.pairs.Boards.Set(i); {
			case !need(i):
			case l.opponents != nil:
				w.against.compare(l.opponents, board)
			default:
				l.rivers.count(board, w.sweeper, &w.histograms)
			}
			work(w, i)
			return nil
		}
	})
}

func always(int) bool { return true }
func never(int) bool  { return false }

// moments returns the sums of the strengths of each pair, and of their squares.
func (l *level) moments(ctx context.Context, what string) (sums, squares []uint32, err error) {
	sums, squares = make([]uint32, len(l.sizes)), make([]uint32, len(l.sizes))
	err = l.each(ctx, what, never, func(w *worker, board int) {
		first := l.pairs.First(board)
		bySum, bySquare := rowOf(l.sums(), board, l.pairs), rowOf(l.squares(), board, l.pairs)
		for k, h := range w.row.Hands {
			sums[first+k], squares[first+k] = bySum[h], uint32(bySquare[h]) // at most 1,081 x 1,980^2 < 2^32
		}
	})
	return sums, squares, err
}

func rowOf[T total](all *strengths[T], board int, pairs *showdown.Pairs) *sums[T] {
	if pairs == showdown.FlopPairs() {
		return &all.flops[board]
	}
	return &all.turns[board]
}

// fill sets the sizes of the pairs, and with perfect recall the groups of the items by their n buckets on the street
// before.
func (l *level) fill(ctx context.Context, n int, before bucketsBefore) error {
	l.before = groups{make([]uint16, l.len()), n}
	return l.each(ctx, "", never, func(w *worker, board int) {
		first := l.pairs.First(board)
		copy(l.sizes[first:], w.row.Sizes)
		if before == nil {
			return
		}
		var of [cards.NumCombos]uint16
		for last := range l.lasts {
			before(w, board, last, of[:])
			for k, h := range w.row.Hands {
				l.before.of[(first+k)*l.lasts+last] = of[h]
			}
		}
	})
}

// items are the items of a street that get buckets: classes before the flop, orbits of pairs of a hand and a board
// after it. If the last card matters, each pair is four items, one for each card as the last: item = pair * lasts +
// last.
type items struct {
	sizes []uint8 // number of deals of each pair
	lasts int
}

func (it *items) len() int { return len(it.sizes) * it.lasts }

func (it *items) size(item int) uint64 { return uint64(it.sizes[item/it.lasts]) }

const none = 1<<16 - 1

type groups struct {
	of []uint16 // by item; none for items in no group
	n  int
}

func (it *items) together() groups { return groups{make([]uint16, it.len()), 1} }

// split divides each group into parts; part p of group g is group g*parts + p. An item is in part share*parts, rounded
// down, where share is the share of the group's deals with smaller values of their pairs plus half of that with equal
// ones. So parts are equally likely as nearly as equal values allow.
func (it *items) split(ctx context.Context, in groups, values []uint32, parts, workers int) (groups, error) {
	out := groups{in.of, in.n * parts}
	if parts == 1 {
		return out, nil
	}
	// A key has the value in the upper and the item in the lower half.
	keys, starts := byGroup(in.n, func(yield func(int, uint64) bool) {
		for item, g := range in.of {
			if g != none && !yield(int(g), uint64(values[item/it.lasts])<<32|uint64(item)) {
				return
			}
		}
	})
	out.of = slices.Clone(in.of)
	err := parallel.Loop{Items: in.n, Workers: workers}.Each(ctx, parallel.Same(func(g int) error {
		it.divide(keys[starts[g]:starts[g+1]], uint64(parts), func(item int, part uint64) {
			out.of[item] = uint16(g*parts) + uint16(part)
		})
		return nil
	}))
	return out, err
}

func (it *items) divide(keys []uint64, parts uint64, assign func(item int, part uint64)) {
	slices.Sort(keys)
	item := func(key uint64) int { return int(uint32(key)) }
	total := uint64(0)
	for _, key := range keys {
		total += it.size(item(key))
	}
	below := uint64(0)
	for from := 0; from < len(keys); {
		to, equal := from, uint64(0)
		for ; to < len(keys) && keys[to]>>32 == keys[from]>>32; to++ {
			equal += it.size(item(keys[to]))
		}
		part := partOf(below, equal, total, parts)
		for _, key := range keys[from:to] {
			assign(item(key), part)
		}
		below += equal
		from = to
	}
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

// byGroup sorts values by their groups, 0 to n-1, and returns the start of each group. It runs twice through the
// list of each value with its group.
func byGroup[V any](n int, list iter.Seq2[int, V]) (sorted []V, starts []int) {
	starts = make([]int, n+1)
	for g := range list {
		starts[g+1]++
	}
	for g := range n {
		starts[g+1] += starts[g]
	}
	sorted = make([]V, starts[n])
	next := slices.Clone(starts)
	for g, v := range list {
		sorted[next[g]] = v
		next[g]++
	}
	return sorted, starts
}
