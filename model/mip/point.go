package mip

import "math"

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

// Stats are the sizes of a model.
type Stats struct {
	Rows, Columns, Integers, Nonzeros int
}

// Stats counts the rows, columns, integer columns and nonzeros of m.
func (m *Model) Stats() Stats {
	s := Stats{Rows: len(m.Rows), Columns: len(m.Columns), Nonzeros: len(m.Index)}
	for _, c := range m.Columns {
		if c.Integer {
			s.Integers++
		}
	}
	return s
}
