package buckets

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// Options are the options of Build.
type Options struct {
	// Boards, if not 0, is the number of canonical flops and turns, and of KMeansOCHS rivers, for which the
	// bucketing is built: hands on other boards have no bucket.
	Boards  int
	Workers int                                // the number of goroutines; below 1 means one for each processor
	Report  func(what string, done, total int) // Report, if set, is called with the current step and its progress
}

// Build builds a bucketing, in minutes and at most Spec.Memory bytes. The result depends on the spec and
// Options.Boards only. The error is that of the context.
func Build(ctx context.Context, s Spec, o Options) (*Bucketing, error) {
	b := &builder{
		Spec: s, Options: o,
		sums:    sync.OnceValue(func() *strengths[uint32] { return sweepAll(plain) }),
		squares: sync.OnceValue(func() *strengths[uint64] { return sweepAll(square) }),
		classes: func() (*ByClass, error) { return DistributionOfClasses(ctx, o.Workers) }, rivers: new(riverBins),
	}
	return b.build(ctx)
}

func (b *builder) build(ctx context.Context) (*Bucketing, error) {
	out := newBucketing(b.Spec)
	var err error
	if out.preflop, err = b.preflop(ctx); err != nil {
		return nil, err
	}
	if out.flop, err = b.flop(ctx, out); err != nil {
		return nil, err
	}
	if out.turn, err = b.turn(ctx, out); err != nil {
		return nil, err
	}
	b.rivers = nil
	out.river, err = b.river(ctx, out)
	return out, err
}

type builder struct {
	Spec
	Options
	sums    func() *strengths[uint32] // Sums over all boards, computed on first use
	squares func() *strengths[uint64]
	classes func() (*ByClass, error)
	rivers  *riverBins
}

func (b *builder) report(what string) func(done, total int) {
	if b.Report == nil || what == "" {
		return nil
	}
	return func(done, total int) { b.Report(what, done, total) }
}

func (b *builder) preflop(ctx context.Context) ([]uint16, error) {
	n := b.lens()[0]
	it := classItems()
	in := it.together()
	if n == 1 {
		return in.of, nil
	}
	size := b.Sizes[0]
	if n == cards.NumClasses {
		// Each class has its own bucket, equally strong ones too.
		for k := range it.sizes {
			it.sizes[k] = 1
		}
		size = Size{cards.NumClasses, 1}
	}
	if b.clusters() && n < cards.NumClasses {
		return b.clusterClasses(ctx, it, b.options(0, n, 0))
	}
	different := n == cards.NumClasses
	sums := ranks(b.sums().classes[:], different)
	if b.clusters() {
		out, err := it.split(ctx, in, sums, n, b.Workers)
		return out.of, err
	}
	squares := ranks(b.squares().classes[:], different)
	out, err := b.percentiles(ctx, it, in, sums, squares, size)
	return out.of, err
}

func classItems() *items {
	it := &items{make([]uint8, cards.NumClasses), 1}
	for k := range it.sizes {
		it.sizes[k] = uint8(cards.Class(k).Size())
	}
	return it
}

func (b *builder) clusterClasses(ctx context.Context, it *items, o ClusterOptions) ([]uint16, error) {
	all, err := b.classes()
	if err != nil {
		return nil, err
	}
	points := NewPoints(b.metric(), bins, cards.NumClasses)
	for k := range it.sizes {
		points.Set(k, rounded(all.Shares(cards.Class(k))), uint32(it.sizes[k]))
	}
	centres, err := Cluster(ctx, points, o)
	if err != nil {
		return nil, err
	}
	find, out := NewCentreFinder(centres), make([]uint16, cards.NumClasses)
	for k := range out {
		out[k] = uint16(find.NearestOf(points, k))
	}
	return out, nil
}

func ranks(values []uint64, different bool) []uint32 {
	order, out := make([]int, len(values)), make([]uint32, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	for place, i := range order[1:] {
		before := order[place]
		out[i] = out[before]
		if different || values[i] != values[before] {
			out[i]++
		}
	}
	return out
}

func rounded(shares [bins]float64) []uint16 {
	out := make([]uint16, bins)
	for b, s := range shares {
		out[b] = uint16(s * MostMass)
	}
	return out
}

func (b *builder) percentiles(ctx context.Context, it *items, in groups, sums, squares []uint32, size Size,
) (groups, error) {
	out, err := it.split(ctx, in, squares, size.Outer, b.Workers)
	if err != nil {
		return out, err
	}
	return it.split(ctx, out, sums, size.Inner, b.Workers)
}

func (b *builder) flop(ctx context.Context, out *Bucketing) ([]uint16, error) {
	l := newLevel(showdown.FlopPairs(), 1, b)
	if !b.PerfectRecall {
		return l.divide(ctx, 1, nil, b.Sizes[1], "flops")
	}
	return l.divide(ctx, out.Len(0), func(_ *worker, _, _ int, of []uint16) {
		for h := range of {
			of[h] = out.preflop[classOf[h]]
		}
	}, b.Sizes[1], "flops")
}

func (b *builder) turn(ctx context.Context, out *Bucketing) ([]uint16, error) {
	l := newLevel(showdown.TurnPairs(), b.lasts(), b)
	if !b.PerfectRecall {
		return l.divide(ctx, 1, nil, b.Sizes[2], "turns")
	}
	return l.divide(ctx, out.Len(1), func(w *worker, board, last int, of []uint16) {
		set := l.pairs.Boards.Set(board)
		out.look(showdown.FlopPairs(), out.flop, set.Without(set.Cards()[last]), &w.other, of)
	}, b.Sizes[2], "turns")
}

// bucketsBefore sets the buckets of the street before on a board without the card at index last.
type bucketsBefore func(w *worker, board, last int, of []uint16)

func (l *level) divide(ctx context.Context, n int, before bucketsBefore, size Size, what string) ([]uint16, error) {
	if before == nil && size.product() == 1 {
		return l.together().of, nil
	}
	if err := l.fill(ctx, n, before); err != nil {
		return nil, err
	}
	if size.product() == 1 {
		return l.before.of, nil
	}
	if l.clusters() {
		return l.cluster(ctx, size.product(), what)
	}
	sums, squares, err := l.moments(ctx, what)
	if err != nil {
		return nil, err
	}
	out, err := l.percentiles(ctx, &l.items, l.before, sums, squares, size)
	return out.of, err
}

// river returns the bucket of each strength, with perfect recall for each bucket of the turn. All families but
// KMeansOCHS divide strengths on the river alike, into equally likely buckets.
func (b *builder) river(ctx context.Context, out *Bucketing) ([]uint16, error) {
	if b.riverPairs() {
		return b.clusterRivers(ctx)
	}
	n, parts := 1, b.Sizes[3].product()
	if b.PerfectRecall {
		n = out.Len(2)
	}
	table := make([]uint16, n*riverStrengths)
	if parts == 1 {
		for i := range table {
			table[i] = uint16(i / riverStrengths)
		}
		return table, nil
	}
	counts, err := b.riverCounts(ctx, out, n)
	if err != nil {
		return nil, err
	}
	for g := range n {
		first := g * riverStrengths
		for v, part := range partsOf(counts[first:][:riverStrengths], uint64(parts)) {
			table[first+v] = uint16(g*parts) + part
		}
	}
	return table, nil
}

// riverCounts counts the deals of a hand and a board with each strength and bucket of the turn, up to a common factor.
func (b *builder) riverCounts(ctx context.Context, out *Bucketing, n int) ([]uint64, error) {
	if !b.PerfectRecall {
		return b.sums().rivers, nil
	}
	boards := showdown.Boards()
	type worker struct {
		*Sweeper
		counts []uint64
		row    showdown.PairRow
	}
	loop := parallel.Loop{Items: boards.Len(), Block: 64, Workers: b.Workers, Report: b.report("rivers")}
	workers, err := parallel.States(ctx, loop,
		func() *worker {
			return &worker{Sweeper: NewSweeper(), counts: make([]uint64, n*riverStrengths)}
		},
		func(w *worker, i int) error {
			board, size := boards.Set(i), uint64(boards.Size(i))
			if !out.anyTurn(board) {
				return nil
			}
			strengths := w.Strengths(board)
			// Each of the five cards can be the last, and each of the others the one before.
			for _, last := range board.Cards() {
				out.countAfter(board, last, strengths, size, &w.row, w.counts)
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	total := make([]uint64, n*riverStrengths)
	for _, w := range workers {
		for i, n := range w.counts {
			total[i] += n
		}
	}
	return total, nil
}

func (b *Bucketing) anyTurn(board cards.Set) bool {
	pairs := showdown.TurnPairs()
	for _, last := range board.Cards() {
		if i, _ := pairs.Boards.Index(board.Without(last)); pairs.First(i)*turnCards < len(b.turn) {
			return true
		}
	}
	return false
}

// countAfter counts the strengths on a board with a given last card by bucket of the turn, for each of the other
// cards as the turn card.
func (b *Bucketing) countAfter(board cards.Set, last cards.Card, strengths *[cards.NumCombos]uint32, size uint64,
	row *showdown.PairRow, counts []uint64) {
	pairs := showdown.TurnPairs()
	i, p := pairs.Boards.Index(board.Without(last))
	pairs.Row(i, row)
	for h, image := range &showdown.ComboMaps()[showdown.PermIndex(p)] {
		first := int(row.Number[image]) * turnCards
		if first < 0 || first >= len(b.turn) || cards.Combo(h).Set().Has(last) {
			continue
		}
		for _, g := range b.turn[first:][:turnCards] {
			if g != none {
				counts[int(g)*riverStrengths+int(strengths[h])] += size
			}
		}
	}
}
