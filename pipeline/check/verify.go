package check

import (
	"errors"
	"fmt"
	"math"

	"feltlab/model/features"
	"feltlab/model/regression"
)

const (
	// Tolerance is the largest difference, as a fraction of 1, between a claimed and a
	// recomputed number, and the largest excess of an error over the E of its program. Both
	// sides sum the same 19,600 float64 terms, which leaves differences below 1e-12; 1e-9 is
	// a ten-millionth of a percentage point.
	Tolerance = 1e-9
	// WeightTolerance is the largest excess of |weight| over 1. Solvers return bounded
	// variables on their bounds, or off them by their rounding.
	WeightTolerance = 1e-9
)

var (
	// ErrFormula marks a formula that is none: an id that does not exist or occurs twice, or
	// a weight that is not finite.
	ErrFormula = errors.New("check: invalid formula")
	// ErrConstraint marks a formula that breaks a constraint of its program.
	ErrConstraint = errors.New("check: constraint violated")
	// ErrMismatch marks a claimed number that differs from the recomputed one.
	ErrMismatch = errors.New("check: claimed number is wrong")
)

// Quantity is what a claim is about.
type Quantity uint8

// The quantities that can be claimed.
const (
	Average  Quantity = iota // Errors.Average
	P90                      // Errors.P90
	Max                      // Errors.Max
	Features                 // number of features in the formula
)

// String returns the quantity in words.
func (q Quantity) String() string {
	switch q {
	case Average:
		return "average error"
	case P90:
		return "90th-percentile error"
	case Max:
		return "largest error"
	case Features:
		return "number of features"
	}
	return fmt.Sprintf("Quantity(%d)", uint8(q))
}

// Claim is a number reported for a formula; errors are fractions of 1.
type Claim struct {
	Quantity Quantity
	Value    float64
}

// Verify recomputes the errors of a formula and returns them. It returns an error that wraps
// [ErrInstance] or [ErrFormula] when there is nothing to compute; [ErrConstraint] when the
// formula is no solution of the program, with |weight| <= 1 and at most N features or an
// error of at most E; and [ErrMismatch] when a claim is off by more than [Tolerance]. All
// violations and mismatches are reported, not the first alone.
func Verify(inst *regression.Instance, p regression.Program, f regression.Formula, claims ...Claim) (Errors, error) {
	found, err := Evaluate(inst, f)
	if err != nil {
		return Errors{}, err
	}
	faults := []error{checkWeights(f), checkProgram(p, f, found)}
	for _, c := range claims {
		faults = append(faults, checkClaim(c, f, found))
	}
	return found, errors.Join(faults...)
}

// checkTerms checks that the terms name different features and have finite weights.
func checkTerms(f regression.Formula) error {
	var seen [features.Count + 1]bool
	for _, t := range f {
		switch {
		case t.ID < 1 || t.ID > features.Count:
			return fmt.Errorf("%w: no feature has the id %d", ErrFormula, t.ID)
		case seen[t.ID]:
			return fmt.Errorf("%w: F%d occurs twice", ErrFormula, t.ID)
		case math.IsNaN(t.Weight) || math.IsInf(t.Weight, 0):
			return fmt.Errorf("%w: F%d has the weight %v", ErrFormula, t.ID, t.Weight)
		}
		seen[t.ID] = true
	}
	return nil
}

func checkWeights(f regression.Formula) error {
	for _, t := range f {
		if math.Abs(t.Weight) > 1+WeightTolerance {
			return fmt.Errorf("%w: F%d has the weight %v, outside [-1, 1]", ErrConstraint, t.ID, t.Weight)
		}
	}
	return nil
}

func checkProgram(p regression.Program, f regression.Formula, found Errors) error {
	limit := func(q Quantity, value float64) error {
		// Written so that NaN on either side is a violation.
		if !(value <= p.E+Tolerance) {
			return fmt.Errorf("%w: %v is %v, %v allows %v", ErrConstraint, q, value, p.Kind, p.E)
		}
		return nil
	}
	switch p.Kind {
	case regression.MaxErr, regression.AvgErr:
		if len(f) > p.N {
			return fmt.Errorf("%w: %d features, %v allows %d", ErrConstraint, len(f), p.Kind, p.N)
		}
		return nil
	case regression.FeatMaxErr:
		return limit(Max, found.Max)
	case regression.FeatAvgErr:
		return limit(Average, found.Average)
	}
	return fmt.Errorf("%w: unknown program %v", ErrConstraint, p.Kind)
}

func checkClaim(c Claim, f regression.Formula, found Errors) error {
	var value float64
	switch c.Quantity {
	case Average:
		value = found.Average
	case P90:
		value = found.P90
	case Max:
		value = found.Max
	case Features:
		value = float64(len(f))
	default:
		return fmt.Errorf("%w: nothing is known of %v", ErrMismatch, c.Quantity)
	}
	// Written so that a claim of NaN is a mismatch.
	if !(math.Abs(value-c.Value) <= Tolerance) {
		return fmt.Errorf("%w: %v claimed %v, recomputed %v", ErrMismatch, c.Quantity, c.Value, value)
	}
	return nil
}
