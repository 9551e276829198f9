package fit

import (
	"feltlab/model/regression"
	"feltlab/pipeline/proofs"
)

// Scored is a formula with its errors over all flops, which model/proof computed: fractions of 1,
// and the same in percentage points.
type Scored struct {
	AverageError        float64  `json:"average_error"`
	MaxError            float64  `json:"max_error"`
	P90Error            float64  `json:"p90_error"`
	AverageErrorPercent float64  `json:"average_error_percent"`
	MaxErrorPercent     float64  `json:"max_error_percent"`
	P90ErrorPercent     float64  `json:"p90_error_percent"`
	Features            []Weight `json:"features"`
}

// Score lets the judge compute the errors of a formula and hold it to its program.
func Score(inst *regression.Instance, p regression.Program, f regression.Formula) (Scored, error) {
	s, err := proofs.NewSubject(inst)
	if err != nil {
		return Scored{}, err
	}
	errs, err := judged(s, p, f)
	if err != nil {
		return Scored{}, err
	}
	average, largest, p90 := errs.Average.Value, errs.Max.Value, errs.P90.Value
	return Scored{average, largest, p90, 100 * average, 100 * largest, 100 * p90, weights(f)}, nil
}

// Formula returns the features and weights.
func (s *Scored) Formula() regression.Formula {
	return (&Result{Features: s.Features}).Formula()
}

// Objective is the error that a program minimises or bounds.
func (s *Scored) Objective(k regression.Kind) float64 {
	if k.UsesMax() {
		return s.MaxError
	}
	return s.AverageError
}
