package question

import (
	"encoding/json"
	"math"

	"feltlab/model/features"
	"feltlab/model/regression"
)

// Number is a float64 that may be missing: NaN, which is null in JSON.
type Number float64

// Missing reports whether there is no number.
func (n Number) Missing() bool { return math.IsNaN(float64(n)) }

// MarshalJSON writes NaN as null.
func (n Number) MarshalJSON() ([]byte, error) {
	if n.Missing() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON reads null as NaN.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

// Weight is one feature of a formula.
type Weight struct {
	ID     int     `json:"id"`     // number of the feature
	Name   string  `json:"name"`   // its name
	Weight float64 `json:"weight"` // its weight
}

// Weights returns a formula's features with their names. It leaves out unknown features, which the
// kernel rejects.
func Weights(f regression.Formula) []Weight {
	out := make([]Weight, 0, len(f))
	for _, t := range f {
		if feature, err := features.ByID(t.ID); err == nil {
			out = append(out, Weight{t.ID, feature.Name, t.Weight})
		}
	}
	return out
}

func formulaOf(weights []Weight) regression.Formula {
	f := make(regression.Formula, len(weights))
	for i, w := range weights {
		f[i] = regression.Term{ID: w.ID, Weight: w.Weight}
	}
	return f
}

// Scored is a formula with its errors over all flops, which model/proof computed.
type Scored struct {
	AverageError float64  `json:"average_error"` // average error over all flops
	MaxError     float64  `json:"max_error"`     // largest error
	P90Error     float64  `json:"p90_error"`     // error that 90% of the flops stay within
	Features     []Weight `json:"features"`      // features and weights
}

// Formula returns the features and weights.
func (s *Scored) Formula() regression.Formula { return formulaOf(s.Features) }

// Objective is the error that a program minimises or bounds.
func (s *Scored) Objective(k regression.Kind) float64 {
	if k.UsesMax() {
		return s.MaxError
	}
	return s.AverageError
}
