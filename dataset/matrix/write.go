package matrix

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"feltlab/dataset/equity"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/features"
)

func featureColumns[R any](n int, vector func(*R) features.Vector) []table.Column[R] {
	out := make([]table.Column[R], n)
	for i := range out {
		id := i + 1
		out[i] = table.Bool("f"+strconv.Itoa(id), func(r *R) bool { return vector(r).Has(id) })
	}
	return out
}

var columns = columnsOf(features.Count)

// columns returns the columns of the matrix.
func (m *Matrix) columns() []table.Column[Row] {
	if m.Set == nil {
		return columns
	}
	return columnsOf(m.Set.Count())
}

// columnsOf returns the columns of a matrix with n features.
func columnsOf(n int) []table.Column[Row] {
	out := []table.Column[Row]{table.Text("flop", func(r *Row) string { return cards.Format(r.Cards[:]) })}
	for i := range 3 {
		out = append(out, table.Int32("c"+strconv.Itoa(i+1), func(r *Row) int32 { return int32(r.Cards[i]) }))
	}
	out = append(out, featureColumns(n, func(r *Row) features.Vector { return r.Features })...)
	out = append(out, countColumns("", func(r *Row) *equity.Flop { return &r.Flop })...)
	return append(out, table.Int64("orbit_weight", func(r *Row) int64 { return int64(r.OrbitWeight) }))
}

func countColumns[R any](suffix string, flop func(*R) *equity.Flop) []table.Column[R] {
	return []table.Column[R]{
		table.Float("equity"+suffix, func(r *R) float64 { return flop(r).Count().Equity() }),
		table.Int64("wins"+suffix, func(r *R) int64 { return int64(flop(r).Wins) }),
		table.Int64("ties"+suffix, func(r *R) int64 { return int64(flop(r).Ties) }),
		table.Int64("combos"+suffix, func(r *R) int64 { return int64(flop(r).Combos) }),
	}
}

// Format is the version of the layout of matrix files.
const Format = "feltlab-matrix-1"

// Keys of a file's metadata.
const (
	keyFormat      = "feltlab.format"
	keyDefinitions = "feltlab.definitions"
	keyHand        = "feltlab.hand"
	keyCards       = "feltlab.cards"
	keyRange       = "feltlab.range"
	keySource      = "feltlab.source"
	keySHA256      = "feltlab.sha256"
)

// EncodeParquet writes the matrix's Parquet file to w. The error is that of w.
func EncodeParquet(w io.Writer, m *Matrix) error {
	return table.WriteParquet(w, m.columns(), m.metadata(), m.Flops)
}

// EncodeArrow writes the matrix as an Arrow IPC file with the columns and metadata of the Parquet file. The error is
// that of w.
func EncodeArrow(w io.Writer, m *Matrix) error {
	return table.WriteArrow(w, m.columns(), m.metadata(), m.Flops)
}

func (m *Matrix) metadata() [][2]string {
	return [][2]string{
		{keyFormat, Format},
		{keyDefinitions, m.Definitions},
		{keyHand, m.Hand.Text},
		{keyCards, m.Hand.Combo.String()},
		{keyRange, m.Range},
		{keySource, m.Source},
		{keySHA256, m.digest()},
	}
}

// digest returns the SHA-256 of the metadata, one item a line, and the CSV form.
func (m *Matrix) digest() string {
	hash := sha256.New() // its Write never fails
	fmt.Fprintf(hash, "%s\n%s\n%s\n%s\n", m.Hand, m.Range, m.Definitions, m.Source)
	WriteCSV(hash, m)
	return hex.EncodeToString(hash.Sum(nil))
}

// WriteCSV writes the matrix as CSV: a header and one line a row, with the columns of the Parquet
// file. Equities have as many digits as read back to the same float64. Errors are those of w.
func WriteCSV(w io.Writer, m *Matrix) error { return table.WriteCSV(w, m.columns(), m.Flops) }
