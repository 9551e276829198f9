package columnar

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"feltlab/dataset/tablefile"
)

// values are the values of an array.
type values struct {
	name string
	arrow.Array
}

// Append implements tablefile.Values. Numbers of another type are cast, if each fits.
func (v values) Append(c *tablefile.Chunk) error {
	if v.NullN() > 0 && !c.Field.Nullable {
		for i := range v.Len() {
			if v.IsNull(i) {
				return tablefile.Unfit("value %d from there is missing, and none may be", i+1)
			}
		}
	}
	if c.Field.Kind == tablefile.Texts {
		return v.appendText(c)
	}
	a, err := v.cast(c.Field.Kind)
	if err != nil {
		return err
	}
	defer a.Release()
	switch a := a.(type) {
	case *array.Boolean:
		for i := range a.Len() {
			c.Bools = append(c.Bools, a.IsValid(i) && a.Value(i))
		}
	case *array.Float64:
		c.Reals = append(c.Reals, a.Float64Values()...)
		setMissing(a, c.Reals, math.NaN())
	case *array.Int64:
		c.Ints = append(c.Ints, a.Int64Values()...)
		setMissing(a, c.Ints, 0)
	}
	return nil
}

// setMissing sets the missing values of an array, which are the last of a list.
func setMissing[T any](a arrow.Array, list []T, value T) {
	if a.NullN() > 0 {
		list = list[len(list)-a.Len():]
		for i := range list {
			if a.IsNull(i) {
				list[i] = value
			}
		}
	}
}

// appendText appends texts without a copy. Those of a dictionary share its texts.
func (v values) appendText(c *tablefile.Chunk) error {
	texts, at := v.Array, func(i int) int { return i }
	if d, ok := texts.(*array.Dictionary); ok {
		texts, at = d.Dictionary(), d.GetValueIndex
	}
	text := textOf(texts)
	if text == nil {
		return v.unfit("text")
	}
	for i := range v.Len() {
		if v.IsNull(i) {
			c.Text = append(c.Text, nil)
		} else {
			c.Text = append(c.Text, text(at(i)))
		}
	}
	return nil
}

func (v values) unfit(want string) error {
	return tablefile.Unfit("it has values of type %v, want %s", v.DataType(), want)
}

// exact is the largest number up to which a float64 holds every whole number.
const exact = 1 << 53

// cast returns truth values, Int64 for whole numbers or Float64.
func (v values) cast(kind tablefile.Kind) (arrow.Array, error) {
	of := v.DataType()
	if d, ok := of.(*arrow.DictionaryType); ok {
		of = d.ValueType
	}
	fractions := arrow.IsFloating(of.ID()) && of.ID() != arrow.FLOAT16
	number := fractions || arrow.IsInteger(of.ID())
	var to arrow.DataType = arrow.PrimitiveTypes.Int64
	switch {
	case kind == tablefile.Truths && of.ID() == arrow.BOOL:
		to = arrow.FixedWidthTypes.Boolean
	case kind == tablefile.Truths:
		return nil, v.unfit("truth values")
	case kind == tablefile.Reals && number:
		to = arrow.PrimitiveTypes.Float64
	case kind == tablefile.Reals:
		return nil, v.unfit("numbers")
	case !number:
		return nil, v.unfit("whole numbers")
	}
	if arrow.TypeEqual(v.DataType(), to) {
		v.Retain()
		return v.within(kind, fractions)
	}
	a, err := compute.CastArray(context.Background(), v.Array, compute.SafeCastOptions(to))
	if err != nil {
		return nil, tablefile.Unfit("%w", err)
	}
	return values{v.name, a}.within(kind, fractions)
}

// within returns an array whose whole numbers have 32 bits if that is asked for, and are exact if they were fractions.
func (v values) within(kind tablefile.Kind, fractions bool) (arrow.Array, error) {
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	if kind == tablefile.Int32s {
		least, most = math.MinInt32, math.MaxInt32
	} else if fractions {
		least, most = -exact, exact
	}
	if a, ok := v.Array.(*array.Int64); ok && most < math.MaxInt64 {
		for i, n := range a.Int64Values() {
			if a.IsValid(i) && (n < least || n > most) {
				return nil, tablefile.Unfit("value %d from there is not a whole number from %d to %d", i+1, least, most)
			}
		}
	}
	return v.Array, nil
}

type valuer[T any] interface{ Value(i int) T }

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

// describe says which columns of a schema have no text, and which are dates.
func describe(h *tablefile.Header, schema *arrow.Schema) {
	for _, f := range schema.Fields() {
		empty := array.MakeArrayOfNull(memory.DefaultAllocator, f.Type, 0)
		kind := ""
		if cellOf(empty) == nil {
			kind = f.Type.String()
		}
		empty.Release()
		h.Columns, h.Kinds = append(h.Columns, f.Name), append(h.Kinds, kind)
		h.Dates = append(h.Dates, dayOf(f.Type) > 0)
	}
}

// dayOf returns how many units a day has in a type of dates, 0 in others.
func dayOf(of arrow.DataType) float64 {
	const seconds = 24 * 60 * 60
	switch of := of.(type) {
	case *arrow.Date32Type:
		return 1
	case *arrow.Date64Type:
		return seconds * 1e3
	case *arrow.TimestampType:
		return seconds * float64(time.Second/of.Unit.Multiplier())
	}
	return 0
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
	case *array.Decimal32:
		return decimals(a)
	case *array.Decimal64:
		return decimals(a)
	case *array.Decimal128:
		return decimals(a)
	case *array.Decimal256:
		return decimals(a)
	case *array.Date32:
		return func(text []byte, i int) []byte { return strconv.AppendInt(text, int64(a.Value(i)), 10) }
	case *array.Date64:
		return days(a.DataType(), func(i int) int64 { return int64(a.Value(i)) })
	case *array.Timestamp:
		return days(a.DataType(), func(i int) int64 { return int64(a.Value(i)) })
	case *array.Int8, *array.Int16, *array.Int32, *array.Int64, *array.Uint8, *array.Uint16, *array.Uint32,
		*array.Uint64, *array.Null:
		return func(text []byte, i int) []byte { return append(text, a.ValueStr(i)...) }
	}
	return nil
}

// decimals returns a function that appends a decimal with all its digits.
func decimals[T interface{ ToString(scale int32) string }](a interface {
	arrow.Array
	valuer[T]
}) func(text []byte, i int) []byte {
	scale := a.DataType().(arrow.DecimalType).GetScale()
	return func(text []byte, i int) []byte { return append(text, a.Value(i).ToString(scale)...) }
}

// days returns a function that appends a date as days since 1970-01-01.
func days(of arrow.DataType, value func(i int) int64) func(text []byte, i int) []byte {
	day := dayOf(of)
	return func(text []byte, i int) []byte { return appendNumber(text, float64(value(i))/day, 64) }
}

// appendNumber appends a number with the digits that tell it from others of its width in bits.
func appendNumber(text []byte, v float64, width int) []byte {
	format := byte('f')
	if size := math.Abs(v); size >= 1e15 || size < 1e-9 && v != 0 {
		format = 'g'
	}
	return strconv.AppendFloat(text, v, format, -1, width)
}
