package matrix

import (
	"io"
	"strconv"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/features"
)

// featureColumns returns the columns f1..f73 of rows that have a feature vector.
func featureColumns[R any](vector func(*R) features.Vector) []table.Column[R] {
	out := make([]table.Column[R], features.Count)
	for i := range out {
		id := i + 1
		out[i] = table.Bool("f"+strconv.Itoa(id), func(r *R) bool { return vector(r).Has(id) })
	}
	return out
}

// columns are the columns of a matrix file, in order.
var columns = func() []table.Column[Row] {
	out := []table.Column[Row]{table.Text("flop", func(r *Row) string { return cards.Format(r.Cards[:]) })}
	for i := range 3 {
		out = append(out, table.Int32("c"+strconv.Itoa(i+1), func(r *Row) int32 { return int32(r.Cards[i]) }))
	}
	out = append(out, featureColumns(func(r *Row) features.Vector { return r.Features })...)
	return append(out,
		table.Float("equity", (*Row).Equity),
		table.Int64("wins", func(r *Row) int64 { return int64(r.Wins) }),
		table.Int64("ties", func(r *Row) int64 { return int64(r.Ties) }),
		table.Int64("combos", func(r *Row) int64 { return int64(r.Combos) }),
		table.Int64("orbit_weight", func(r *Row) int64 { return int64(r.OrbitWeight) }))
}()

// WriteCSV writes the matrix as CSV: a header and one line a row, with the columns of the Parquet
// file. Equities have as many digits as read back to the same float64. Errors are those of w.
func WriteCSV(w io.Writer, m *Matrix) error { return table.WriteCSV(w, columns, m.Flops) }
