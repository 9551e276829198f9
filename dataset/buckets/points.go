package buckets

// MostMass is the largest sum of a histogram's counts; larger ones could overflow.
const MostMass = 10_000

// Points are histograms with weights.
type Points struct {
	bins    int
	weights []uint32
	coords  []uint16 // bins numbers for each point: the cumulative sums of the counts
}

// NewPoints returns n points of weight 0.
func NewPoints(bins, n int) *Points {
	return &Points{bins: bins, weights: make([]uint32, n), coords: make([]uint16, n*bins)}
}

// Len returns the number of points.
func (p *Points) Len() int { return len(p.weights) }

// Set sets point i. Several goroutines may set different points. The counts of all histograms must have the same sum,
// at most MostMass.
func (p *Points) Set(i int, histogram []uint16, weight uint32) {
	p.weights[i] = weight
	accumulate(histogram, p.at(i))
}

func (p *Points) at(i int) []uint16 { return p.coords[i*p.bins:][:p.bins] }

func accumulate(histogram, out []uint16) {
	sum := uint16(0)
	for b, n := range histogram {
		sum += n
		out[b] = sum
	}
}

// distanceTo is the earth mover's distance of a point and a centre.
func distanceTo(point []uint16, centre []int32) int64 {
	centre = centre[:len(point)]
	sum := int32(0)
	for b, v := range point {
		d := int32(v) - centre[b]
		sum += max(d, -d)
	}
	return int64(sum)
}
