package fit

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/data"
	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/internal/plain"
)

// Formula is a formula by the names of its yes/no columns, in the unit of the target.
type Formula struct {
	Intercept float64 // what every estimate has
	Terms     []Term
	Missing   bool // where a column has no value, its thresholds and categories are false; else that is an error
	Words     data.Words
	Decimal   data.Mark
	Columns   []string // names of all yes/no columns that the formula was chosen from; nil if they are not known

	lenient bool // a column that had 0 and 1 alone is false for other numbers; else these are an error
}

// Term is a yes/no column, or a product of two, with its weight.
type Term struct {
	Name   string
	Weight float64
	Parts  []string // of a product of two yes/no columns: their names
}

// Predict applies a formula to the rows of a file, and calls each with every estimate and the row's cells: that in the
// column target, empty if the file has no such column, and then those of the columns to keep, which the file must have,
// as they are there. In the cell of the target, numbers have a point. Columns are found by their names: "Age >= 45" is
// a column of the file, or the numbers of its column Age from 45 on. It notes columns with a category that no row of
// the formula's table had: none of the formula's is true there. The error is that of each, wraps data.ErrData or one of
// package table, or is the system's.
func Predict(path string, f Formula, target string, keep []string, each func(estimate float64, cells []string) error,
) (notes []string, err error) {
	return apply(path, &f, []string{target}, keep, func(int64) bool { return true }, each)
}

// apply applies a formula to the rows of a file that are in, and calls each with their cells in some columns, and then
// in those to keep as they are.
func apply(path string, f *Formula, others, keep []string, in func(row int64) bool,
	each func(estimate float64, cells []string) error) (notes []string, err error) {
	file, err := disk.OpenPiped(path, disk.MostStream)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var terms [][]data.Column
	places := map[string]int{} // of the terms' columns, among the cells that are read
	var actual []int           // of the other columns, -1 without one
	var found []string         // their cells
	known := map[string]bool{} // yes/no columns, and columns with a note
	for _, name := range f.Columns {
		known[name] = true
	}
	values := len(others)
	others = slices.Concat(others, keep)
	words := make([]string, len(others))
	begin := func(h tablefile.Header) (wanted []bool, err error) {
		names := data.NamesOf(h)
		if terms, err = f.columns(names); err != nil {
			return nil, err
		}
		columns := make([]string, len(others))
		for i, name := range others {
			if columns[i] = name; i < values {
				columns[i], words[i], _ = data.TargetIn(name, names)
			} else if !slices.Contains(names, name) {
				return nil, bad("column %q to keep is no column%s; the columns are %s", name, plain.Hint(name, names),
					plain.Few(names))
			}
		}
		var kept []string
		for _, name := range names {
			needed := slices.Contains(columns, name) || slices.ContainsFunc(slices.Concat(terms...),
				func(c data.Column) bool { return c.From == name })
			if wanted = append(wanted, needed); needed {
				places[name] = len(kept)
				kept = append(kept, name)
			}
		}
		for _, name := range columns {
			actual = append(actual, slices.Index(kept, name))
		}
		found = make([]string, len(actual))
		return wanted, nil
	}
	err = tablefile.Rows(file, begin, func(row int64, cells []string) error {
		if !in(row) {
			return nil
		}
		estimate := f.Intercept
		for i, conditions := range terms {
			all := true
			for _, c := range conditions {
				cell := cells[places[c.From]]
				holds, err := holds(&c, cell, row, f)
				if err != nil && !(f.lenient && errors.Is(err, errNeverSeen)) {
					return err
				}
				all = all && holds
				if holds || c.Kind != data.Category || f.Columns == nil || known[c.From] || f.Words.Missing(cell) ||
					known[c.From+" = "+data.Printable(cell)] {
					continue
				}
				known[c.From] = true
				notes = append(notes, fmt.Sprintf("column %q, row %d: the formula was not fitted to %q, so that none "+
					"of its categories is true there", c.From, row, cell))
			}
			if all {
				estimate += f.Terms[i].Weight
			}
		}
		for i, at := range actual {
			found[i] = ""
			switch {
			case i >= values:
				found[i] = cells[at]
			case at >= 0 && !f.Words.Missing(cells[at]):
				found[i] = f.plain(cells[at], words[i])
			}
		}
		return each(estimate, found)
	})
	return notes, err
}

// plain returns a cell as a number with a point, if it is a number, or 1 or 0 for a target with a word for 1.
func (f *Formula) plain(cell, word string) string {
	switch plain := f.Decimal.Plain(cell); {
	case word == "" && plain == "":
		return cell
	case word == "":
		return plain
	case word == cell:
		return "1"
	}
	return "0"
}

func (f *Formula) columns(names []string) (terms [][]data.Column, err error) {
	for _, t := range f.Terms {
		var conditions []data.Column
		for _, name := range t.parts() {
			c, ok := columnNamed(name, names)
			if !ok {
				return nil, bad("the formula needs a column for %q, and the file has none%s; its columns are %s", name,
					plain.Hint(c.From, names), plain.Few(names))
			}
			conditions = append(conditions, c)
		}
		terms = append(terms, conditions)
	}
	return terms, nil
}

// Names returns the names of a file's columns. The error is one of Predict's.
func Names(path string) (names []string, err error) {
	file, err := disk.OpenPiped(path, disk.MostStream)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	begin := func(h tablefile.Header) ([]bool, error) {
		names = data.NamesOf(h)
		return nil, errEnough
	}
	if err := tablefile.Rows(file, begin, nil); !errors.Is(err, errEnough) {
		return nil, err
	}
	return names, nil
}

func bad(format string, args ...any) error {
	return fmt.Errorf("%w: %w", data.ErrData, fmt.Errorf(format, args...))
}

var errEnough = errors.New("read enough")

// Conditions returns what a term demands, for a file with columns of some names: one condition, or the two of a
// product. If names is nil, they are unknown. The error wraps data.ErrData.
func (t Term) Conditions(names []string) (all []data.Column, err error) {
	for _, name := range t.parts() {
		c, err := meaning(name, names)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func (t Term) parts() []string {
	if len(t.Parts) > 0 {
		return t.Parts
	}
	return []string{t.Name}
}

// columnNamed finds out what a yes/no column's name means for a file with some columns. It reports whether the file has
// what it needs.
func columnNamed(name string, names []string) (c data.Column, ok bool) {
	if slices.Contains(names, name) {
		return data.Column{Name: name, From: name, Kind: data.Itself, Threshold: 1}, true
	}
	if from, ok := strings.CutSuffix(name, " is missing"); ok && slices.Contains(names, from) {
		return data.Column{Name: name, From: from, Kind: data.Missing}, true
	}
	c = data.Column{Name: name, From: name}
	for i := range name {
		from, rest := name[:i], name[i:]
		if text, is := strings.CutPrefix(rest, " >= "); is {
			if x, err := data.NoMark.Number(text); err == nil {
				c = data.Column{Name: name, From: from, Kind: data.AtLeast, Threshold: x}
			}
		} else if text, is := strings.CutPrefix(rest, " = "); is {
			c = data.Column{Name: name, From: from, Kind: data.Category, Text: text}
		}
		if c.From == from && slices.Contains(names, from) {
			return c, true
		}
	}
	return c, false
}

// meaning finds out what a yes/no column's name means for a table with some columns, or, if names is nil, with unknown
// ones.
func meaning(name string, names []string) (data.Column, error) {
	if names != nil {
		c, ok := columnNamed(name, names)
		if !ok {
			return c, bad("the formula needs a column for %q, and the table has none; its columns are %s", name,
				plain.Few(names))
		}
		return unquoted(c), nil
	}
	var all []data.Column
	for i := range name {
		if c, ok := columnNamed(name, []string{name[:i]}); ok && i > 0 {
			all = append(all, c)
		}
	}
	switch len(all) {
	case 0:
		return data.Column{Name: name, From: name, Kind: data.Itself, Threshold: 1}, nil
	case 1:
		return unquoted(all[0]), nil
	}
	return data.Column{}, bad("%q may be about the column %q or %q; name the table with --data", name, all[0].From,
		all[1].From)
}

func unquoted(c data.Column) data.Column {
	if text, err := strconv.Unquote(c.Text); err == nil && data.Printable(text) == c.Text {
		c.Text = text
	}
	return c
}

func holds(c *data.Column, cell string, row int64, f *Formula) (bool, error) {
	if f.Words.Missing(cell) {
		if c.Kind != data.Missing && !f.Missing {
			return false, bad("column %q, row %d: the value is missing, and the formula was fitted without missing "+
				"values", c.From, row)
		}
		return c.Kind == data.Missing, nil
	}
	switch c.Kind {
	case data.Missing:
		return false, nil
	case data.Category:
		return data.Printable(cell) == c.Text, nil
	}
	var x float64
	switch strings.ToLower(cell) {
	case "true":
		x = 1
	case "false":
		x = 0
	default:
		var err error
		if x, err = f.Decimal.Number(cell); err != nil {
			return false, bad("column %q, row %d: %q is %w", c.From, row, cell, err)
		}
	}
	if c.Kind == data.Itself && x != 0 && x != 1 {
		return false, bad("column %q, row %d: %q is %w", c.From, row, cell, errNeverSeen)
	}
	return x >= c.Threshold, nil
}

var errNeverSeen = errors.New("neither 0 nor 1, and the formula was fitted to these alone; fit it with a threshold " +
	"(--at) to allow other numbers")
