package experiments

import (
	"encoding/csv"
	"io"
	"strings"
)

// table is a table of text, for CSV files and Markdown pages.
type table struct {
	header []string
	rows   [][]string
}

func newTable(header ...string) *table { return &table{header: header} }

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// csv writes the table with its header.
func (t *table) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(t.header); err != nil {
		return err
	}
	return out.WriteAll(t.rows)
}

// markdown returns the table as GitHub and its like render it, with a blank line after.
func (t *table) markdown() string {
	var b strings.Builder
	escape := strings.NewReplacer("|", `\|`, "\n", " ")
	line := func(cells []string) {
		for _, cell := range cells {
			b.WriteString("| " + escape.Replace(cell) + " ")
		}
		b.WriteString("|\n")
	}
	line(t.header)
	b.WriteString(strings.Repeat("|---", len(t.header)) + "|\n")
	for _, row := range t.rows {
		line(row)
	}
	return b.String() + "\n"
}
