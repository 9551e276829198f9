package regression

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Errors are the errors of a formula over an instance, as fractions of 1 in double precision, for
// display. Claims about a formula use the errors of model/proof.
type Errors struct {
	Average float64 // mean absolute error, rows counted with their multiplicity
	P90     float64 // 90th percentile of the absolute error by nearest rank
	Max     float64 // largest absolute error
}

// Evaluate returns the errors of a formula. The error wraps ErrInstance.
func (in *Instance) Evaluate(f Formula) (Errors, error) {
	estimates := make([]float64, len(in.Features))
	for i, v := range in.Features {
		estimates[i] = f.Estimate(v)
	}
	return in.EvaluateEstimates(estimates)
}

// EvaluateEstimates returns the errors of any estimates, one a row. The error wraps ErrInstance.
func (in *Instance) EvaluateEstimates(estimates []float64) (Errors, error) {
	if err := in.Validate(); err != nil {
		return Errors{}, err
	}
	if len(estimates) != len(in.Equity) {
		return Errors{}, fmt.Errorf("%w: %d estimates for %d rows", ErrInstance, len(estimates), len(in.Equity))
	}
	type deviation struct{ size, weight float64 }
	all := make([]deviation, len(estimates))
	for i, s := range estimates {
		all[i] = deviation{math.Abs(s - in.Equity[i]), in.Weight[i]}
	}
	slices.SortFunc(all, func(a, b deviation) int { return cmp.Compare(a.size, b.size) })
	total := in.TotalWeight()
	e := Errors{P90: math.NaN(), Max: all[len(all)-1].size}
	held := 0.0
	for _, d := range all { // in ascending order, which rounds least
		e.Average += d.size * d.weight
		if held += d.weight; math.IsNaN(e.P90) && 10*held >= 9*total {
			e.P90 = d.size
		}
	}
	e.Average /= total
	return e, nil
}
