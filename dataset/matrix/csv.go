package matrix

import (
	"bufio"
	"io"
)

// WriteCSV writes the matrix as CSV: a header and one line per row, the columns of the
// Parquet file, booleans as true and false, equities with as many digits as read back to the
// same float64. No field needs quotes. Errors are those of w.
func WriteCSV(w io.Writer, m *Matrix) error { return writeCSV(w, columns, m.Flops) }

// WriteCSVFile writes the matrix as CSV to a file, which appears under its name when it is
// complete, or not at all.
func WriteCSVFile(path string, m *Matrix) error {
	return writeFile(path, func(w io.Writer) error { return WriteCSV(w, m) })
}

func writeCSV[R any](w io.Writer, columns []column[R], rows []R) error {
	buffer := bufio.NewWriter(w)
	var line []byte
	for i, c := range columns {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(line, c.field.Name...)
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
