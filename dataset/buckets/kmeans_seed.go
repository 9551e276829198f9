package buckets

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"feltlab/internal/parallel"
)

const pointsChunk = 4096

// seeder draws the first centres.
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
			s.coords = append(s.coords, int32(v)*p.metric.scale())
		}
		for a := range c {
			s.between[a] = p.metric.distance(p.at(i), s.coords[a*p.bins:][:p.bins])
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
	// is at least 2d. Distances other than EMD's are squares.
	apart := int64(4)
	if s.metric == EMD {
		apart = 2
	}
	centre, sum := s.coords[c*s.bins:][:s.bins], int64(0)
	for i := from; i < to; i++ {
		if c == 0 || s.between[s.nearest[i]] < apart*s.distances[i] {
			if d := s.metric.distance(s.at(i), centre); c == 0 || d < s.distances[i] {
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
	scale := float64(p.metric.scale())
	farthest := float64(MostMass) * float64(p.bins)
	switch {
	case p.Len() == 0:
	case p.metric == L2:
		mass := 0.0
		for _, v := range p.at(0) {
			mass += float64(v)
		}
		farthest = 2 * mass * mass * scale * scale
	case p.metric == Vectors:
		most := float64(slices.Max(p.coords))
		farthest = float64(p.bins) * most * most * scale * scale
	}
	return total*farthest < math.MaxInt64
}
