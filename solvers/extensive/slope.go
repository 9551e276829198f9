package extensive

// Slope tells how the value of a hand on a deal depends on its mass there: how often it meets the opponent. A sample
// of deals leaves some hands too much mass and others too little, and a best response would choose to play where it has
// too much. The mass over all deals is known, so the slope times what the sample lacks corrects an estimate: a
// regression estimate, with one slope for all hands. It is exact where a unit of mass always has the same value, as
// against an opponent that folds. A slope for each hand would be noise in small samples, and so is the ratio of value
// and mass: hands that hit a flop win more there and meet it less often.
type Slope struct{ n, products, squares float64 }

// Add adds the values and masses of hands on a deal, a number of times. Weights are those of the hands; nil is 1.
func (s *Slope) Add(times float64, values, masses, weights []float64) {
	s.n += times
	s.products += times * product(values, masses, weights)
	s.squares += times * product(masses, masses, weights)
}

// leastSpread is the variance of masses, relative to their mean square, below which it is rounding.
const leastSpread = 1e-9

// Of returns the slope, given the sums of the values and masses that were added; 0 if all masses are the same.
func (s *Slope) Of(values, masses, weights []float64) float64 {
	spread := s.squares - product(masses, masses, weights)/s.n
	if spread <= leastSpread*s.squares {
		return 0
	}
	return (s.products - product(values, masses, weights)/s.n) / spread
}

func product(a, b, weights []float64) (sum float64) {
	for h, x := range a {
		if weights != nil {
			x *= weights[h]
		}
		sum += x * b[h]
	}
	return sum
}
