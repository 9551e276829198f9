package table

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"feltlab/internal/plain"
)

// LineWidth is the width of what Show prints.
const LineWidth = 80

// Show prints an answer for people: a title, the answer's values one a line, notes, and values by seat; then, in
// their order, what it contains: lists of rows as tables, and answers within it, each like an answer of its own. The
// answer is a struct that also is the answer's JSON, a pointer to one, or a list of them; fields are found as Of
// finds them. What is missing is left out. Title, notes and long texts are wrapped; "" prints nothing.
//
// The tags of a field say how people read it:
//
//	Hand   string     `json:"hand" text:"-"`                 not shown: the title has it
//	Equity float64    `json:"equity" text:",%4"`             a fraction as percent, with 4 decimals
//	Change float64    `json:"change" text:",%+2"`            the same with its sign, and 2 decimals
//	Most   float64    `json:"most" text:",<2"`               an upper limit, rounded up to 2 decimals
//	Lost   float64    `json:"lost" text:",~4"`               4 decimals, or two digits where all 4 would be 0
//	Seen   float64    `json:"seen" text:"time seen,1"`       another heading, and 1 decimal
//	Parts             `text:"win,tie"`                       of an embedded struct, only these fields
//	Hands  []Row      `json:"hands" text:"best hands,10"`    another heading, and at most 10 rows
//	Key    string     `json:"key" text:",16"`                at most 16 characters
//	Size   int64      `json:"size" text:",B"`                a number of bytes
//	Gap    float64    `json:"gap" text:",4" unit:"chips"`    the unit, beside the value or in the heading
//	Loss   float64    `json:"loss" text:",4" unit:"unit"`    the same, from the answer's field "unit" in JSON
//	Won    [2]float64 `json:"won" text:",4" by:"SeatNames"`  numbers by seat: a table, or columns of a row
//
// Without a tag the heading follows from the name in JSON: see Heading. The heading of a list stands above its first
// column. "by" names a field or method of the answer, or of an answer around it, that lists the seats'
// names. Numbers of several fields by the same names share a table. Without "by", two numbers are an interval,
// "1 to 2", and other lists and maps are printed in one line, long ones with an
// entry a line.
//
// An answer with a method Title, Notes or Measure says these itself; a list of answers with a title is
// not a table, but shows each of them.
func Show(w io.Writer, title string, answer any, notes ...string) error {
	s := shower{}
	s.answer(reflect.ValueOf(answer), title, notes)
	_, err := io.WriteString(w, s.b.String())
	return err
}

// Titled is an answer that says in words what it is about.
type Titled interface{ Title() string }

// Noted is an answer with notes below its values.
type Noted interface{ Notes() []string }

// Measured is an answer whose numbers in its field "unit" people read in another unit: times a factor.
type Measured interface {
	Measure() (unit string, factor float64)
}

const step = "  " // of an answer within another

// shower prints an answer.
type shower struct {
	b      strings.Builder
	indent string          // of a title
	begun  int             // length behind the last title
	around []reflect.Value // the answer and those around it, outermost first
}

// answer prints an answer with its title, a list as an answer without values.
func (s *shower) answer(v reflect.Value, title string, notes []string) {
	if v.IsValid() && v.CanInterface() {
		if t, ok := v.Interface().(Titled); ok && title == "" {
			title = t.Title()
		}
		if n, ok := v.Interface().(Noted); ok {
			notes = append(slices.Clone(notes), n.Notes()...)
		}
	}
	if title != "" {
		s.b.WriteString(s.indent + Wrap(title, s.indent+step, LineWidth-len(s.indent)) + "\n")
	}
	s.begun = s.b.Len()
	outer := s.indent
	s.indent += step
	defer func() { s.indent = outer }()
	v = follow(v)
	var bySeat, inner []answerField
	if v.IsValid() && v.Kind() == reflect.Struct {
		s.around = append(s.around, v)
		defer func() { s.around = s.around[:len(s.around)-1] }()
		bySeat, inner = s.values(v)
	}
	for _, text := range notes {
		if text != "" {
			s.b.WriteString(s.indent + Wrap(text, s.indent+step, LineWidth-len(s.indent)) + "\n")
		}
	}
	s.seats(v, bySeat)
	if v.IsValid() && v.Kind() == reflect.Slice {
		s.list(v, "", forPeople{})
	}
	for _, f := range inner {
		part, ok := f.in(v)
		switch {
		case !ok:
		case part.Kind() == reflect.Slice:
			s.list(part, f.name, f.people)
		default:
			s.apart()
			s.answer(part, f.people.heading(f.name, false), nil)
		}
	}
}

// values prints the values of an answer, each behind its name; numbers end in one column. It returns the fields with
// numbers by seat, and those that hold answers and lists of rows.
func (s *shower) values(v reflect.Value) (bySeat, inner []answerField) {
	type line struct {
		name, text, unit string
		number           bool
	}
	var lines []line
	var name, number int // widths
	for _, f := range fieldsOf(v.Type(), nil) {
		value, ok := f.in(v)
		switch {
		case !ok || f.people.hidden:
			continue
		case holdsAnswers(f.kind):
			inner = append(inner, f)
			continue
		case f.people.by != "":
			bySeat = append(bySeat, f)
			continue
		}
		s.inUnit(&f.people)
		l := line{name: f.people.heading(f.name, false), text: plain.Line(f.people.text(value))}
		if l.text == "" {
			continue
		}
		if value.Kind() == reflect.Slice && len(l.text) > LineWidth { // an entry a line
			for i := range value.Len() {
				lines = append(lines, line{name: l.name, text: plain.Line(f.people.text(value.Index(i)))})
				name, l.name = max(name, utf8.RuneCountInString(l.name)), ""
			}
			continue
		}
		if l.number = isNumber(f.kind); l.number {
			number = max(number, len(l.text))
		}
		if f.people.unit != "" {
			l.unit = " " + f.people.unit
		}
		if f.people.percent {
			l.unit = "%"
		}
		name = max(name, utf8.RuneCountInString(l.name))
		lines = append(lines, l)
	}
	for _, l := range lines {
		if l.number {
			l.text = strings.Repeat(" ", number-len(l.text)) + l.text
		}
		before := s.indent + strings.Repeat(" ", name) + step
		l.name += strings.Repeat(" ", name-utf8.RuneCountInString(l.name))
		s.b.WriteString(Wrap(s.indent+l.name+step+l.text+l.unit, before, LineWidth) + "\n")
	}
	return bySeat, inner
}

// holdsAnswers reports whether a field is an answer, or a list of them.
func holdsAnswers(t reflect.Type) bool {
	if t.Kind() == reflect.Slice {
		t = behind(t.Elem())
	}
	return t.Kind() == reflect.Struct && !isText(t) && !t.Implements(reflect.TypeFor[fmt.Stringer]())
}

// inUnit replaces the unit "unit" by that of the nearest answer's field "unit", or by that of its Measure.
func (s *shower) inUnit(p *forPeople) {
	if p.unit != "unit" && p.unit != "see unit" {
		return
	}
	p.unit = ""
	for _, v := range slices.Backward(s.around) {
		for _, f := range fieldsOf(v.Type(), nil) {
			if unit, ok := f.in(v); ok && f.name == "unit" {
				if p.unit = fmt.Sprint(unit); v.CanInterface() {
					if m, ok := v.Interface().(Measured); ok {
						p.unit, p.factor = m.Measure()
					}
				}
				return
			}
		}
	}
}

// list prints a list of answers with titles one after the other, another list as a table.
func (s *shower) list(rows reflect.Value, name string, p forPeople) {
	if rows.Len() == 0 {
		return
	}
	if rows.Type().Elem().Implements(reflect.TypeFor[Titled]()) {
		for i := range rows.Len() {
			s.apart()
			s.answer(rows.Index(i), "", nil)
		}
		return
	}
	shown := rows.Len()
	if p.round {
		shown = min(shown, p.places)
	}
	s.print(s.sheet(rows.Slice(0, shown), p.head))
	if more := rows.Len() - shown; more > 0 {
		fmt.Fprintf(&s.b, "%sand %d more\n", s.indent, more)
	}
}

// SheetOf returns a list of rows as Show prints it, for a page.
func SheetOf(rows any) *Sheet { return (&shower{}).sheet(reflect.ValueOf(rows), "") }

// sheet has the rows of a list, with a heading of its own above the first column unless that is "".
func (s *shower) sheet(rows reflect.Value, head string) *Sheet {
	sheet := &Sheet{}
	for _, c := range s.columns(behind(rows.Type().Elem()), rows) {
		cells := make([]string, rows.Len())
		for i := range cells {
			cells[i] = c.cell(rows.Index(i))
		}
		if slices.ContainsFunc(cells, func(text string) bool { return text != "" }) {
			if len(sheet.Header) == 0 {
				c.head = cmp.Or(head, c.head)
			}
			sheet.addColumn(c.head, c.number, cells)
		}
	}
	return sheet
}

// apart prints an empty line below what is printed, unless that is a title.
func (s *shower) apart() {
	if s.b.Len() > s.begun {
		s.b.WriteByte('\n')
	}
}

func (s *shower) print(sheet *Sheet) {
	s.apart()
	sheet.Print(&s.b, s.indent)
}

// rowColumn is a column of a list.
type rowColumn struct {
	head   string
	number bool
	cell   func(row reflect.Value) string
}

// columns lists the columns of rows: a field with numbers by seat has one for each seat.
func (s *shower) columns(t reflect.Type, rows reflect.Value) (columns []rowColumn) {
	fields := slices.DeleteFunc(fieldsOf(t, nil), func(f answerField) bool {
		return f.people.hidden || holdsAnswers(f.kind)
	})
	bySeat := 0
	for _, f := range fields {
		if f.people.by != "" {
			bySeat++
		}
	}
	for _, f := range fields {
		s.inUnit(&f.people)
		head := f.people.heading(f.name, true)
		if f.people.by == "" {
			columns = append(columns, rowColumn{head, isNumber(f.kind), f.cell})
			continue
		}
		for i, name := range s.names(f.people.by, rows.Index(0), &f) {
			if bySeat > 1 {
				name = head + ", " + name
			}
			columns = append(columns, rowColumn{name, true, func(row reflect.Value) string { return f.entry(row, i) }})
		}
	}
	return columns
}

// cell is the text of the field in a row.
func (f *answerField) cell(row reflect.Value) string {
	if v, ok := f.in(row); ok {
		return f.people.text(v)
	}
	return ""
}

// entry is the text of an entry of the field.
func (f *answerField) entry(row reflect.Value, i int) string {
	if v, ok := f.in(row); ok && i < v.Len() {
		return f.people.text(v.Index(i))
	}
	return ""
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
