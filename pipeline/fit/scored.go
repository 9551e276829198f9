package fit

import (
	"feltlab/model/regression"
	"feltlab/pipeline/check"
)

// Scored is a formula with its errors over all flops, fractions of 1, which pipeline/check
// computed.
type Scored struct {
	AverageError float64  `json:"average_error"`
	MaxError     float64  `json:"max_error"`
	P90Error     float64  `json:"p90_error"`
	Features     []Weight `json:"features"`
}

// Score lets the checker compute the errors of a formula and hold it to its program.
func Score(inst *regression.Instance, p regression.Program, f regression.Formula) (Scored, error) {
	errs, err := check.Verify(inst, p, f)
	if err != nil {
		return Scored{}, err
	}
	return Scored{errs.Average, errs.Max, errs.P90, weights(f)}, nil
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
