package reproduce

import (
	"encoding/csv"
	"io"
	"strings"
)

// Table is a table of text, for CSV files and Markdown pages.
type Table struct {
	Header []string
	Rows   [][]string
}

// NewTable returns a table without rows.
func NewTable(header ...string) *Table { return &Table{Header: header} }

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// CSV writes the table with its header.
func (t *Table) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(t.Header); err != nil {
		return err
	}
	return out.WriteAll(t.Rows)
}

// Markdown returns the table as GitHub and its like render it, with a blank line after.
func (t *Table) Markdown() string {
	var b strings.Builder
	escape := strings.NewReplacer("|", `\|`, "\n", " ")
	line := func(cells []string) {
		for _, cell := range cells {
			b.WriteString("| " + escape.Replace(cell) + " ")
		}
		b.WriteString("|\n")
	}
	line(t.Header)
	b.WriteString(strings.Repeat("|---", len(t.Header)) + "|\n")
	for _, row := range t.Rows {
		line(row)
	}
	return b.String() + "\n"
}
