package buckets

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"feltlab/internal/parallel"
)

// MostIterations is the largest number of iterations.
const MostIterations = 100

// least is the reciprocal of the relative decrease of the sum below which the iteration ends.
const least = 1_000

// ClusterOptions are the options of Cluster.
type ClusterOptions struct {
	Clusters int
	// Seed and Stream seed the random numbers.
	Seed, Stream uint64
	// Workers is the number of goroutines; below 1 means one for each processor.
	Workers int
	// Report, if set, is called after each iteration with the number of iterations and the sum over all points of
	// weight times distance (for L2 and Vectors of its square in 65,536ths) to the iteration's centres.
	Report func(iterations int, sum int64)
}

// Cluster returns the centres of clusters: Options.Clusters of them, or one for each different point if those are
// fewer. The error is that of the context, or says that the points cannot be clustered.
func Cluster(ctx context.Context, p *Points, o ClusterOptions) (*Centres, error) {
	if o.Clusters < 1 || p.Len() == 0 || !p.fits() {
		return nil, fmt.Errorf("%d clusters of %d points: want at least one of each, with sums below 2^63",
			o.Clusters, p.Len())
	}
	coords, err := p.seed(ctx, o.Clusters, rand.New(rand.NewPCG(o.Seed, o.Stream)), o.Workers)
	if err != nil {
		return nil, err
	}
	if coords == nil {
		return nil, errors.New("points to cluster without weights")
	}
	l := &lloyd{Points: p, workers: o.Workers, nearest: make([]int32, p.Len()), coords: coords}
	for i := range l.nearest {
		l.nearest[i] = -1
	}
	last := int64(0)
	for n := 1; ; n++ {
		centres := newCentres(p.metric, p.bins, l.coords)
		sum, err := l.assign(ctx, centres)
		if err != nil {
			return nil, err
		}
		if o.Report != nil {
			o.Report(n, sum)
		}
		if n > 1 && last-sum <= sum/least || n == MostIterations {
			return centres, nil
		}
		last = sum
		if err := l.move(ctx, centres); err != nil {
			return nil, err
		}
	}
}

type lloyd struct {
	*Points
	workers int
	nearest []int32 // the centre of each point in the last assignment, -1 before the first
	coords  []int32 // of the centres
}

// assign finds every point's nearest centre and returns the sum of weights times distances.
func (l *lloyd) assign(ctx context.Context, c *Centres) (total int64, err error) {
	type worker struct {
		*CentreFinder
		sum int64
	}
	loop := parallel.Loop{Items: l.Len(), Block: pointsChunk, Workers: l.workers}
	workers, err := parallel.States(ctx, loop,
		func() *worker { return &worker{CentreFinder: NewCentreFinder(c)} },
		func(w *worker, from, to int) error {
			for i := from; i < to; i++ {
				nearest, d := w.nearest(l.at(i), int(l.nearest[i]))
				l.nearest[i] = int32(nearest)
				w.sum += int64(l.weights[i]) * d
			}
			return nil
		})
	for _, w := range workers {
		total += w.sum
	}
	return total, err
}

// move moves every centre to the minimum of the sum of its points' distances.
func (l *lloyd) move(ctx context.Context, c *Centres) error {
	starts := make([]int32, c.Len()+1)
	for _, k := range l.nearest {
		starts[k+1]++
	}
	for k := range c.Len() {
		starts[k+1] += starts[k]
	}
	members, next := make([]int32, l.Len()), slices.Clone(starts)
	for i, k := range l.nearest {
		members[next[k]] = int32(i)
		next[k]++
	}
	l.coords = slices.Clone(c.coords)
	return parallel.Loop{Items: c.Len(), Workers: l.workers}.Each(ctx, func() func(k int) error {
		m := &mover{Points: l.Points}
		return func(k int) error {
			if of := members[starts[k]:starts[k+1]]; len(of) > 0 {
				m.centre(of, l.coords[k*l.bins:][:l.bins])
			}
			return nil
		}
	})
}

type mover struct {
	*Points
	counts []uint64 // weight by value
}

// centre computes the centre of some points, unless all weights are 0.
func (m *mover) centre(of []int32, out []int32) {
	total := uint64(0)
	for _, i := range of {
		total += uint64(m.weights[i])
	}
	if total == 0 {
		return
	}
	for b := range out {
		if m.metric == EMD {
			out[b] = m.median(of, b, total)
			continue
		}
		sum := uint64(0)
		for _, i := range of {
			sum += uint64(m.weights[i]) * uint64(m.at(int(i))[b])
		}
		out[b] = int32((2*uint64(m.metric.scale())*sum + total) / (2 * total))
	}
}

func (m *mover) median(of []int32, bin int, total uint64) int32 {
	clear(m.counts)
	for _, i := range of {
		v := int(m.at(int(i))[bin])
		if v >= len(m.counts) {
			m.counts = append(m.counts, make([]uint64, v+1-len(m.counts))...)
		}
		m.counts[v] += uint64(m.weights[i])
	}
	sum := uint64(0)
	for v, n := range m.counts {
		if sum += n; 2*sum >= total {
			return int32(v)
		}
	}
	panic("weights do not sum to their total")
}
