package lad

import (
	"slices"

	"feltlab/model/regression"
)

// Fit is the optimum for a set of features.
type Fit struct {
	IDs         []int       // ascending
	Weights     []float64   // in [-1, 1], one per id
	Error       float64     // average or largest absolute error, a fraction of 1
	Certificate Certificate // proves that no weights do better
}

// Weight returns the weight of a feature, zero if it is not in the set.
func (f *Fit) Weight(id int) float64 {
	if k, ok := slices.BinarySearch(f.IDs, id); ok {
		return f.Weights[k]
	}
	return 0
}

// Formula returns the features whose weight is not zero; weights off 1 by rounding are cut to it.
func (f *Fit) Formula() regression.Formula {
	formula := regression.Formula{}
	for k, id := range f.IDs {
		if f.Weights[k] != 0 {
			formula = append(formula, regression.Term{ID: id, Weight: max(-1, min(f.Weights[k], 1))})
		}
	}
	return formula
}

// Fit returns the optimum for a set of features, which may be empty and in any order.
func (p *Problem) Fit(ids []int) (*Fit, error) {
	s := p.NewStack()
	if err := s.Reset(ids, nil); err != nil {
		return nil, err
	}
	return s.Fit(), nil
}

// Fit returns the optimum for the present set of features.
func (s *Stack) Fit() *Fit {
	l := s.levels[s.depth-1]
	f := &Fit{IDs: slices.Sorted(slices.Values(l.ids)), Error: l.value, Certificate: s.certificate(l)}
	for _, id := range f.IDs {
		f.Weights = append(f.Weights, l.weights[s.p.lead+slices.Index(l.ids, id)])
	}
	return f
}
