package table

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// answerField is a field of an answer with a name in JSON.
type answerField struct {
	name   string
	path   []int        // from the answer, through embedded structs
	kind   reflect.Type // its type, behind a pointer
	omit   bool         // 0 is missing
	people forPeople
}

// forPeople says how people read a field. Its zero value prints the name's heading and the text of files.
type forPeople struct {
	head    string
	round   bool // to a number of decimals
	places  int
	percent bool // fractions as percent
	small   bool // numbers that would be rounded to 0 have two digits
	signed  bool // with a plus
	above   bool // rounded up
	bytes   bool // a number of bytes
	hidden  bool // not printed
	unit    string
	factor  float64 // of numbers, unless it is 0
	by      string  // names whose numbers a list has
}

// fieldsOf lists the fields of a struct in order; the fields of embedded structs count as its own.
func fieldsOf(t reflect.Type, path []int) (fields []answerField) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(path), i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch kind := behind(f.Type); {
		case name == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && name == "" && kind.Kind() == reflect.Struct:
			fields = append(fields, only(fieldsOf(kind, at), f.Tag.Get("text"))...)
		case name != "":
			omit := strings.Contains(options, "omit") && f.Type.Kind() != reflect.Pointer
			fields = append(fields, answerField{name, at, kind, omit, peopleOf(f)})
		}
	}
	return fields
}

// only hides the fields of an embedded struct that its tag does not name, if it has one.
func only(fields []answerField, names string) []answerField {
	for i := range fields {
		if names != "" && !slices.Contains(strings.Split(names, ","), fields[i].name) {
			fields[i].people.hidden = true
		}
	}
	return fields
}

// peopleOf reads the tags of a field; see Show.
func peopleOf(f reflect.StructField) (p forPeople) {
	head, format, round := strings.Cut(f.Tag.Get("text"), ",")
	if head == "-" {
		return forPeople{hidden: true}
	}
	p.head, p.round, p.unit, p.by = head, round, f.Tag.Get("unit"), f.Tag.Get("by")
	if p.unit == "count" {
		p.unit = "" // only pages about JSON say it
	}
	format, p.percent = strings.CutPrefix(format, "%")
	format, p.signed = strings.CutPrefix(format, "+")
	format, p.above = strings.CutPrefix(format, "<")
	format, p.small = strings.CutPrefix(format, "~")
	p.bytes = format == "B"
	p.places, _ = strconv.Atoi(format)
	return p
}

// behind returns the type behind pointers.
func behind(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// isText reports whether values of a type write themselves as text.
func isText(t reflect.Type) bool { return t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) }

// isNumber reports whether values of a type are numbers.
func isNumber(t reflect.Type) bool {
	return t == reflect.TypeFor[json.Number]() ||
		!isText(t) && t.Kind() != reflect.Bool && t.ConvertibleTo(reflect.TypeFor[float64]())
}

// in returns the field's value in an answer; ok is false where it is missing.
func (f *answerField) in(v reflect.Value) (_ reflect.Value, ok bool) {
	for i := 0; ; i++ {
		if v = follow(v); !v.IsValid() {
			return v, false
		}
		if i == len(f.path) {
			list := v.Kind() == reflect.Slice || v.Kind() == reflect.Map
			return v, !(f.omit && v.IsZero()) && !(list && v.Len() == 0)
		}
		v = v.Field(f.path[i])
	}
}

// follow returns the value behind pointers and interfaces, the zero Value behind a nil.
func follow(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// heading is the field's name for people: with its unit unless that stands beside each value. A heading of its own
// stands as it is.
func (p *forPeople) heading(name string, unit bool) string {
	head := cmp.Or(p.head, Heading(name))
	switch {
	case unit && p.percent:
		head += " %"
	case unit && p.unit != "" && p.head == "":
		head += ", " + p.unit
	}
	return head
}

// text writes a value for people: a number with its decimals, a pair of numbers as an interval, "by proof 3" for an
// entry of a map; entries of a list and a map stand behind one another. It is empty for what is missing.
func (p *forPeople) text(v reflect.Value) string {
	if v = follow(v); !v.IsValid() {
		return ""
	}
	switch kind := v.Type(); {
	case isText(kind):
		return marshaled(v)
	case v.CanFloat():
		return p.number(v.Float())
	case p.bytes:
		return ByteText(v.Int())
	case v.Kind() == reflect.String && p.round:
		return fmt.Sprintf("%.*s", p.places, v)
	case v.Kind() == reflect.Bool:
		return map[bool]string{true: "yes", false: "no"}[v.Bool()]
	case v.Kind() == reflect.Array || v.Kind() == reflect.Slice:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, p.text(v.Index(i)))
		}
		if v.Kind() == reflect.Array && v.Len() == 2 && isNumber(kind.Elem()) {
			return strings.Join(parts, " to ")
		}
		return strings.Join(parts, ", ")
	case v.Kind() == reflect.Map:
		var parts []string
		for _, key := range v.MapKeys() {
			parts = append(parts, fmt.Sprint(key)+" "+p.text(v.MapIndex(key)))
		}
		slices.Sort(parts)
		return strings.Join(parts, ", ")
	}
	return fmt.Sprint(v)
}

// tiny is the size below which a number without stated decimals has two digits.
const tiny = 1e-3

// number writes a number for people.
func (p *forPeople) number(v float64) string {
	if p.percent {
		v *= 100
	}
	if p.factor != 0 {
		v *= p.factor
	}
	switch {
	case math.IsNaN(v):
		return ""
	case p.small && v != 0 && strings.Trim(Fixed(v, p.places), "-0.") == "",
		!p.round && v != 0 && math.Abs(v) < tiny:
		return strconv.FormatFloat(v, 'g', 2, 64)
	case !p.round:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case p.above:
		return AtMost(v, p.places)
	case p.signed && v > 0:
		return "+" + Fixed(v, p.places)
	}
	return Fixed(v, p.places)
}

// ByteText writes a number of bytes in B, kB or MB.
func ByteText(n int64) string {
	const kilo, mega = 1000, 1000 * 1000
	switch {
	case n >= mega:
		return fmt.Sprintf("%.1f MB", float64(n)/mega)
	case n >= kilo:
		return fmt.Sprintf("%.1f kB", float64(n)/kilo)
	}
	return fmt.Sprintf("%d B", n)
}
