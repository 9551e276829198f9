package highs

import (
	"fmt"
	"math"

	"feltlab/model/mip"
)

// HiGHS reads values of this size as infinite, refuses larger coefficients than the second
// and silently drops those up to the third. A program that would be changed so is refused.
const (
	infinity            = 1e20
	largestCoefficient  = 1e15
	smallestCoefficient = 1e-9
)

// invalid wraps ErrModel with what is wrong and where.
func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrModel, fmt.Sprintf(format, args...))
}

// validate checks that HiGHS will solve exactly the program the model describes. O(nonzeros).
func validate(m *mip.Model) error {
	if m == nil {
		return invalid("it is nil")
	}
	if len(m.Columns) > math.MaxInt32 || len(m.Rows) > math.MaxInt32 || len(m.Value) > math.MaxInt32 {
		return invalid("it has more than 2^31-1 columns, rows or nonzeros")
	}
	if !finite(m.Offset) {
		return invalid("the offset is %v", m.Offset)
	}
	for j, c := range m.Columns {
		if !finite(c.Cost) {
			return invalid("column %d (%s) has the cost %v", j, c.Name, c.Cost)
		}
		if err := validBounds(c.Lower, c.Upper); err != nil {
			return invalid("column %d (%s) %v", j, c.Name, err)
		}
	}
	for i, r := range m.Rows {
		if err := validBounds(r.Lower, r.Upper); err != nil {
			return invalid("row %d (%s) %v", i, r.Name, err)
		}
	}
	return validateMatrix(m)
}

// validStart checks a starting point.
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

// validateMatrix checks the sparse rows: their layout, each coefficient, no column twice.
func validateMatrix(m *mip.Model) error {
	if len(m.Rows) == 0 && len(m.Index) == 0 && len(m.Value) == 0 && len(m.Start) <= 1 {
		return nil
	}
	if len(m.Start) != len(m.Rows)+1 || m.Start[0] != 0 ||
		int(m.Start[len(m.Rows)]) != len(m.Index) || len(m.Index) != len(m.Value) {
		return invalid("the lengths of Start, Index and Value do not fit the rows")
	}
	last := make([]int32, len(m.Columns)) // 1 + the last row seen in each column
	for i := range m.Rows {
		from, to := m.Start[i], m.Start[i+1]
		if from > to || to > int32(len(m.Index)) {
			return invalid("row %d starts at %d and ends at %d", i, from, to)
		}
		for k := from; k < to; k++ {
			j, v := m.Index[k], m.Value[k]
			if j < 0 || int(j) >= len(m.Columns) {
				return invalid("row %d has a coefficient in column %d of %d", i, j, len(m.Columns))
			}
			if last[j] == int32(i)+1 {
				return invalid("row %d has column %d twice", i, j)
			}
			last[j] = int32(i) + 1
			if a := math.Abs(v); !(a <= largestCoefficient) || (a != 0 && a <= smallestCoefficient) {
				return invalid("row %d has the coefficient %v in column %d; its size must be 0 or within %v and %v",
					i, v, j, smallestCoefficient, largestCoefficient)
			}
		}
	}
	return nil
}

// finite also refuses what HiGHS would read as infinite.
func finite(v float64) bool { return math.Abs(v) < infinity }

func validBounds(lower, upper float64) error {
	switch {
	case !finite(lower) && !math.IsInf(lower, -1):
		return fmt.Errorf("has the lower bound %v", lower)
	case !finite(upper) && !math.IsInf(upper, 1):
		return fmt.Errorf("has the upper bound %v", upper)
	case lower > upper:
		return fmt.Errorf("has the lower bound %v above the upper bound %v", lower, upper)
	}
	return nil
}
