package buckets

// Metric is a distance of histograms, or of vectors.
type Metric uint8

// The metrics. Vectors is the distance L2 of points that are not histograms: the sums of their coordinates differ, and
// the coordinates tend to be large together.
const (
	L2 Metric = iota
	EMD
	Vectors
)

// MostMass is the largest sum of a histogram's counts; larger ones could overflow.
const MostMass = 10_000

// Points are histograms, or vectors, with weights.
type Points struct {
	metric  Metric
	bins    int
	weights []uint32
	coords  []uint16 // bins numbers for each point: the counts, for EMD their cumulative sums
}

// NewPoints returns n points of weight 0.
func NewPoints(m Metric, bins, n int) *Points {
	return &Points{metric: m, bins: bins, weights: make([]uint32, n), coords: make([]uint16, n*bins)}
}

// Len returns the number of points.
func (p *Points) Len() int { return len(p.weights) }

// Set sets point i. Several goroutines may set different points. The counts of all histograms must have the same sum,
// at most MostMass.
func (p *Points) Set(i int, histogram []uint16, weight uint32) {
	p.weights[i] = weight
	p.metric.coords(histogram, p.at(i))
}

// Range returns the points from and up to, but without, another, in the same memory.
func (p *Points) Range(from, to int) *Points {
	return &Points{p.metric, p.bins, p.weights[from:to], p.coords[from*p.bins : to*p.bins]}
}

func (p *Points) at(i int) []uint16 { return p.coords[i*p.bins:][:p.bins] }

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

func (m Metric) scale() int32 {
	if m == EMD {
		return 1
	}
	return 256
}

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

// project returns the term of a coordinate in the projection, which increases with the histogram's mean, or with the
// sum of the vector.
func (m Metric) project(value int32, bin, bins int) int64 {
	switch m {
	case EMD:
		return -int64(value)
	case Vectors:
		return int64(value)
	}
	return int64(2*bin-bins+1) * int64(value)
}

// near reports whether a centre can be within a distance if its projection differs by away.
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
