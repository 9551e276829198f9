package mip

// Column is one variable.
type Column struct {
	Name         string
	Cost         float64
	Lower, Upper float64 // ±math.Inf where free
	Integer      bool
}

// Row is one constraint Lower <= row·x <= Upper; its coefficients are in Model.
type Row struct {
	Name         string
	Lower, Upper float64 // ±math.Inf where one-sided
}

// Model is a program: minimise Offset + sum(Cost_j x_j) subject to its rows, the bounds and
// the integrality of its columns. Row i has the coefficients Value[Start[i]:Start[i+1]] in
// the columns Index[Start[i]:Start[i+1]].
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
