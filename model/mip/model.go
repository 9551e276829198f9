package mip

import (
	"errors"
	"fmt"
	"math"
)

// Column is one variable.
type Column struct {
	Name         string
	Cost         float64
	Lower, Upper float64 // ±math.Inf where free
	Integer      bool
	Meaning      string // for people who read a file of the model; may be empty
}

// Row is one constraint Lower <= row·x <= Upper; its coefficients are in Model.
type Row struct {
	Name         string
	Lower, Upper float64 // ±math.Inf where one-sided
}

// Model is a program: minimise Offset + sum(Cost_j x_j) subject to its rows, the bounds and the integrality of its
// columns. Row i has the coefficients Value[Start[i]:Start[i+1]] in the columns Index[Start[i]:Start[i+1]].
type Model struct {
	Name    string
	Offset  float64
	Columns []Column
	Rows    []Row
	Start   []int32 // len(Rows)+1 entries, the first 0; empty while there are no rows
	Index   []int32
	Value   []float64
}

// AddColumn appends a variable and returns its index.
func (m *Model) AddColumn(c Column) int {
	m.Columns = append(m.Columns, c)
	return len(m.Columns) - 1
}

// AddRow appends a constraint with coefficients value[k] in columns index[k] and returns
// its index. The slices are copied and must have the same length.
func (m *Model) AddRow(r Row, index []int32, value []float64) int {
	if len(m.Start) == 0 {
		m.Start = append(m.Start, 0)
	}
	m.Rows = append(m.Rows, r)
	m.Index = append(m.Index, index...)
	m.Value = append(m.Value, value...)
	m.Start = append(m.Start, int32(len(m.Index)))
	return len(m.Rows) - 1
}

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

// Objective returns Offset + sum(Cost_j x_j) for one value per column.
func (m *Model) Objective(x []float64) float64 {
	sum := m.Offset
	for j, c := range m.Columns {
		sum += c.Cost * x[j]
	}
	return sum
}

// Violation returns the largest amount by which x, one value a column, breaks a row, a bound or
// integrality; 0 for a feasible point.
func (m *Model) Violation(x []float64) float64 {
	worst := 0.0
	for j, c := range m.Columns {
		worst = max(worst, c.Lower-x[j], x[j]-c.Upper)
		if c.Integer {
			worst = max(worst, math.Abs(x[j]-math.Round(x[j])))
		}
	}
	for i, r := range m.Rows {
		activity := 0.0
		for k := m.Start[i]; k < m.Start[i+1]; k++ {
			activity += m.Value[k] * x[m.Index[k]]
		}
		worst = max(worst, r.Lower-activity, activity-r.Upper)
	}
	return worst
}
