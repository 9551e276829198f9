package lad

import "feltlab/model/features"

// Pattern returns the k-th distinct feature vector of the instance, in the order that
// Multipliers uses.
func (p *Problem) Pattern(k int) features.Vector { return p.pattern[k] }

// Multipliers writes the certificate for the present set to y, summed over the rows of each
// pattern: all that a bound on the average error needs. Only for Average; the length of y is
// Patterns().
func (s *Stack) Multipliers(y []float64) {
	cuts := s.cuts(s.levels[s.depth-1])
	clear(y)
	for i := range s.p.points {
		q := &s.p.points[i]
		y[q.pattern] += cuts[s.levels[s.depth-1].of[q.pattern]].of(q.equity, q.weight)
	}
}
