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

// String returns the table in Markdown as GitHub and its like render it, without the end of its
// last line: so a page can have it in a line of its own.
func (t *Table) String() string {
	var b strings.Builder
	escape := strings.NewReplacer("|", `\|`, "\n", " ")
	line := func(cells []string) {
		for _, cell := range cells {
			b.WriteString("| " + escape.Replace(cell) + " ")
		}
		b.WriteString("|")
	}
	line(t.Header)
	b.WriteString("\n" + strings.Repeat("|---", len(t.Header)) + "|")
	for _, row := range t.Rows {
		b.WriteByte('\n')
		line(row)
	}
	return b.String()
}
