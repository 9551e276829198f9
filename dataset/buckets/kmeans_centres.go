package buckets

import (
	"cmp"
	"slices"
)

const block = 5

// Centres are the centres of clusters, in ascending order of their projections.
type Centres struct {
	metric Metric
	bins   int
	coords []int32 // scaled
	// For pruning, from the coordinates.
	projections []int64
	coarse      []int32
}

// Len returns the number of centres.
func (c *Centres) Len() int { return len(c.projections) }

func (c *Centres) at(i int) []int32 { return c.coords[i*c.bins:][:c.bins] }

func (c *Centres) blocks() int { return (c.bins + block - 1) / block }

func newCentres(m Metric, bins int, coords []int32) *Centres {
	c := &Centres{metric: m, bins: bins}
	n := len(coords) / bins
	order, projections := make([]int, n), make([]int64, n)
	for i := range n {
		order[i] = i
		for b, v := range coords[i*bins:][:bins] {
			projections[i] += m.project(v, b, bins)
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
	f.metric.coords(histogram, f.coords)
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
	projection, scale := int64(0), f.metric.scale()
	clear(f.coarse)
	for b, v := range point {
		projection += f.metric.project(int32(v)*scale, b, f.bins)
		f.coarse[b/block] += int32(v) * scale
	}
	above, _ := slices.BinarySearch(f.projections, projection)
	if hint < 0 {
		hint = min(above, f.Len()-1)
	}
	best, distance = hint, f.metric.distance(point, f.at(hint))
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
		if !f.metric.near(f.projections[i]-projection, distance, f.bins) {
			break // all others are farther
		}
		if i == hint || !f.mayBeNear(i, distance) {
			continue
		}
		if d := f.metric.distance(point, f.at(i)); d < distance || d == distance && i < best {
			best, distance = i, d
		}
	}
	return best, distance
}

// mayBeNear compares coarse coordinates; if it reports false, the centre is farther than distance.
func (f *CentreFinder) mayBeNear(i int, distance int64) bool {
	at := f.Centres.coarse[i*len(f.coarse):][:len(f.coarse)]
	if f.metric == EMD {
		sum := int32(0)
		for b, v := range f.coarse {
			d := v - at[b]
			sum += max(d, -d)
		}
		return int64(sum) <= distance
	}
	sum := int64(0)
	for b, v := range f.coarse {
		d := int64(v - at[b])
		sum += d * d
	}
	return sum <= block*distance // Cauchy and Schwarz
}
