package mip

import (
	"errors"
	"fmt"
	"math"
)

// ErrModel is wrapped by errors about a model that is not a program: indices out of range,
// coefficients that are not numbers, bounds that cross.
var ErrModel = errors.New("malformed model")

// Check returns nil for a model that solvers can take. Otherwise the error wraps ErrModel and names the
// first bad row or column. It takes O(columns + nonzeros).
func (m *Model) Check() error {
	if !finite(m.Offset) {
		return fmt.Errorf("%w: offset is %v", ErrModel, m.Offset)
	}
	for j, c := range m.Columns {
		if !finite(c.Cost) {
			return fmt.Errorf("%w: column %d (%q): cost is %v", ErrModel, j, c.Name, c.Cost)
		}
		if err := checkBounds(c.Lower, c.Upper); err != nil {
			return fmt.Errorf("%w: column %d (%q): %v", ErrModel, j, c.Name, err)
		}
	}
	if err := m.checkStart(); err != nil {
		return err
	}
	seen := make([]int, len(m.Columns)) // 1 + the last row that used the column
	for i, r := range m.Rows {
		if err := checkBounds(r.Lower, r.Upper); err != nil {
			return fmt.Errorf("%w: row %d (%q): %v", ErrModel, i, r.Name, err)
		}
		for k := m.Start[i]; k < m.Start[i+1]; k++ {
			j := int(m.Index[k])
			switch {
			case j < 0 || j >= len(m.Columns):
				return fmt.Errorf("%w: row %d (%q): no column %d", ErrModel, i, r.Name, j)
			case seen[j] == i+1:
				return fmt.Errorf("%w: row %d (%q): column %d twice", ErrModel, i, r.Name, j)
			case !finite(m.Value[k]):
				return fmt.Errorf("%w: row %d (%q): coefficient of column %d is %v", ErrModel, i, r.Name, j, m.Value[k])
			}
			seen[j] = i + 1
		}
	}
	return nil
}

func (m *Model) checkStart() error {
	if len(m.Index) != len(m.Value) {
		return fmt.Errorf("%w: %d indices, %d values", ErrModel, len(m.Index), len(m.Value))
	}
	if len(m.Rows) == 0 && len(m.Start) == 0 && len(m.Index) == 0 {
		return nil
	}
	if len(m.Start) != len(m.Rows)+1 || m.Start[0] != 0 || int(m.Start[len(m.Rows)]) != len(m.Index) {
		return fmt.Errorf("%w: row starts do not span the %d nonzeros", ErrModel, len(m.Index))
	}
	for i := range m.Rows {
		if m.Start[i] > m.Start[i+1] {
			return fmt.Errorf("%w: row %d starts after row %d", ErrModel, i, i+1)
		}
	}
	return nil
}

func checkBounds(lower, upper float64) error {
	if math.IsNaN(lower) || math.IsNaN(upper) || lower > upper || math.IsInf(lower, 1) || math.IsInf(upper, -1) {
		return fmt.Errorf("no value lies in [%v, %v]", lower, upper)
	}
	return nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
