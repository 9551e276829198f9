package matrix

import (
	"strconv"

	"feltlab/model/cards"
	"feltlab/model/features"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// A column of a file whose rows are made from values of type R: its name and type, and how a
// value goes into an Arrow builder and into a line of CSV.
type column[R any] struct {
	field  arrow.Field
	append func(array.Builder, *R)
	csv    func([]byte, *R) []byte
}

func newColumn[R any](name string, kind arrow.DataType, put func(array.Builder, *R), csv func([]byte, *R) []byte) column[R] {
	return column[R]{arrow.Field{Name: name, Type: kind}, put, csv}
}

func textColumn[R any](name string, get func(*R) string) column[R] {
	return newColumn(name, arrow.BinaryTypes.String,
		func(b array.Builder, r *R) { b.(*array.StringBuilder).Append(get(r)) },
		func(line []byte, r *R) []byte { return append(line, get(r)...) })
}

func boolColumn[R any](name string, get func(*R) bool) column[R] {
	return newColumn(name, arrow.FixedWidthTypes.Boolean,
		func(b array.Builder, r *R) { b.(*array.BooleanBuilder).Append(get(r)) },
		func(line []byte, r *R) []byte { return strconv.AppendBool(line, get(r)) })
}

func int32Column[R any](name string, get func(*R) int32) column[R] {
	return newColumn(name, arrow.PrimitiveTypes.Int32,
		func(b array.Builder, r *R) { b.(*array.Int32Builder).Append(get(r)) },
		func(line []byte, r *R) []byte { return strconv.AppendInt(line, int64(get(r)), 10) })
}

func int64Column[R any](name string, get func(*R) int64) column[R] {
	return newColumn(name, arrow.PrimitiveTypes.Int64,
		func(b array.Builder, r *R) { b.(*array.Int64Builder).Append(get(r)) },
		func(line []byte, r *R) []byte { return strconv.AppendInt(line, get(r), 10) })
}

func floatColumn[R any](name string, get func(*R) float64) column[R] {
	return newColumn(name, arrow.PrimitiveTypes.Float64,
		func(b array.Builder, r *R) { b.(*array.Float64Builder).Append(get(r)) },
		func(line []byte, r *R) []byte { return strconv.AppendFloat(line, get(r), 'g', -1, 64) })
}

// featureColumns returns the columns f1..f73 of rows that have a feature vector.
func featureColumns[R any](vector func(*R) features.Vector) []column[R] {
	out := make([]column[R], features.Count)
	for i := range out {
		id := i + 1
		out[i] = boolColumn("f"+strconv.Itoa(id), func(r *R) bool { return vector(r).Has(id) })
	}
	return out
}

// columns are the columns of a matrix file, in order.
var columns = func() []column[Row] {
	out := []column[Row]{textColumn("flop", func(r *Row) string { return cards.Format(r.Cards[:]) })}
	for i := range 3 {
		out = append(out, int32Column("c"+strconv.Itoa(i+1), func(r *Row) int32 { return int32(r.Cards[i]) }))
	}
	out = append(out, featureColumns(func(r *Row) features.Vector { return r.Features })...)
	return append(out,
		floatColumn("equity", (*Row).Equity),
		int64Column("wins", func(r *Row) int64 { return int64(r.Wins) }),
		int64Column("ties", func(r *Row) int64 { return int64(r.Ties) }),
		int64Column("combos", func(r *Row) int64 { return int64(r.Combos) }),
		int64Column("orbit_weight", func(r *Row) int64 { return int64(r.OrbitWeight) }))
}()

// arrowSchema returns the Arrow schema of columns; no column has nulls.
func arrowSchema[R any](columns []column[R], keys, values []string) *arrow.Schema {
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		fields[i] = c.field
	}
	metadata := arrow.NewMetadata(keys, values)
	return arrow.NewSchema(fields, &metadata)
}
