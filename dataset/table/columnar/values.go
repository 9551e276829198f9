package columnar

import (
	"math"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"feltlab/dataset/tablefile"
)

// values are the values of an array.
type values struct {
	name string
	arrow.Array
}

// Append implements tablefile.Values.
func (v values) Append(c *tablefile.Chunk) error {
	values := v.Array
	if values.NullN() == 0 { // the usual columns, at once
		switch a := values.(type) {
		case *array.Boolean:
			for i := range a.Len() {
				if c.Field.Kind == tablefile.Truths {
					c.Bools = append(c.Bools, a.Value(i))
				}
			}
			if c.Field.Kind == tablefile.Truths {
				return nil
			}
		case *array.Int64:
			if c.Field.Kind == tablefile.Int64s {
				c.Ints = append(c.Ints, a.Int64Values()...)
				return nil
			}
		case *array.Float64:
			if c.Field.Kind == tablefile.Reals {
				c.Reals = append(c.Reals, a.Float64Values()...)
				return nil
			}
		}
	}
	missing := func(i int) error { return tablefile.Unfit("value %d from there is missing, and none may be", i+1) }
	one, err := appender(c, values)
	if err != nil {
		return err
	}
	for i := range values.Len() {
		if !values.IsNull(i) {
			if err := one(i); err != nil {
				return err
			}
			continue
		}
		if !c.Field.Nullable {
			return missing(i)
		}
		switch c.Field.Kind {
		case tablefile.Texts:
			c.Text = append(c.Text, nil)
		case tablefile.Truths:
			c.Bools = append(c.Bools, false)
		case tablefile.Reals:
			c.Reals = append(c.Reals, math.NaN())
		default:
			c.Ints = append(c.Ints, 0)
		}
	}
	return nil
}

// appender returns a function that appends one of the values.
func appender(c *tablefile.Chunk, values arrow.Array) (func(i int) error, error) {
	if d, ok := values.(*array.Dictionary); ok {
		inner, err := appender(c, d.Dictionary())
		return func(i int) error { return inner(d.GetValueIndex(i)) }, err
	}
	switch c.Field.Kind {
	case tablefile.Texts:
		if text := textOf(values); text != nil {
			return func(i int) error { c.Text = append(c.Text, text(i)); return nil }, nil
		}
	case tablefile.Truths:
		if truth, ok := values.(*array.Boolean); ok {
			return func(i int) error { c.Bools = append(c.Bools, truth.Value(i)); return nil }, nil
		}
	default:
		if get := numberOf(values); get != nil && c.Field.Kind == tablefile.Reals {
			return func(i int) error { return appendReal(c, i, get(i)) }, nil
		} else if get != nil {
			return func(i int) error { return appendInt(c, i, get(i)) }, nil
		}
	}
	want := map[tablefile.Kind]string{tablefile.Texts: "text", tablefile.Truths: "truth values", tablefile.Reals: "numbers",
		tablefile.Int32s: "whole numbers", tablefile.Int64s: "whole numbers"}[c.Field.Kind]
	return nil, tablefile.Unfit("it has values of type %v, want %s", values.DataType(), want)
}

func appendReal(c *tablefile.Chunk, i int, v number) error {
	if !v.exact {
		return tablefile.Unfit("value %d from there is above 2^53, too large for a float64", i+1)
	}
	c.Reals = append(c.Reals, v.float)
	return nil
}

func appendInt(c *tablefile.Chunk, i int, v number) error {
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	if c.Field.Kind == tablefile.Int32s {
		least, most = math.MinInt32, math.MaxInt32
	}
	if !v.whole || v.int < least || v.int > most {
		return tablefile.Unfit("value %d from there is not a whole number from %d to %d", i+1, least, most)
	}
	c.Ints = append(c.Ints, v.int)
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

// Cells implements tablefile.Values.
func (v values) Cells() (func(text []byte, i int) []byte, error) {
	cell := cellOf(v.Array)
	if cell == nil {
		return nil, unfitColumn(v.name, v.DataType())
	}
	return func(text []byte, i int) []byte {
		if v.IsNull(i) {
			return text
		}
		return cell(text, i)
	}, nil
}

// cellOf returns a function that appends a value of an array as text, nil for arrays of other values.
func cellOf(values arrow.Array) func(text []byte, i int) []byte {
	switch a := values.(type) {
	case *array.Boolean:
		return func(text []byte, i int) []byte {
			if a.Value(i) {
				return append(text, '1')
			}
			return append(text, '0')
		}
	case *array.Float64:
		return func(text []byte, i int) []byte { return appendNumber(text, a.Value(i), 64) }
	case *array.Float32:
		return func(text []byte, i int) []byte { return appendNumber(text, float64(a.Value(i)), 32) }
	case *array.Dictionary:
		inner := cellOf(a.Dictionary())
		if inner == nil {
			return nil
		}
		return func(text []byte, i int) []byte { return inner(text, a.GetValueIndex(i)) }
	case *array.Binary, *array.LargeBinary, *array.BinaryView, *array.String, *array.LargeString, *array.StringView:
		of := textOf(values)
		return func(text []byte, i int) []byte { return append(text, of(i)...) }
	case *array.Int8, *array.Int16, *array.Int32, *array.Int64, *array.Uint8, *array.Uint16, *array.Uint32,
		*array.Uint64, *array.Null, *array.Decimal128:
		return func(text []byte, i int) []byte { return append(text, a.ValueStr(i)...) }
	}
	return nil
}

// appendNumber appends a number with the digits that tell it from others of its width in bits.
func appendNumber(text []byte, v float64, width int) []byte {
	format := byte('f')
	if size := math.Abs(v); size >= 1e15 || size < 1e-9 && v != 0 {
		format = 'g'
	}
	return strconv.AppendFloat(text, v, format, -1, width)
}
