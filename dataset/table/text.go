package table

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"feltlab/dataset/tablefile"
)

// Formats are the names of the formats that Write knows.
var Formats = []string{"csv", "markdown", "latex", "parquet", "arrow"}

// Write writes rows in one of Formats, with metadata where the format has a place for it.
func Write[R any](w io.Writer, format string, columns []Column[R], metadata [][2]string, rows []R) error {
	switch format {
	case "csv":
		return WriteCSV(w, columns, rows)
	case "markdown":
		s := sheet(columns, rows)
		for _, cells := range s.Rows {
			for k := range cells {
				cells[k] = literalMarkdown(cells[k])
			}
		}
		return s.Markdown(w)
	case "latex":
		return sheet(columns, rows).LaTeX(w)
	case "parquet", "arrow":
		return writeAll(w, format, columns, metadata, rows)
	}
	return fmt.Errorf("table format %q, want %s", format, strings.Join(Formats, ", "))
}

// Heading is a column's name as people read it, with its unit: "average error %" of average_error_percent,
// "value, $" of value_dollars.
func Heading(name string) string {
	name, percent := strings.CutSuffix(name, "_percent")
	name, dollars := strings.CutSuffix(name, "_dollars")
	name = strings.ReplaceAll(name, "_", " ")
	switch {
	case percent:
		return name + " %"
	case dollars:
		return name + ", $"
	}
	return name
}

// WriteCSV writes a header and one line per row; fields are quoted where they need it. Errors come from w.
func WriteCSV[R any](w io.Writer, columns []Column[R], rows []R) error {
	buffer := bufio.NewWriter(w)
	var line []byte
	for i, c := range columns {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(line, c.Field.Name...)
	}
	for i := range rows {
		line = append(line, '\n')
		if _, err := buffer.Write(line); err != nil {
			return err
		}
		line = line[:0]
		for k := range columns {
			c := &columns[k] // a copy of each would take longer than the cell
			if k > 0 {
				line = append(line, ',')
			}
			start := len(line)
			line = c.appendTo(line, &rows[i])
			if c.Field.Kind == tablefile.Texts && bytes.ContainsAny(line[start:], ",\"\r\n") {
				field := strings.ReplaceAll(string(line[start:]), `"`, `""`)
				line = append(append(append(line[:start], '"'), field...), '"')
			}
		}
	}
	if _, err := buffer.Write(append(line, '\n')); err != nil {
		return err
	}
	return buffer.Flush()
}

func sheet[R any](columns []Column[R], rows []R) *Sheet {
	s := &Sheet{}
	for _, c := range columns {
		cells := make([]string, len(rows))
		for i := range rows {
			cells[i] = string(c.appendTo(nil, &rows[i]))
		}
		s.addColumn(c.Field.Name, c.Field.Kind != tablefile.Texts, cells)
	}
	return s
}
