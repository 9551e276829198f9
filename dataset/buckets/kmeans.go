package buckets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
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
	Clusters     int
	Seed, Stream uint64 // Seed and Stream seed the random numbers
	Workers      int    // the number of goroutines; below 1 means one for each processor
	// Report, if set, is called after each iteration with the number of iterations and the sum over all points of
	// weight times distance to the iteration's centres.
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
	l := &lloyd{Points: p, workers: o.Workers, nearest: slices.Repeat([]int32{-1}, p.Len()), coords: coords}
	last := int64(0)
	for n := 1; ; n++ {
		centres := newCentres(p.bins, l.coords)
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

func (l *lloyd) assign(ctx context.Context, c *Centres) (total int64, err error) {
	type worker struct {
		*CentreFinder
		sum int64
	}
	loop := parallel.Loop{Items: l.Len(), Block: pointsChunk, Workers: l.workers}
	workers, err := parallel.States(ctx, loop,
		func() *worker { return &worker{CentreFinder: NewCentreFinder(c)} },
		func(w *worker, i int) error {
			nearest, d := w.nearest(l.at(i), int(l.nearest[i]))
			l.nearest[i] = int32(nearest)
			w.sum += int64(l.weights[i]) * d
			return nil
		})
	for _, w := range workers {
		total += w.sum
	}
	return total, err
}

func (l *lloyd) move(ctx context.Context, c *Centres) error {
	members := make([][]int32, c.Len())
	for i, k := range l.nearest {
		members[k] = append(members[k], int32(i))
	}
	l.coords = slices.Clone(c.coords)
	return parallel.Loop{Items: c.Len(), Workers: l.workers}.Each(ctx, func() func(k int) error {
		m := &mover{Points: l.Points}
		return func(k int) error {
			if len(members[k]) > 0 {
				m.centre(members[k], l.coords[k*l.bins:][:l.bins])
			}
			return nil
		}
	})
}

type mover struct {
	*Points
	counts []uint64 // weight by value
}

func (m *mover) centre(of []int32, out []int32) {
	total := uint64(0)
	for _, i := range of {
		total += uint64(m.weights[i])
	}
	if total == 0 {
		return
	}
	for b := range out {
		out[b] = m.median(of, b, total)
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

const block = 5

// Centres are the centres of clusters, in ascending order of their projections.
type Centres struct {
	bins        int
	coords      []int32
	projections []int64 // minus the sums of the coordinates, which ascend with the means: for pruning
	coarse      []int32
}

// Len returns the number of centres.
func (c *Centres) Len() int { return len(c.projections) }

func (c *Centres) at(i int) []int32 { return c.coords[i*c.bins:][:c.bins] }

func (c *Centres) blocks() int { return (c.bins + block - 1) / block }

func newCentres(bins int, coords []int32) *Centres {
	c := &Centres{bins: bins}
	n := len(coords) / bins
	order, projections := make([]int, n), make([]int64, n)
	for i := range n {
		order[i] = i
		for _, v := range coords[i*bins:][:bins] {
			projections[i] -= int64(v)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(projections[i], projections[j]),
			slices.Compare(coords[i*bins:][:bins], coords[j*bins:][:bins]))
	})
	for _, i := range order {
		at := coords[i*bins:][:bins]
		c.coords = append(c.coords, at...)
		c.projections = append(c.projections, projections[i])
		for from := 0; from < bins; from += block {
			sum := int32(0)
			for _, v := range at[from:min(from+block, bins)] {
				sum += v
			}
			c.coarse = append(c.coarse, sum)
		}
	}
	return c
}

// CentreFinder finds nearest centres. It is not safe for concurrent use.
type CentreFinder struct {
	*Centres
	coords []uint16
	coarse []int32
}

// NewCentreFinder returns a finder for centres.
func NewCentreFinder(c *Centres) *CentreFinder {
	return &CentreFinder{Centres: c, coords: make([]uint16, c.bins), coarse: make([]int32, c.blocks())}
}

// Nearest returns the nearest centre of a histogram, the first of equally near ones.
func (f *CentreFinder) Nearest(histogram []uint16) int {
	accumulate(histogram, f.coords)
	i, _ := f.nearest(f.coords, -1)
	return i
}

// NearestOf is Nearest for point i.
func (f *CentreFinder) NearestOf(p *Points, i int) int {
	nearest, _ := f.nearest(p.at(i), -1)
	return nearest
}

// nearest returns the nearest centre of a point and its distance. A hint of 0 or more is a centre that is probably
// near; it does not change the result.
func (f *CentreFinder) nearest(point []uint16, hint int) (best int, distance int64) {
	projection := int64(0)
	clear(f.coarse)
	for b, v := range point {
		projection -= int64(v)
		f.coarse[b/block] += int32(v)
	}
	above, _ := slices.BinarySearch(f.projections, projection)
	if hint < 0 {
		hint = min(above, f.Len()-1)
	}
	best, distance = hint, distanceTo(point, f.at(hint))
	below := above - 1
	for below >= 0 || above < f.Len() {
		// The next centre is that with the nearer projection.
		i := above
		if above >= f.Len() || below >= 0 && projection-f.projections[below] <= f.projections[above]-projection {
			i = below
			below--
		} else {
			above++
		}
		if away := f.projections[i] - projection; max(away, -away) > distance {
			break // all others are farther
		}
		if i == hint || !f.mayBeNear(i, distance) {
			continue
		}
		if d := distanceTo(point, f.at(i)); d < distance || d == distance && i < best {
			best, distance = i, d
		}
	}
	return best, distance
}

// mayBeNear compares coarse coordinates; if it reports false, the centre is farther than distance.
func (f *CentreFinder) mayBeNear(i int, distance int64) bool {
	at := f.Centres.coarse[i*len(f.coarse):][:len(f.coarse)]
	sum := int32(0)
	for b, v := range f.coarse {
		d := v - at[b]
		sum += max(d, -d)
	}
	return int64(sum) <= distance
}

const pointsChunk = 4096

type seeder struct {
	*Points
	distances []int64 // from each point to its nearest centre
	nearest   []int32 // the nearest centre of each point
	sums      []int64 // sums of weight times distance, by chunk
	coords    []int32 // of the centres
	between   []int64 // distances of the centres to the last one
}

// seed draws k points, fewer if all others are equal to a drawn point.
func (p *Points) seed(ctx context.Context, k int, rng *rand.Rand, workers int) ([]int32, error) {
	s := &seeder{
		Points: p, distances: make([]int64, p.Len()), nearest: make([]int32, p.Len()),
		sums: make([]int64, (p.Len()+pointsChunk-1)/pointsChunk), between: make([]int64, k),
	}
	// The first draw depends on weights only.
	for i := range s.distances {
		s.distances[i] = 1
		s.sums[i/pointsChunk] += int64(p.weights[i])
	}
	for c := range k {
		i := s.draw(rng)
		if i < 0 {
			break
		}
		for _, v := range p.at(i) {
			s.coords = append(s.coords, int32(v))
		}
		for a := range c {
			s.between[a] = distanceTo(p.at(i), s.coords[a*p.bins:][:p.bins])
		}
		loop := parallel.Loop{Items: p.Len(), Block: pointsChunk, Workers: workers}
		if err := loop.Blocks(ctx, parallel.Same(func(from, to int) error {
			s.update(c, from, to)
			return nil
		})); err != nil {
			return nil, err
		}
	}
	return s.coords, nil
}

// draw returns a point, or -1 if all points are equal to a centre.
func (s *seeder) draw(rng *rand.Rand) int {
	total := int64(0)
	for _, v := range s.sums {
		total += v
	}
	if total == 0 {
		return -1
	}
	left := rng.Int64N(total)
	at := 0
	for ; left >= s.sums[at]; at++ {
		left -= s.sums[at]
	}
	i := at * pointsChunk
	for ; left >= s.potential(i); i++ {
		left -= s.potential(i)
	}
	return i
}

func (s *seeder) potential(i int) int64 { return int64(s.weights[i]) * s.distances[i] }

func (s *seeder) update(c, from, to int) {
	// By the triangle inequality, a point at distance d from centre a is not nearer to c if the distance of c and a
	// is at least 2d.
	centre, sum := s.coords[c*s.bins:][:s.bins], int64(0)
	for i := from; i < to; i++ {
		if c == 0 || s.between[s.nearest[i]] < 2*s.distances[i] {
			if d := distanceTo(s.at(i), centre); c == 0 || d < s.distances[i] {
				s.distances[i], s.nearest[i] = d, int32(c)
			}
		}
		sum += s.potential(i)
	}
	s.sums[from/pointsChunk] = sum
}

// fits reports whether sums of weights times distances always fit 63 bits.
func (p *Points) fits() bool {
	total := 0.0
	for _, w := range p.weights {
		total += float64(w)
	}
	return total*MostMass*float64(p.bins) < math.MaxInt64
}
