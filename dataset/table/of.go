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
	switch kind := f.kind; {
	case isText(kind):
		return Text(f.name, read[R](f, "", marshaled)), true
	case kind.Kind() == reflect.String:
		return Text(f.name, read[R](f, "", reflect.Value.String)), true
	case kind.Kind() == reflect.Bool:
		return Bool(f.name, read[R](f, false, reflect.Value.Bool)), true
	case kind.Kind() == reflect.Float64:
		return OptionalFloat(f.name, read[R](f, math.NaN(), reflect.Value.Float)), true
	case kind.ConvertibleTo(reflect.TypeFor[int64]()):
		return OptionalInt64(f.name, func(r *R) (int64, bool) {
			if v, ok := f.in(reflect.ValueOf(r)); ok {
				return v.Convert(reflect.TypeFor[int64]()).Int(), true
			}
			return 0, false
		}), true
	}
	return Column[R]{}, false
}

func read[R, T any](f *answerField, missing T, get func(reflect.Value) T) func(*R) T {
	return func(r *R) T {
		if v, ok := f.in(reflect.ValueOf(r)); ok {
			return get(v)
		}
		return missing
	}
}

func marshaled(v reflect.Value) string {
	text, _ := v.Interface().(encoding.TextMarshaler).MarshalText()
	return string(text)
}
