package highs

import (
	"fmt"
	"math"

	"feltlab/model/mip"
)

// HiGHS reads values of at least infinity as infinite, refuses coefficients above largestCoefficient
// and drops those up to smallestCoefficient. A model that HiGHS would change is refused.
const (
	infinity            = 1e20
	largestCoefficient  = 1e15
	smallestCoefficient = 1e-9
)

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrModel, fmt.Sprintf(format, args...))
}

// validate checks that HiGHS will solve exactly the program that the model describes. O(nonzeros).
func validate(m *mip.Model) error {
	switch {
	case m == nil:
		return invalid("it is nil")
	case len(m.Columns) > math.MaxInt32 || len(m.Rows) > math.MaxInt32 || len(m.Value) > math.MaxInt32:
		return invalid("it has more than 2^31-1 columns, rows or nonzeros")
	}
	if err := m.Check(); err != nil {
		return fmt.Errorf("%w: %w", ErrModel, err)
	}
	if !finite(m.Offset) {
		return invalid("the offset is %v", m.Offset)
	}
	for j, c := range m.Columns {
		if !finite(c.Cost) || !validBounds(c.Lower, c.Upper) {
			return invalid("column %d (%s) has the cost %v, the bounds %v and %v", j, c.Name, c.Cost, c.Lower, c.Upper)
		}
	}
	for i, r := range m.Rows {
		if !validBounds(r.Lower, r.Upper) {
			return invalid("row %d (%s) has the bounds %v and %v", i, r.Name, r.Lower, r.Upper)
		}
	}
	for k, v := range m.Value {
		if a := math.Abs(v); a > largestCoefficient || a != 0 && a <= smallestCoefficient {
			return invalid("the coefficient %v of column %d must be 0 or of a size within %v and %v",
				v, m.Index[k], smallestCoefficient, largestCoefficient)
		}
	}
	return nil
}

func validStart(x []float64, columns int) error {
	if len(x) != columns {
		return invalid("a start of %d values for %d columns", len(x), columns)
	}
	for j, v := range x {
		if !finite(v) {
			return invalid("the start is %v in column %d", v, j)
		}
	}
	return nil
}

// finite returns false also for values that HiGHS reads as infinite.
func finite(v float64) bool { return math.Abs(v) < infinity }

// validBounds reports whether HiGHS reads bounds as they are.
func validBounds(lower, upper float64) bool {
	return (finite(lower) || math.IsInf(lower, -1)) && (finite(upper) || math.IsInf(upper, 1)) && lower <= upper
}
