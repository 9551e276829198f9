package buckets

// Metric is a distance of histograms, or of vectors.
type Metric uint8

// The metrics. Vectors is the distance L2 of points that are no histograms: their coordinates do not
// sum to the same, and tend to be large together.
const (
	L2 Metric = iota
	EMD
	Vectors
)

// MostMass is the largest sum of a histogram's counts: larger ones could overflow.
const MostMass = 10_000

// Points are histograms, or vectors, with weights.
type Points struct {
	metric  Metric
	bins    int
	weights []uint32
	coords  []uint16 // of each point bins numbers: the counts, for EMD their cumulative sums
}

// NewPoints returns n points of weight 0, for Set to fill.
func NewPoints(m Metric, bins, n int) *Points {
	return &Points{metric: m, bins: bins, weights: make([]uint32, n), coords: make([]uint16, n*bins)}
}

// Len returns the number of points.
func (p *Points) Len() int { return len(p.weights) }

// Set fills point i. Different points may be set at the same time. A histogram's counts must sum
// to MostMass at most, all points' to the same.
func (p *Points) Set(i int, histogram []uint16, weight uint32) {
	p.weights[i] = weight
	p.metric.coords(histogram, p.at(i))
}

// Range returns the points from and up to, but without, another; they are not copied.
func (p *Points) Range(from, to int) *Points {
	return &Points{metric: p.metric, bins: p.bins, weights: p.weights[from:to], coords: p.coords[from*p.bins : to*p.bins]}
}

func (p *Points) at(i int) []uint16 { return p.coords[i*p.bins:][:p.bins] }

// coords turns counts into what distances are taken of.
func (m Metric) coords(histogram, out []uint16) {
	if m != EMD {
		copy(out, histogram)
		return
	}
	sum := uint16(0)
	for b, n := range histogram {
		sum += n
		out[b] = sum
	}
}

// scale is what coordinates are multiplied with in centres.
func (m Metric) scale() int32 {
	if m == EMD {
		return 1
	}
	return 256
}

// distance returns the distance of a point and a centre: but for EMD its square, scaled.
func (m Metric) distance(point []uint16, centre []int32) int64 {
	centre = centre[:len(point)]
	if m == EMD {
		sum := int32(0)
		for b, v := range point {
			d := int32(v) - centre[b]
			sum += max(d, -d)
		}
		return int64(sum)
	}
	sum := int64(0)
	for b, v := range point {
		d := int64(int32(v)*256 - centre[b])
		sum += d * d
	}
	return sum
}

// project returns what a coordinate adds to the projection that centres are sorted by: that grows with
// the histogram's mean, or with the sum of the vector.
func (m Metric) project(value int32, bin, bins int) int64 {
	switch m {
	case EMD:
		return -int64(value)
	case Vectors:
		return int64(value)
	}
	return int64(2*bin-bins+1) * int64(value)
}

// near reports whether a centre whose projection is so far away can be as near as a distance.
func (m Metric) near(away, distance int64, bins int) bool {
	n := int64(bins)
	switch m {
	case EMD:
		return max(away, -away) <= distance
	case Vectors:
		return away*away <= n*distance
	}
	return away*away <= n*(n*n-1)/3*distance // the sum of (2b - n + 1)^2
}
