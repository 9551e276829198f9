package mip

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// mpsReader is a small reader of free-format MPS, written from the format and not from the
// writer: it knows the defaults and sections that CBC, GLPK, SCIP and HiGHS agree on and fails on anything else.
type mpsReader struct {
	m         *Model
	rowOf     map[string]int // -1 is the objective
	kind      []string
	columnOf  map[string]int
	rows      []map[int]float64
	rhs       []float64
	ranges    []float64
	bounded   []bool
	objective string
	integer   bool
}

func readMPS(text string) (*Model, error) {
	r := &mpsReader{m: &Model{}, rowOf: map[string]int{}, columnOf: map[string]int{}}
	section := ""
	for n, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || line[0] == '*' {
			continue
		}
		if line[0] != ' ' {
			section = fields[0]
			if section == "NAME" {
				r.m.Name = fields[1]
			}
			continue
		}
		if err := r.data(section, fields); err != nil {
			return nil, fmt.Errorf("line %d (%q): %v", n+1, line, err)
		}
	}
	if section != "ENDATA" {
		return nil, fmt.Errorf("ends in section %q", section)
	}
	return r.finish(), nil
}

func (r *mpsReader) data(section string, fields []string) error {
	number := 0.0
	if last := fields[len(fields)-1]; section == "RHS" || section == "RANGES" || len(fields) == 4 ||
		section == "COLUMNS" && fields[1] != "'MARKER'" {
		var err error
		if number, err = strconv.ParseFloat(last, 64); err != nil {
			return err
		}
	}
	switch section {
	case "ROWS":
		return r.row(fields[0], fields[1])
	case "COLUMNS":
		return r.entry(fields, number)
	case "RHS", "RANGES":
		if len(fields) != 3 {
			return fmt.Errorf("%d fields", len(fields))
		}
		i, ok := r.rowOf[fields[1]]
		switch {
		case !ok:
			return fmt.Errorf("no row")
		case section == "RANGES":
			r.ranges[i] = number
		case i < 0:
			return fmt.Errorf("readers differ in the sign of a constant here")
		default:
			r.rhs[i] = number
		}
	case "BOUNDS":
		return r.bound(fields, number)
	default:
		return fmt.Errorf("unknown section %q", section)
	}
	return nil
}

func (r *mpsReader) row(kind, name string) error {
	if _, twice := r.rowOf[name]; twice {
		return fmt.Errorf("row twice")
	}
	if r.objective == "" {
		if kind != "N" {
			return fmt.Errorf("the first row is not the objective")
		}
		r.objective, r.rowOf[name] = name, -1
		return nil
	}
	r.rowOf[name] = len(r.kind)
	r.kind = append(r.kind, kind)
	r.rows = append(r.rows, map[int]float64{})
	r.rhs, r.ranges = append(r.rhs, 0), append(r.ranges, 0)
	r.m.Rows = append(r.m.Rows, Row{Name: name})
	return nil
}

func (r *mpsReader) entry(fields []string, number float64) error {
	if len(fields) != 3 {
		return fmt.Errorf("%d fields", len(fields))
	}
	if fields[1] == "'MARKER'" {
		integer := fields[2] == "'INTORG'"
		if integer == r.integer {
			return fmt.Errorf("marker out of order")
		}
		r.integer = integer
		return nil
	}
	name := fields[0]
	j, old := r.columnOf[name]
	if !old {
		j = r.m.AddColumn(Column{Name: name, Upper: inf, Integer: r.integer})
		r.columnOf[name] = j
		r.bounded = append(r.bounded, false)
	} else if j != len(r.m.Columns)-1 {
		return fmt.Errorf("entries of the column are apart")
	}
	i, ok := r.rowOf[fields[1]]
	if !ok {
		return fmt.Errorf("no row")
	}
	if i < 0 {
		r.m.Columns[j].Cost = number
		return nil
	}
	if _, twice := r.rows[i][j]; twice {
		return fmt.Errorf("entry twice")
	}
	r.rows[i][j] = number
	return nil
}

func (r *mpsReader) bound(fields []string, number float64) error {
	if len(fields) < 3 {
		return fmt.Errorf("%d fields", len(fields))
	}
	j, ok := r.columnOf[fields[2]]
	if !ok {
		return fmt.Errorf("no column")
	}
	r.bounded[j] = true
	c := &r.m.Columns[j]
	switch fields[0] {
	case "LO":
		c.Lower = number
	case "UP":
		if number < 0 && c.Lower == 0 {
			return fmt.Errorf("a negative UP without a lower end is read in two ways")
		}
		c.Upper = number
	case "FX":
		c.Lower, c.Upper = number, number
	case "FR":
		c.Lower, c.Upper = -inf, inf
	case "MI":
		c.Lower = -inf
	case "PL":
		c.Upper = inf
	default:
		return fmt.Errorf("unknown bound")
	}
	return nil
}

// finish turns kinds, right-hand sides and ranges into bounds. N rows are dropped.
// A last column that is fixed at 1 and appears in the objective only is the offset.
func (r *mpsReader) finish() *Model {
	if n := len(r.m.Columns) - 1; n >= 0 && r.m.Columns[n].Name == "offset" && r.m.Columns[n].Lower == 1 {
		r.m.Offset, r.m.Columns = r.m.Columns[n].Cost, r.m.Columns[:n]
	}
	rows := r.m.Rows
	r.m.Rows = nil
	for i, row := range rows {
		row.Lower, row.Upper = r.rhs[i], r.rhs[i]
		width := inf
		if r.ranges[i] != 0 {
			width = math.Abs(r.ranges[i])
		}
		switch r.kind[i] {
		case "N":
			continue
		case "L":
			row.Lower = r.rhs[i] - width
		case "G":
			row.Upper = r.rhs[i] + width
		}
		var index []int32
		var value []float64
		for j := range r.m.Columns {
			if v := r.rows[i][j]; v != 0 {
				index, value = append(index, int32(j)), append(value, v)
			}
		}
		r.m.AddRow(row, index, value)
	}
	for j, c := range r.m.Columns {
		if c.Integer && !r.bounded[j] {
			// Readers differ here, so the file must not rely on it.
			panic("integer column without bounds: " + c.Name)
		}
	}
	return r.m
}
