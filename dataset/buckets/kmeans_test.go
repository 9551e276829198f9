package buckets

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/internal/must"
)

const (
	clusterBins = 12
	mass        = 46
)

// random returns histograms that gather about a few bins, many of them alike.
func random(n int) (*Points, [][]uint16) {
	rng := rand.New(rand.NewPCG(5, 1))
	points, histograms := NewPoints(clusterBins, n), make([][]uint16, n)
	for i := range n {
		h, at, wide := make([]uint16, clusterBins), rng.IntN(clusterBins), 1+rng.IntN(4)
		for range mass {
			h[min(max(at+rng.IntN(wide)-wide/2, 0), clusterBins-1)]++
		}
		histograms[i] = h
		points.Set(i, h, uint32(1+rng.IntN(24)))
	}
	return points, histograms
}

// apart is the distance of a histogram and a centre by its definition: counts are moved along the bins, one bin after
// the other.
func apart(h []uint16, centre []float64) float64 {
	sum, carried := 0.0, 0.0
	for b, v := range h {
		carried += float64(v) - centre[b]
		sum += math.Abs(carried)
	}
	return sum
}

// histogram takes a centre back to counts.
func (c *Centres) histogram(i int) []float64 {
	out, before := make([]float64, c.bins), 0.0
	for b, v := range c.at(i) {
		out[b], before = float64(v)-before, float64(v)
	}
	return out
}

func cluster(t testing.TB, p *Points, o ClusterOptions) *Centres {
	t.Helper()
	return must.Get(Cluster(t.Context(), p, o))(t)
}

// The nearest centre is the one that a look at all of them finds, with any hint.
func TestNearest(t *testing.T) {
	points, histograms := random(1_500)
	centres := cluster(t, points, ClusterOptions{Clusters: 60, Seed: 1})
	must.Equal(t, centres.Len(), 60)
	f := NewCentreFinder(centres)
	for i, h := range histograms {
		best, least := 0, math.Inf(1)
		for c := range centres.Len() {
			if d := apart(h, centres.histogram(c)); d < least-1e-9 {
				best, least = c, d
			}
		}
		must.Equal(t, f.Nearest(h), best, h)
		if got, _ := f.nearest(points.at(i), i%centres.Len()); got != best {
			t.Fatalf("%v goes to centre %d with a hint, want %d", h, got, best)
		}
	}
}

// No iteration raises the sum; it is that of the definition, and no centre moved by one count
// would lower it.
func TestSumFalls(t *testing.T) {
	points, histograms := random(400)
	var sums []int64
	centres := cluster(t, points, ClusterOptions{Clusters: 12, Seed: 3, Report: func(n int, sum int64) {
		sums = append(sums, sum)
		must.Equal(t, len(sums), n)
	}})
	if len(sums) < 2 || !slices.IsSortedFunc(sums, func(a, b int64) int { return int(b - a) }) {
		t.Errorf("sums %v", sums)
	}
	f, nearest := NewCentreFinder(centres), make([]int, len(histograms))
	for i, h := range histograms {
		nearest[i] = f.Nearest(h)
	}
	total := func(nudge func(c, bin int) float64) (sum float64) {
		for i, h := range histograms {
			c := nearest[i]
			centre := centres.histogram(c)
			for b := range centre {
				centre[b] += nudge(c, b)
			}
			sum += float64(points.weights[i]) * apart(h, centre)
		}
		return sum
	}
	rest := total(func(int, int) float64 { return 0 })
	must.Near(t, float64(sums[len(sums)-1]), rest, 1e-9*rest)
	// A count moved from a bin to the next changes one cumulative sum.
	better := 0
	for c := range centres.Len() {
		for bin := range clusterBins - 1 {
			for _, d := range []float64{-1, 1} {
				if total(func(k, b int) float64 {
					switch {
					case k != c:
						return 0
					case b == bin:
						return d
					case b == bin+1:
						return -d
					}
					return 0
				}) < rest-1e-6*rest {
					better++
				}
			}
		}
	}
	// The last centres were not moved after the last assignment.
	if better > centres.Len() {
		t.Errorf("%d centres are not where they should be", better)
	}
}

// The result depends on the seed and on nothing else.
func TestDeterminism(t *testing.T) {
	points, _ := random(3 * pointsChunk)
	o := ClusterOptions{Clusters: 8, Seed: 9, Workers: 1}
	want := cluster(t, points, o)
	for workers := 2; workers < 5; workers++ {
		o.Workers = workers
		must.Equal(t, cluster(t, points, o).coords, want.coords, workers)
	}
	other, stream := o, o
	other.Seed, stream.Stream = 10, 1
	for _, o := range []ClusterOptions{other, stream} {
		if got := cluster(t, points, o); slices.Equal(got.coords, want.coords) {
			t.Errorf("%+v finds the same centres", o)
		}
	}
}

// The distance knows which bins are neighbours.
func TestDistance(t *testing.T) {
	points := NewPoints(clusterBins, 3)
	for i, bin := range []int{0, 1, 11} {
		h := make([]uint16, clusterBins)
		h[bin] = mass
		points.Set(i, h, 1)
	}
	centre := make([]int32, clusterBins)
	for b, v := range points.at(0) {
		centre[b] = int32(v)
	}
	near, far := distanceTo(points.at(1), centre), distanceTo(points.at(2), centre)
	must.Equal(t, near, mass)
	must.Equal(t, far, 11*mass)
}

func TestFewPoints(t *testing.T) {
	points := NewPoints(clusterBins, 10)
	h := make([]uint16, clusterBins)
	h[3] = mass
	for i := range points.Len() {
		points.Set(i, h, 2)
	}
	if c := cluster(t, points, ClusterOptions{Clusters: 5}); c.Len() != 1 || NewCentreFinder(c).Nearest(h) != 0 {
		t.Errorf("%d centres of one point", c.Len())
	}
	for _, tc := range map[string]struct {
		p *Points
		k int
	}{"no clusters": {points, 0}, "no points": {NewPoints(clusterBins, 0), 3},
		"no weights": {NewPoints(clusterBins, 4), 3}} {
		must.Fails(Cluster(t.Context(), tc.p, ClusterOptions{Clusters: tc.k}))(t)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Fails(Cluster(ctx, points, ClusterOptions{Clusters: 2}))(t, context.Canceled)
}
