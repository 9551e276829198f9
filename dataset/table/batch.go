package table

import (
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// Header is what a file says before its rows.
type Header struct {
	Columns  []string          // names of all columns
	Metadata map[string]string // none in CSV
	Rows     int64             // number of rows; -1 in CSV and Arrow, which do not say
}

// Batch has some rows, one after the other, of the columns that the caller asked for. Columns and
// rows count from 0. Texts are valid for good.
type Batch struct {
	First   int64 // number of rows before the batch
	Rows    int
	columns []*column
}

// column is a column of a batch, in the slice of its field's type.
type column struct {
	field  arrow.Field
	text   [][]byte
	bools  []bool
	ints   []int64
	floats []float64
}

func newBatch(fields []arrow.Field) *Batch {
	b := &Batch{}
	for _, f := range fields {
		b.columns = append(b.columns, &column{field: f})
	}
	return b
}

// Text returns a value of a column of text.
func (b *Batch) Text(column, row int) []byte { return b.columns[column].text[row] }

// Bool returns a value of a column of truth values.
func (b *Batch) Bool(column, row int) bool { return b.columns[column].bools[row] }

// Int returns a value of a column of integers, which fits the type that the caller asked for.
func (b *Batch) Int(column, row int) int64 { return b.columns[column].ints[row] }

// Float returns a value of a column of floating-point numbers, NaN for a missing one.
func (b *Batch) Float(column, row int) float64 { return b.columns[column].floats[row] }

// empty takes the values out of a column.
func (c *column) empty() {
	c.text, c.bools, c.ints, c.floats = c.text[:0], c.bools[:0], c.ints[:0], c.floats[:0]
}

// check returns an error unless values of a type can be those of the field.
func (c *column) check(of arrow.DataType) error {
	if d, ok := of.(*arrow.DictionaryType); ok {
		of = d.ValueType
	}
	id := of.ID()
	want, fits := "whole numbers", arrow.IsInteger(id) || id == arrow.FLOAT32 || id == arrow.FLOAT64
	switch c.field.Type.ID() {
	case arrow.STRING:
		want, fits = "text", arrow.IsBaseBinary(id) || id == arrow.STRING_VIEW || id == arrow.BINARY_VIEW
	case arrow.BOOL:
		want, fits = "truth values", id == arrow.BOOL
	case arrow.FLOAT64:
		want = "numbers"
	case arrow.INT32, arrow.INT64:
	default:
		return fmt.Errorf("columns of type %v are not read", c.field.Type)
	}
	if !fits {
		return unfit("column %s has values of type %v, want %s", c.field.Name, of, want)
	}
	return nil
}

// add appends values of a type that check accepts. A missing number is NaN or 0, a missing text empty.
func (c *column) add(values arrow.Array) error {
	if values.NullN() == 0 { // the usual columns, at once
		switch a := values.(type) {
		case *array.Boolean:
			for i := range a.Len() {
				c.bools = append(c.bools, a.Value(i))
			}
			return nil
		case *array.Int64:
			if c.field.Type.ID() == arrow.INT64 {
				c.ints = append(c.ints, a.Int64Values()...)
				return nil
			}
		case *array.Float64:
			if c.field.Type.ID() == arrow.FLOAT64 {
				c.floats = append(c.floats, a.Float64Values()...)
				return nil
			}
		}
	}
	missing := func(i int) error { return unfit("value %d from there is missing, and none may be", i+1) }
	append1, err := c.appender(values)
	if err != nil {
		return err
	}
	for i := range values.Len() {
		if !values.IsNull(i) {
			if err := append1(i); err != nil {
				return err
			}
			continue
		}
		if !c.field.Nullable {
			return missing(i)
		}
		switch c.field.Type.ID() {
		case arrow.STRING:
			c.text = append(c.text, nil)
		case arrow.BOOL:
			c.bools = append(c.bools, false)
		case arrow.FLOAT64:
			c.floats = append(c.floats, math.NaN())
		default:
			c.ints = append(c.ints, 0)
		}
	}
	return nil
}

// appender returns a function that appends one of the values.
func (c *column) appender(values arrow.Array) (func(i int) error, error) {
	if d, ok := values.(*array.Dictionary); ok {
		inner, err := c.appender(d.Dictionary())
		return func(i int) error { return inner(d.GetValueIndex(i)) }, err
	}
	switch c.field.Type.ID() {
	case arrow.STRING:
		if text := textOf(values); text != nil {
			return func(i int) error { c.text = append(c.text, text(i)); return nil }, nil
		}
	case arrow.BOOL:
		if truth, ok := values.(*array.Boolean); ok {
			return func(i int) error { c.bools = append(c.bools, truth.Value(i)); return nil }, nil
		}
	default:
		if get := numberOf(values); get != nil && c.field.Type.ID() == arrow.FLOAT64 {
			return func(i int) error { return c.float(i, get(i)) }, nil
		} else if get != nil {
			return func(i int) error { return c.int(i, get(i)) }, nil
		}
	}
	return nil, c.check(values.DataType())
}

func (c *column) float(i int, v number) error {
	if !v.exact {
		return unfit("value %d from there is above 2^53, too large for a float64", i+1)
	}
	c.floats = append(c.floats, v.float)
	return nil
}

func (c *column) int(i int, v number) error {
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	if c.field.Type.ID() == arrow.INT32 {
		least, most = math.MinInt32, math.MaxInt32
	}
	if !v.whole || v.int < least || v.int > most {
		return unfit("value %d from there is not a whole number from %d to %d", i+1, least, most)
	}
	c.ints = append(c.ints, v.int)
	return nil
}

// number is a value as integer and as floating-point number, and whether it is that one.
type number struct {
	int          int64
	float        float64
	whole, exact bool
}

// exact is the largest number up to which a float64 holds every whole number.
const exact = 1 << 53

type valuer[T any] interface{ Value(i int) T }

func wholes[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](a valuer[T]) func(i int) number {
	return func(i int) number {
		v := a.Value(i)
		n := int64(v)
		return number{n, float64(v), v >= 0 == (n >= 0), -exact <= n && n <= exact}
	}
}

func fractions[T float32 | float64](a valuer[T]) func(i int) number {
	return func(i int) number {
		v := float64(a.Value(i))
		return number{int64(v), v, math.Abs(v) <= exact && v == math.Trunc(v), true}
	}
}

// numberOf returns a function for the values of an array of numbers, nil for other arrays.
func numberOf(values arrow.Array) func(i int) number {
	switch a := values.(type) {
	case *array.Int8:
		return wholes(a)
	case *array.Int16:
		return wholes(a)
	case *array.Int32:
		return wholes(a)
	case *array.Int64:
		return wholes(a)
	case *array.Uint8:
		return wholes(a)
	case *array.Uint16:
		return wholes(a)
	case *array.Uint32:
		return wholes(a)
	case *array.Uint64:
		return wholes(a)
	case *array.Float32:
		return fractions(a)
	case *array.Float64:
		return fractions(a)
	}
	return nil
}

// textOf returns a function for the values of an array of text, nil for other arrays.
func textOf(values arrow.Array) func(i int) []byte {
	switch a := values.(type) {
	case *array.String: // without a copy
		text := a.ValueBytes()
		return func(i int) []byte { return text[a.ValueOffset(i)-a.ValueOffset(0):][:a.ValueLen(i)] }
	case valuer[string]: // LargeString, StringView
		return func(i int) []byte { return []byte(a.Value(i)) }
	case valuer[[]byte]:
		return a.Value
	}
	return nil
}
