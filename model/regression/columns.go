package regression

import (
	"fmt"
	"math"

	"feltlab/model/proof"
)

// Columns describes the columns of an instance. They are numbered from 1 in the order of List.
type Columns struct {
	Version string // version of the definitions, such as "paper-2"; may be empty
	List    []Column
}

// Column is the description of a column.
type Column struct {
	Name     string // such as "pair on the flop"
	Sentence string // when the column is true; may be empty
	// Parts are the names of the two columns whose product this column is; else empty.
	Parts []string
}

// Count returns the number of columns.
func (c Columns) Count() int { return len(c.List) }

// IDs lists the numbers of the columns.
func (c Columns) IDs() []int { return proof.FirstColumns(c.Count()).IDs() }

// Phrase writes a term of a formula, such as "three in a row on the flop: -13". The weight is a fraction
// of 1; it is printed in whole percentage points.
func (c Column) Phrase(weight float64) string {
	return fmt.Sprintf("%s: %+d", c.Name, int(math.Round(100*weight)))
}

// NumberedColumns returns n columns named F1, F2 and so on.
func NumberedColumns(n int) Columns {
	var c Columns
	for id := range n {
		c.List = append(c.List, Column{Name: fmt.Sprintf("F%d", id+1)})
	}
	return c
}
