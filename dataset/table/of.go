package table

import (
	"encoding"
	"math"
	"reflect"
	"slices"
)

// Of lists the columns of a struct, or of pointers to one: its exported fields with a name in JSON, in order,
// under that name; the fields of embedded structs count as its own. Text, truth values and numbers are columns,
// and what marshals itself as text; lists, maps and structs are not. A number is missing where a pointer is nil,
// a float is NaN, or a field with omitempty is 0.
func Of[R any]() (columns []Column[R]) {
	for _, f := range fieldsOf(behind(reflect.TypeFor[R]()), nil) {
		if c, ok := columnOf[R](&f); ok {
			columns = append(columns, c)
		}
	}
	return columns
}

// Pick returns the columns with some names, in their order. It panics where there is none.
func Pick[R any](columns []Column[R], names ...string) []Column[R] {
	picked := make([]Column[R], len(names))
	for i, name := range names {
		picked[i] = columns[slices.IndexFunc(columns, func(c Column[R]) bool { return c.Field.Name == name })]
	}
	return picked
}

// columnOf makes a column of a field, if its kind can be one.
func columnOf[R any](f *answerField) (Column[R], bool) {
	value := func(r *R) (reflect.Value, bool) { return f.in(reflect.ValueOf(r)) }
	switch kind := f.kind; {
	case isText(kind):
		return Text(f.name, func(r *R) (text string) {
			if v, ok := value(r); ok {
				bytes, _ := v.Interface().(encoding.TextMarshaler).MarshalText()
				text = string(bytes)
			}
			return text
		}), true
	case kind.Kind() == reflect.String:
		return Text(f.name, func(r *R) string {
			if v, ok := value(r); ok {
				return v.String()
			}
			return ""
		}), true
	case kind.Kind() == reflect.Bool:
		return Bool(f.name, func(r *R) bool { v, ok := value(r); return ok && v.Bool() }), true
	case kind.Kind() == reflect.Float64:
		return OptionalFloat(f.name, func(r *R) float64 {
			if v, ok := value(r); ok {
				return v.Float()
			}
			return math.NaN()
		}), true
	case kind.ConvertibleTo(reflect.TypeFor[int64]()):
		return OptionalInt64(f.name, func(r *R) (int64, bool) {
			if v, ok := value(r); ok {
				return v.Convert(reflect.TypeFor[int64]()).Int(), true
			}
			return 0, false
		}), true
	}
	return Column[R]{}, false
}
