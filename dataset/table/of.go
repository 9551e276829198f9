package table

import (
	"encoding"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Of lists the columns of a struct, or of pointers to one: its exported fields with a name in JSON, in order,
// under that name; the fields of embedded structs count as its own. Text, truth values and numbers are columns,
// and what marshals itself as text; lists, maps and structs are not. A number is missing where a pointer is nil,
// a float is NaN, or a field with omitempty is 0. A field's tag "text" says how people read it: see Show.
func Of[R any]() []Column[R] {
	return columnsOf[R](pointed(reflect.TypeFor[R]()), nil)
}

// Pick returns the columns with some names, in their order. It panics where there is none.
func Pick[R any](columns []Column[R], names ...string) []Column[R] {
	picked := make([]Column[R], len(names))
	for i, name := range names {
		picked[i] = columns[slices.IndexFunc(columns, func(c Column[R]) bool { return c.Field.Name == name })]
	}
	return picked
}

func columnsOf[R any](t reflect.Type, path []int) (columns []Column[R]) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(path), i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		kind := f.Type
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && name == "" && kind.Kind() == reflect.Struct:
			columns = append(columns, only(columnsOf[R](kind, at), f.Tag.Get("text"))...)
		case name != "":
			omit := strings.Contains(options, "omit") && f.Type.Kind() != reflect.Pointer
			if c, ok := columnOf[R](name, kind, at, omit); ok {
				c.people = peopleOf(f)
				columns = append(columns, c)
			}
		}
	}
	return columns
}

// only hides the columns of an embedded struct that its tag does not name, if it has one.
func only[R any](columns []Column[R], names string) []Column[R] {
	for i := range columns {
		if names != "" && !slices.Contains(strings.Split(names, ","), columns[i].Field.Name) {
			columns[i].people.hidden = true
		}
	}
	return columns
}

// peopleOf reads the tag of a field: a heading, a comma, and the decimals of a number; behind % it is a fraction
// printed as percent, behind + it has a sign. The heading "-" hides the field.
func peopleOf(f reflect.StructField) (p forPeople) {
	head, format, round := strings.Cut(f.Tag.Get("text"), ",")
	if head == "-" {
		return forPeople{hidden: true}
	}
	p.head, p.round = head, round
	format, p.percent = strings.CutPrefix(format, "%")
	format, p.signed = strings.CutPrefix(format, "+")
	if p.places = 0; format != "" {
		p.places, _ = strconv.Atoi(format)
	}
	return p
}

// columnOf makes a column of a field, if its kind can be one. With omit, 0 is missing.
func columnOf[R any](name string, kind reflect.Type, path []int, omit bool) (Column[R], bool) {
	value := func(r *R) (reflect.Value, bool) {
		v, ok := field(reflect.ValueOf(r).Elem(), path)
		return v, ok && !(omit && v.IsZero())
	}
	switch {
	case kind.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return Text(name, func(r *R) (text string) {
			if v, ok := value(r); ok {
				bytes, _ := v.Interface().(encoding.TextMarshaler).MarshalText()
				text = string(bytes)
			}
			return text
		}), true
	case kind.Kind() == reflect.String:
		return Text(name, func(r *R) string {
			if v, ok := value(r); ok {
				return v.String()
			}
			return ""
		}), true
	case kind.Kind() == reflect.Bool:
		return Bool(name, func(r *R) bool { v, ok := value(r); return ok && v.Bool() }), true
	case kind.Kind() == reflect.Float64:
		return OptionalFloat(name, func(r *R) float64 {
			if v, ok := value(r); ok {
				return v.Float()
			}
			return math.NaN()
		}), true
	case kind.ConvertibleTo(reflect.TypeFor[int64]()):
		return OptionalInt64(name, func(r *R) (int64, bool) {
			if v, ok := value(r); ok {
				return v.Convert(reflect.TypeFor[int64]()).Int(), true
			}
			return 0, false
		}), true
	}
	return Column[R]{}, false
}

func field(v reflect.Value, path []int) (_ reflect.Value, ok bool) {
	for i := 0; ; i++ {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		if i == len(path) {
			return v, true
		}
		v = v.Field(path[i])
	}
}
