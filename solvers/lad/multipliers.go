package lad

// Multipliers writes the certificate for the present set to y, summed over the rows of each pattern, the distinct feature
// vectors in ascending order (second word first): all that a bound on the average error needs. Only for Average.
func (s *Stack) Multipliers(y []float64) {
	cuts := s.cuts(s.levels[s.depth-1])
	clear(y)
	for i := range s.p.points {
		q := &s.p.points[i]
		y[q.pattern] += cuts[s.levels[s.depth-1].of[q.pattern]].of(q.equity, q.weight)
	}
}
