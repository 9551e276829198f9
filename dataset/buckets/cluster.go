package buckets

import (
	"context"
	"slices"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// mostTrained is the largest number of items from which centres are learned: all of the flop, and systematic
// samples of the turn and the river.
const mostTrained = 1_500_000

func (s Spec) metric() Metric {
	if s.Family == KMeansL2 {
		return L2
	}
	return EMD
}

func (l *level) metric() Metric {
	if l.opponents != nil {
		return Vectors
	}
	return l.Spec.metric()
}

func (l *level) dimensions() int {
	if l.opponents != nil {
		return opponentClusters
	}
	return bins
}

func (l *level) describe(w *worker, h cards.Combo) []uint16 {
	if l.opponents != nil {
		return w.wins[h][:]
	}
	return w.histograms[h][:]
}

func (b *builder) options(street, clusters, group int) ClusterOptions {
	stream := uint64(street)<<32 | uint64(group)
	return ClusterOptions{Clusters: clusters, Seed: b.Seed, Stream: stream, Workers: b.Workers}
}

type sample struct {
	items  []int32
	counts []uint32
}

// sample returns all items with their numbers of deals if they are at most most items. Otherwise it takes most deals
// at equal distances in the order of the items, so that the sample is spread evenly over the boards.
func (l *level) sample(most int) (s sample) {
	total, n := uint64(0), 0
	for item, g := range l.before.of {
		if g != none {
			total += l.size(item)
			n++
		}
	}
	passed, taken := uint64(0), uint64(0)
	for item, g := range l.before.of {
		if g == none {
			continue
		}
		passed += l.size(item)
		count := l.size(item)
		if n > most {
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

func (s sample) of(from, to int) (first, end int) {
	first, _ = slices.BinarySearch(s.items, int32(from))
	end, _ = slices.BinarySearch(s.items, int32(to))
	return first, end
}

// cluster divides each group into clusters: it learns centres from a sample and assigns every item to the nearest
// centre of its group.
func (l *level) cluster(ctx context.Context, clusters int, what string) ([]uint16, error) {
	s := l.sample(mostTrained)
	items, places, starts := l.sort(s)
	points, err := l.points(ctx, s, places, what)
	if err != nil {
		return nil, err
	}
	centres := make([]*Centres, l.before.n)
	for g := range centres {
		if starts[g] == starts[g+1] {
			continue
		}
		o := l.options(int(l.pairs.Boards.Set(0).Len())-2, clusters, g)
		o.Report = l.iterations(what, g)
		if centres[g], err = Cluster(ctx, points.Range(starts[g], starts[g+1]), o); err != nil {
			return nil, err
		}
	}
	if len(items) == l.len() {
		return l.assignPoints(ctx, points, items, centres, clusters)
	}
	return l.assign(ctx, centres, clusters, what)
}

// sort returns a sample's items sorted by group, the index of each in that order, and the start of each group.
func (l *level) sort(s sample) (items, places []int32, starts []int) {
	order, starts := byGroup(l.before.n, func(yield func(int, int32) bool) {
		for i, item := range s.items {
			if !yield(int(l.before.of[item]), int32(i)) {
				return
			}
		}
	})
	items, places = make([]int32, len(order)), make([]int32, len(order))
	for at, i := range order {
		items[at], places[i] = s.items[i], int32(at)
	}
	return items, places, starts
}

func (l *level) points(ctx context.Context, s sample, places []int32, what string) (*Points, error) {
	points := NewPoints(l.metric(), l.dimensions(), len(places))
	drawn := func(board int) (first, end int) {
		return s.of(l.pairs.First(board)*l.lasts, l.pairs.First(board+1)*l.lasts)
	}
	met := func(board int) bool { first, end := drawn(board); return first < end }
	err := l.each(ctx, what, met, func(w *worker, board int) {
		first, end := drawn(board)
		for i := first; i < end; i++ {
			item := int(s.items[i])
			h := w.row.Hands[item/l.lasts-l.pairs.First(board)]
			points.Set(int(places[i]), l.describe(w, h), s.counts[i])
		}
	})
	return points, err
}

func (l *level) iterations(what string, group int) func(iterations int, sum int64) {
	if l.Report == nil {
		return nil
	}
	return func(done int, _ int64) {
		if l.before.n > 1 {
			l.Report("clusters of "+what, group, l.before.n)
			return
		}
		l.Report("iterations on "+what, done, MostIterations)
	}
}

// assignPoints puts every item into the bucket of its group's nearest centre, if all items are points.
func (l *level) assignPoints(ctx context.Context, points *Points, items []int32, centres []*Centres, clusters int,
) ([]uint16, error) {
	out := make([]uint16, l.len())
	err := parallel.Loop{Items: len(items), Block: 4096, Workers: l.Workers}.Each(ctx, func() func(i int) error {
		var w finders
		return func(i int) error {
			g := l.before.of[items[i]]
			out[items[i]] = g*uint16(clusters) + uint16(w.of(g, centres).NearestOf(points, i))
			return nil
		}
	})
	return out, err
}

func (l *level) assign(ctx context.Context, centres []*Centres, clusters int, what string) ([]uint16, error) {
	out := make([]uint16, l.len())
	err := l.each(ctx, what, always, func(w *worker, board int) {
		first := l.pairs.First(board)
		for k, h := range w.row.Hands {
			for item := (first + k) * l.lasts; item < (first+k+1)*l.lasts; item++ {
				g := l.before.of[item]
				if g == none || centres[g] == nil {
					out[item] = none
					continue
				}
				out[item] = g*uint16(clusters) + uint16(w.of(g, centres).Nearest(l.describe(w, h)))
			}
		}
	})
	return out, err
}

type finders struct{ byGroup map[uint16]*CentreFinder }

func (f *finders) of(group uint16, centres []*Centres) *CentreFinder {
	find := f.byGroup[group]
	if find == nil {
		if f.byGroup == nil {
			f.byGroup = map[uint16]*CentreFinder{}
		}
		find = NewCentreFinder(centres[group])
		f.byGroup[group] = find
	}
	return find
}

const (
	opponentClusters = 8     // the number of clusters of an opponent's hands
	winUnit          = 1_000 // the share of a hand that beats all hands of a cluster
	lanes            = 4     // the number of clusters in one word. A lane has laneBits for at most 990 hands.
	laneBits         = 16
)

// opponents has a 1 for each hand, in the lane of its cluster.
type opponents [opponentClusters / lanes][cards.NumCombos]uint64

func (b *builder) newOpponents(ctx context.Context) (*opponents, error) {
	const group = 1 // other random numbers than those of the clusters before the flop
	of, err := b.clusterClasses(ctx, classItems(), b.options(0, opponentClusters, group))
	if err != nil {
		return nil, err
	}
	o := new(opponents)
	for h, class := range classOf {
		o[of[class]/lanes][h] = 1 << (of[class] % lanes * laneBits)
	}
	return o, nil
}

type against struct {
	order showdown.Order
	out   [opponentClusters / lanes][cards.NumCombos]showdown.Outcome[uint64]
	// wins is the share of each cluster that a hand beats, in 1/winUnit, plus half the share that it ties. If the
	// hand and the board block all hands of a cluster, it is the share of all opponents.
	wins [cards.NumCombos][opponentClusters]uint16
}

func (a *against) compare(o *opponents, board cards.Set) {
	a.order.Sort(board)
	var all [opponentClusters / lanes]uint64                  // number of hands that avoid the board
	var held [opponentClusters / lanes][cards.NumCards]uint64 // number of those with each card
	for part := range o {
		showdown.Sweep(&a.order, &o[part], &a.out[part])
		for h, w := range &o[part] {
			if hand := cards.Combo(h); hand.Set()&board == 0 {
				low, high := hand.Cards()
				all[part], held[part][low], held[part][high] = all[part]+w, held[part][low]+w, held[part][high]+w
			}
		}
	}
	for h := range cards.Combo(cards.NumCombos) {
		if h.Set()&board != 0 {
			continue
		}
		low, high := h.Cards()
		var halves, faced [opponentClusters]uint64 // 2 x wins + ties, and number of opponents
		won := uint64(0)
		for c := range halves {
			part, shift := c/lanes, c%lanes*laneBits
			out := &a.out[part][h]
			halves[c] = (2*out.Below + out.Tied) >> shift & (1<<laneBits - 1)
			faced[c] = (all[part] - held[part][low] - held[part][high] + o[part][h]) >> shift & (1<<laneBits - 1)
			won += halves[c]
		}
		for c, n := range faced {
			if n == 0 {
				halves[c], n = won, MostStrength/2
			}
			a.wins[h][c] = uint16((halves[c]*winUnit + n) / (2 * n))
		}
	}
}

func (b *builder) clusterRivers(ctx context.Context) ([]uint16, error) {
	l := newLevel(showdown.RiverPairs(), 1, b)
	var err error
	if l.opponents, err = b.newOpponents(ctx); err != nil {
		return nil, err
	}
	return l.divide(ctx, 1, nil, b.Sizes[3], "rivers")
}
