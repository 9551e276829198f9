package data

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/tablefile"
	"feltlab/internal/plain"
)

// NamesOf returns the names of a file's columns.
func NamesOf(h tablefile.Header) []string {
	names := slices.Clone(h.Columns)
	for i, name := range names {
		if name == "" {
			names[i] = unnamed + strconv.Itoa(i+1)
		}
	}
	return names
}

// TargetIn finds the column of a target, and the word for which it is 1 if the target is one such as "type=Yes".
func TargetIn(text string, names []string) (column, word string, ok bool) {
	if slices.Contains(names, text) {
		return text, "", true
	}
	for i := len(text) - 1; i > 0; i-- {
		if column := strings.TrimSpace(text[:i]); text[i] == '=' && slices.Contains(names, column) {
			word = strings.TrimSpace(text[i+1:])
			return column, word, word != ""
		}
	}
	return text, "", false
}

// choose makes the columns of a file that the options leave in.
func choose(h tablefile.Header, o *Options, c *choices) (columns []*source, wanted []bool, err error) {
	names := NamesOf(h)
	for i, name := range names {
		switch {
		case slices.Contains(names[:i], name):
			return nil, nil, bad("two columns are called %q; rename one", name)
		case Printable(name) != name:
			return nil, nil, bad("column %q has a name with characters that do not print; rename it", name)
		}
	}
	more := ""
	if len(names) == 1 {
		more = "; fields are separated by commas, semicolons, tabs or bars"
	}
	known := func(what, name string) error {
		if slices.Contains(names, name) {
			return nil
		}
		return bad("%s %q is no column%s; the columns are %s%s", what, name, plain.Hint(name, names), plain.Few(names),
			more)
	}
	estimated, word, ok := TargetIn(o.Target, names)
	if !ok {
		err = known("target", o.Target)
	}
	if word != "" {
		o.Target = estimated + "=" + word
	}
	if o.RowWeight != "" {
		err = cmp.Or(err, known("row weight", o.RowWeight))
	}
	for _, name := range o.Drop {
		switch {
		case name == estimated || name == o.RowWeight:
			err = cmp.Or(err, bad("column %q is left out, but it is the target or the weight of rows", name))
		case name != "" || !slices.Contains(h.Columns, ""): // no name stands for all columns without one
			err = cmp.Or(err, known("left-out column", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.At)) {
		err = cmp.Or(err, known("column with thresholds", name))
	}
	if err != nil {
		return nil, nil, err
	}
	for i, name := range names {
		s := &source{name: name, o: o, unnamed: h.Columns[i] == "", lenient: c != nil, codes: map[string]uint16{}}
		switch name {
		case estimated:
			s.role, s.word = target, word
		case o.RowWeight:
			s.role = weight
		}
		if kind := h.Kinds[i]; kind != "" && s.role == feature && !slices.Contains(o.Drop, name) {
			c.drop(o, name, "its values are of type "+kind, s.unnamed)
		}
		if h.Dates[i] && c != nil {
			c.note("column %q counts days from 1970-01-01 on", name)
		}
		in := !slices.Contains(o.Drop, name) && !(s.unnamed && slices.Contains(o.Drop, ""))
		if wanted = append(wanted, in); in {
			columns = append(columns, s)
		}
	}
	return columns, wanted, nil
}
