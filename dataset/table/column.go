package table

import (
	"math"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// Column is a column of a table with a row for each value of type R. Its name says its unit: see Heading.
type Column[R any] struct {
	Field  arrow.Field
	append func(array.Builder, *R)
	text   func([]byte, *R) []byte // appends the value as text
	number func(*R) float64        // of columns of floats, NaN where missing; else nil
	people forPeople
}

// forPeople says how people read a column. Its zero value prints the name's heading and the text of files.
type forPeople struct {
	head    string
	round   bool // to a number of decimals
	places  int
	percent bool // fractions as percent
	signed  bool // with a plus
	hidden  bool // not printed
}

// cell returns a value as people read it.
func (c *Column[R]) cell(r *R) string {
	if !c.people.round || c.number == nil {
		return string(c.text(nil, r))
	}
	v := c.number(r)
	if math.IsNaN(v) {
		return ""
	}
	if c.people.percent {
		v *= 100
	}
	text := Fixed(v, c.people.places)
	if c.people.signed && v > 0 {
		text = "+" + text
	}
	return text
}

type builder[V any] interface {
	array.Builder
	Append(V)
}

// newColumn returns a column of the values of get, missing where it returns false; text appends a value as text.
func newColumn[R, V any, B builder[V]](name string, kind arrow.DataType, get func(*R) (V, bool),
	text func(line []byte, v V) []byte) Column[R] {
	return Column[R]{
		Field: arrow.Field{Name: name, Type: kind},
		append: func(b array.Builder, r *R) {
			if v, ok := get(r); ok {
				b.(B).Append(v)
			} else {
				b.AppendNull()
			}
		},
		text: func(line []byte, r *R) []byte {
			if v, ok := get(r); ok {
				line = text(line, v)
			}
			return line
		},
	}
}

func always[R, V any](get func(*R) V) func(*R) (V, bool) {
	return func(r *R) (V, bool) { return get(r), true }
}

func appendText(line []byte, v string) []byte   { return append(line, v...) }
func appendInt(line []byte, v int64) []byte     { return strconv.AppendInt(line, v, 10) }
func appendFloat(line []byte, v float64) []byte { return strconv.AppendFloat(line, v, 'g', -1, 64) }

// Headed returns the column with a heading of its own in tables for people.
func (c Column[R]) Headed(heading string) Column[R] {
	c.people.head = heading
	return c
}

// Rounded returns a column of floats that is written with a number of decimals wherever it is text.
func (c Column[R]) Rounded(decimals int) Column[R] {
	get := c.number
	c.text = func(line []byte, r *R) []byte {
		if v := get(r); !math.IsNaN(v) {
			line = append(line, Fixed(v, decimals)...)
		}
		return line
	}
	return c
}

// Fixed writes a number with a number of decimals; zero has no sign.
func Fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// AtMost prints an upper limit with a number of decimals, rounded up.
func AtMost(v float64, decimals int) string {
	const rounding = 1e-6
	scale := math.Pow10(decimals)
	return Fixed(math.Ceil(v*scale-rounding)/scale, decimals)
}

// Percent returns a column of fractions in percentage points; its name gains "_percent".
func (c Column[R]) Percent() Column[R] {
	get := c.number
	return OptionalFloat(c.Field.Name+"_percent", func(r *R) float64 { return 100 * get(r) })
}

// Text is a column of UTF-8 text.
func Text[R any](name string, get func(*R) string) Column[R] {
	return newColumn[R, string, *array.StringBuilder](name, arrow.BinaryTypes.String, always(get), appendText)
}

// Bool is a column of truth values, true and false as text.
func Bool[R any](name string, get func(*R) bool) Column[R] {
	return newColumn[R, bool, *array.BooleanBuilder](name, arrow.FixedWidthTypes.Boolean, always(get),
		strconv.AppendBool)
}

// Int32 is a column of 32-bit integers.
func Int32[R any](name string, get func(*R) int32) Column[R] {
	return newColumn[R, int32, *array.Int32Builder](name, arrow.PrimitiveTypes.Int32, always(get),
		func(line []byte, v int32) []byte { return appendInt(line, int64(v)) })
}

// Int64 is a column of 64-bit integers.
func Int64[R any](name string, get func(*R) int64) Column[R] {
	return newColumn[R, int64, *array.Int64Builder](name, arrow.PrimitiveTypes.Int64, always(get), appendInt)
}

// OptionalInt64 is a column of integers that may be missing.
func OptionalInt64[R any](name string, get func(*R) (v int64, ok bool)) Column[R] {
	c := newColumn[R, int64, *array.Int64Builder](name, arrow.PrimitiveTypes.Int64, get, appendInt)
	c.Field.Nullable = true
	return c
}

// Float is a column of float64s, as text with as many digits as read back to the same value.
func Float[R any](name string, get func(*R) float64) Column[R] {
	c := newColumn[R, float64, *array.Float64Builder](name, arrow.PrimitiveTypes.Float64, always(get), appendFloat)
	c.number = get
	return c
}

// OptionalFloat is a column of float64s that are missing where get returns NaN.
func OptionalFloat[R any](name string, get func(*R) float64) Column[R] {
	c := newColumn[R, float64, *array.Float64Builder](name, arrow.PrimitiveTypes.Float64,
		func(r *R) (float64, bool) { v := get(r); return v, !math.IsNaN(v) }, appendFloat)
	c.Field.Nullable, c.number = true, get
	return c
}

// Term is an entry of a column of formulas.
type Term struct {
	ID     int32
	Name   string
	Weight float64
}

// Formula is a column of lists of terms, LIST<STRUCT<id, name, weight>>; as text "F54:0.86;F41:-0.18".
func Formula[R any](name string, get func(*R) []Term) Column[R] {
	term := arrow.StructOf(
		arrow.Field{Name: "id", Type: arrow.PrimitiveTypes.Int32},
		arrow.Field{Name: "name", Type: arrow.BinaryTypes.String},
		arrow.Field{Name: "weight", Type: arrow.PrimitiveTypes.Float64})
	return Column[R]{
		Field: arrow.Field{Name: name, Type: arrow.ListOfNonNullable(term)},
		append: func(b array.Builder, r *R) {
			list := b.(*array.ListBuilder)
			list.Append(true)
			terms := list.ValueBuilder().(*array.StructBuilder)
			for _, t := range get(r) {
				terms.Append(true)
				terms.FieldBuilder(0).(*array.Int32Builder).Append(t.ID)
				terms.FieldBuilder(1).(*array.StringBuilder).Append(t.Name)
				terms.FieldBuilder(2).(*array.Float64Builder).Append(t.Weight)
			}
		},
		text: func(line []byte, r *R) []byte {
			for i, t := range get(r) {
				if i > 0 {
					line = append(line, ';')
				}
				line = appendFloat(append(appendInt(append(line, 'F'), int64(t.ID)), ':'), t.Weight)
			}
			return line
		},
	}
}

// Schema returns the Arrow schema of columns with a file's metadata.
func Schema[R any](columns []Column[R], metadata [][2]string) *arrow.Schema {
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		fields[i] = c.Field
	}
	var keys, values []string
	for _, item := range metadata {
		keys, values = append(keys, item[0]), append(values, item[1])
	}
	m := arrow.NewMetadata(keys, values)
	return arrow.NewSchema(fields, &m)
}
