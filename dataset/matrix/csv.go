package matrix

import (
	"io"

	"feltlab/dataset/table"
)

// WriteCSV writes the matrix as CSV: a header and one line per row, the columns of the
// Parquet file, booleans as true and false, equities with as many digits as read back to the
// same float64. No field needs quotes. Errors are those of w.
func WriteCSV(w io.Writer, m *Matrix) error { return table.WriteCSV(w, columns, m.Flops) }
