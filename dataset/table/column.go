package table

import (
	"math"
	"strconv"
	"strings"

	"feltlab/dataset/tablefile"
)

type value = tablefile.Value

// Column is a column of a table with a row for each value of type R. Its name says its unit: see Heading.
type Column[R any] struct {
	Field   tablefile.Field
	value   func(*R) value
	truth   func(*R) bool // the value of truth values, for speed; or nil
	rounded bool          // as text of any kind
	places  int
}

// appendTo appends a value as text of a file: nothing if it is missing, "F54:0.86;F41:-0.18" for a formula.
func (c *Column[R]) appendTo(line []byte, r *R) []byte {
	if c.truth != nil {
		return strconv.AppendBool(line, c.truth(r))
	}
	v := c.value(r)
	switch {
	case v.Missing:
	case c.Field.Kind == tablefile.Texts:
		line = append(line, v.Text...)
	case c.Field.Kind == tablefile.Truths:
		line = strconv.AppendBool(line, v.Int != 0)
	case c.Field.Kind == tablefile.Reals && c.rounded:
		line = append(line, Fixed(v.Real, c.places)...)
	case c.Field.Kind == tablefile.Reals:
		line = appendFloat(line, v.Real)
	case c.Field.Kind == tablefile.Formulas:
		for i, t := range v.Terms {
			if i > 0 {
				line = append(line, ';')
			}
			line = appendFloat(append(strconv.AppendInt(append(line, 'F'), int64(t.ID), 10), ':'), t.Weight)
		}
	default:
		line = strconv.AppendInt(line, v.Int, 10)
	}
	return line
}

func appendFloat(line []byte, v float64) []byte { return strconv.AppendFloat(line, v, 'g', -1, 64) }

// Rounded returns a column of floats that is written with a number of decimals wherever it is text.
func (c Column[R]) Rounded(decimals int) Column[R] {
	c.rounded, c.places = true, decimals
	return c
}

// Percent returns a column of fractions in percentage points; its name gains "_percent".
func (c Column[R]) Percent() Column[R] {
	of := c.value
	c.Field.Name += "_percent"
	c.value = func(r *R) value {
		v := of(r)
		v.Real *= 100
		return v
	}
	return c
}

// Through returns the columns of S as columns of R, by what of returns for a row.
func Through[R, S any](columns []Column[S], of func(*R) *S) []Column[R] {
	out := make([]Column[R], len(columns))
	for i, c := range columns {
		get := func(r *R) value { return c.value(of(r)) }
		out[i] = Column[R]{Field: c.Field, value: get, rounded: c.rounded, places: c.places}
	}
	return out
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

func column[R any](name string, kind tablefile.Kind, nullable bool, get func(*R) value) Column[R] {
	return Column[R]{Field: tablefile.Field{Name: name, Kind: kind, Nullable: nullable}, value: get}
}

// Text is a column of UTF-8 text.
func Text[R any](name string, get func(*R) string) Column[R] {
	return column(name, tablefile.Texts, false, func(r *R) value { return value{Text: get(r)} })
}

// Bool is a column of truth values, true and false as text.
func Bool[R any](name string, get func(*R) bool) Column[R] {
	c := column(name, tablefile.Truths, false, func(r *R) (v value) {
		if get(r) {
			v.Int = 1
		}
		return v
	})
	c.truth = get
	return c
}

// Int32 is a column of 32-bit integers.
func Int32[R any](name string, get func(*R) int32) Column[R] {
	return column(name, tablefile.Int32s, false, func(r *R) value { return value{Int: int64(get(r))} })
}

// Int64 is a column of 64-bit integers.
func Int64[R any](name string, get func(*R) int64) Column[R] {
	return column(name, tablefile.Int64s, false, func(r *R) value { return value{Int: get(r)} })
}

// OptionalInt64 is a column of integers that may be missing.
func OptionalInt64[R any](name string, get func(*R) (v int64, ok bool)) Column[R] {
	return column(name, tablefile.Int64s, true, func(r *R) value {
		n, ok := get(r)
		return value{Missing: !ok, Int: n}
	})
}

// Float is a column of float64s, as text with as many digits as read back to the same value.
func Float[R any](name string, get func(*R) float64) Column[R] {
	return column(name, tablefile.Reals, false, func(r *R) value { return value{Real: get(r)} })
}

// OptionalFloat is a column of float64s that are missing where get returns NaN.
func OptionalFloat[R any](name string, get func(*R) float64) Column[R] {
	return column(name, tablefile.Reals, true, func(r *R) value {
		v := get(r)
		return value{Missing: math.IsNaN(v), Real: v}
	})
}

// Formula is a column of lists of terms, LIST<STRUCT<id, name, weight>> in Parquet and Arrow.
func Formula[R any](name string, get func(*R) []tablefile.Term) Column[R] {
	return column(name, tablefile.Formulas, false, func(r *R) value { return value{Terms: get(r)} })
}

// Fields describes columns.
func Fields[R any](columns []Column[R]) []tablefile.Field {
	fields := make([]tablefile.Field, len(columns))
	for i, c := range columns {
		fields[i] = c.Field
	}
	return fields
}
