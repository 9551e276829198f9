package table

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

	"feltlab/internal/plain"
)

// LineWidth is the width of what Show prints.
const LineWidth = 80

// Show prints an answer for people: a title, the answer's values one a line, its lists as tables, and notes. The
// answer is a struct, or a pointer to one, that also is the answer's JSON; its fields are found as Of finds them, and
// a list is a field of structs with a name in JSON. What is missing is left out.
//
// The tag "text" of a field says how people read it:
//
//	Hand   string   `json:"hand" text:"-"`               not shown: the title has it
//	Equity float64  `json:"equity" text:",%4"`           a fraction as percent, with 4 decimals
//	Change float64  `json:"change" text:",%+2"`          the same with its sign, and 2 decimals
//	Seen   float64  `json:"seen" text:"time seen,1"`     another heading, and 1 decimal
//	Parts           `text:"win,tie"`                     of an embedded struct, only these fields
//	Hands  []Row    `json:"hands" text:"best hands,10"`  another heading, and at most 10 rows
//
// A heading without a tag is that of the name in JSON: see Heading. The heading of a list stands above its first column
// if that is text. Title and notes are wrapped; "" prints nothing.
func Show(w io.Writer, title string, answer any, notes ...string) error {
	const indent = "  "
	var b strings.Builder
	if title != "" {
		b.WriteString(Wrap(title, indent, LineWidth) + "\n")
	}
	values(&b, indent, answer)
	for _, text := range notes {
		if text != "" {
			b.WriteString(indent + Wrap(text, indent+indent, LineWidth-len(indent)) + "\n")
		}
	}
	for _, l := range listsOf(reflect.ValueOf(answer)) {
		if err := l.print(&b, indent); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// values prints the values of an answer, each behind its name; numbers end in one column.
func values(b *strings.Builder, indent string, answer any) {
	type line struct {
		name, text, unit string
		number           bool
	}
	var lines []line
	var name, number int // widths
	for _, c := range columnsOf[any](pointed(reflect.TypeOf(answer)), nil) {
		l := line{name: c.heading(false), text: plain.Line(c.cell(&answer))}
		if c.people.hidden || l.text == "" {
			continue
		}
		if l.number = c.Field.Kind != Texts; l.number {
			number = max(number, len(l.text))
		}
		if c.people.percent {
			l.unit = "%"
		}
		name = max(name, utf8.RuneCountInString(l.name))
		lines = append(lines, l)
	}
	for _, l := range lines {
		if l.number {
			l.text = strings.Repeat(" ", number-len(l.text)) + l.text
		}
		space := strings.Repeat(" ", name-utf8.RuneCountInString(l.name))
		b.WriteString(indent + l.name + space + "  " + l.text + l.unit + "\n")
	}
}

// pointed returns the type behind pointers.
func pointed(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// list is a field of an answer that holds rows.
type list struct {
	people forPeople
	rows   reflect.Value
}

// listsOf finds the lists of an answer, those of embedded structs too.
func listsOf(v reflect.Value) (lists []list) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Tag.Get("text") == "-":
		case f.Anonymous && name == "" && pointed(f.Type).Kind() == reflect.Struct:
			lists = append(lists, listsOf(v.Field(i))...)
		case name == "" || name == "-" || f.Type.Kind() != reflect.Slice || v.Field(i).Len() == 0:
		default:
			if p := peopleOf(f); pointed(f.Type.Elem()).Kind() == reflect.Struct && !p.hidden {
				lists = append(lists, list{p, v.Field(i)})
			}
		}
	}
	return lists
}

func (l *list) print(b *strings.Builder, indent string) error {
	columns := columnsOf[any](pointed(l.rows.Type().Elem()), nil)
	var rows []any
	for i := range l.rows.Len() {
		if l.people.round && i == l.people.places {
			break
		}
		rows = append(rows, l.rows.Index(i).Addr().Interface())
	}
	if l.people.head != "" && len(columns) > 0 {
		columns[0] = columns[0].Headed(l.people.head)
	}
	b.WriteByte('\n')
	err := Print(b, indent, columns, rows)
	if more := l.rows.Len() - len(rows); more > 0 && err == nil {
		fmt.Fprintf(b, "%sand %d more\n", indent, more)
	}
	return err
}

// Wrap breaks a text between words into lines of some width; lines after the first begin with the indent.
func Wrap(text, indent string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Split(text, " ") {
		length := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+length > width:
			b.WriteString("\n" + indent)
			column = utf8.RuneCountInString(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	return b.String()
}
