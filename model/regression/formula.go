package regression

import (
	"fmt"
	"math"
	"strings"

	"feltlab/model/proof"
)

// Term is one feature with its weight.
type Term struct {
	ID     int     // number of the column, from 1
	Weight float64 // in [-1, 1]
}

// Formula estimates the equity of a row by the sum of the weights of the features that are true there.
// Terms are in ascending order of ID.
type Formula []Term

// IDs lists the features of f.
func (f Formula) IDs() []int {
	ids := make([]int, len(f))
	for i, t := range f {
		ids[i] = t.ID
	}
	return ids
}

// Estimate returns the estimated equity of a row with the features v.
func (f Formula) Estimate(v proof.Vector) float64 {
	sum := 0.0
	for _, t := range f {
		if v.Has(t.ID) {
			sum += t.Weight
		}
	}
	return sum
}

// String writes f like the published tables, such as ".850 F54 + .100 F48 - .080 F35"; a formula without
// terms is "0".
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
