package table

import (
	"bufio"
	"io"
)

// WriteCSV writes a header and one line per row; fields are quoted where they need it. Errors
// are those of w.
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
		for k, c := range columns {
			if k > 0 {
				line = append(line, ',')
			}
			line = c.csv(line, &rows[i])
		}
	}
	if _, err := buffer.Write(append(line, '\n')); err != nil {
		return err
	}
	return buffer.Flush()
}
