package regression

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"feltlab/model/proof"
)

// Term is one feature with its weight.
type Term = proof.Term

// Formula estimates the target of a row by the sum of the weights of the features that are true there.
// Terms are in ascending order of ID.
type Formula []Term

// IDs lists the features of f, without the intercept.
func (f Formula) IDs() []int {
	ids := make([]int, 0, len(f))
	for _, t := range f {
		if t.ID != 0 {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// Estimate returns the estimated target of a row with the features v.
func (f Formula) Estimate(v proof.Vector) float64 {
	sum := 0.0
	for _, t := range f {
		if t.ID == 0 || v.Has(t.ID) {
			sum += t.Weight
		}
	}
	return sum
}

// String writes f like the published tables, such as ".850 F54 + .100 F48 - .080 F35"; a formula without terms is "0".
func (f Formula) String() string {
	if len(f) == 0 {
		return "0"
	}
	var b strings.Builder
	for i, t := range f {
		sign := " + "
		switch {
		case i == 0 && t.Weight < 0:
			sign = "-"
		case i == 0:
			sign = ""
		case t.Weight < 0:
			sign = " - "
		}
		digits := strings.TrimPrefix(fmt.Sprintf("%.3f", math.Abs(t.Weight)), "0")
		fmt.Fprintf(&b, "%s%s F%d", sign, digits, t.ID)
	}
	return b.String()
}

// Errors are the errors of a formula over an instance, as fractions of 1 in double precision, for
// display. Claims about a formula use the errors of model/proof.
type Errors struct {
	Average float64 // mean absolute error, rows counted with their multiplicity and as Slopes says
	P90     float64 // 90th percentile of the absolute error by nearest rank
	Max     float64 // largest absolute error
}

// Evaluate returns the errors of a formula. The error wraps ErrInstance.
func (in *Instance) Evaluate(f Formula) (Errors, error) {
	if err := in.Validate(); err != nil {
		return Errors{}, err
	}
	type deviation struct{ size, weight, counts float64 }
	all := make([]deviation, len(in.Target))
	above, below := Slopes(in.Rules)
	for i, v := range in.Features {
		s := in.Offset() + f.Estimate(v)
		all[i] = deviation{math.Abs(s - in.Target[i]), in.Weight[i], below}
		if in.Target[i] > s {
			all[i].counts = above
		}
	}
	slices.SortFunc(all, func(a, b deviation) int { return cmp.Compare(a.size, b.size) })
	total := in.TotalWeight()
	e := Errors{P90: math.NaN(), Max: all[len(all)-1].size}
	held := 0.0
	for _, d := range all { // in ascending order, which rounds least
		e.Average += d.size * d.weight * d.counts
		if held += d.weight; math.IsNaN(e.P90) && 10*held >= 9*total {
			e.P90 = d.size
		}
	}
	e.Average /= total
	return e, nil
}
