package tablefile

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

var (
	ErrCorrupt = errors.New("damaged Parquet file") // ErrCorrupt marks a Parquet file that is damaged or cut
	// ErrColumns marks a file that is not the table that the caller reads, or cannot be read.
	ErrColumns = errors.New("not the expected table")
)

// BatchRows is the largest number of rows of a batch of CSV or Parquet.
const BatchRows = 1 << 14

// Read reads some columns of a file by their names: text, truth values, 32 or 64-bit integers and 64-bit floating-point
// numbers. The file is one that Rows reads. Read calls begin with what the file says, and each with the rows in order.
// The file may have other columns too, numbers of another type where the values fit, and columns that allow for missing
// values; only a Nullable field may miss some: a missing number is NaN or 0, a missing text empty.
//
// The error is that of begin or each as it is, or wraps ErrCorrupt or ErrColumns.
func Read(r Source, fields []Field, begin func(Header) error, each func(*Batch) error) error {
	in, err := recordsOf(r)
	if err != nil {
		return err
	}
	if in == nil {
		return readText(r, fields, begin, each)
	}
	batch := newBatch(fields)
	var places []int // of the fields among the wanted columns
	return in(func(h Header) (wanted []bool, err error) {
		if err := begin(h); err != nil {
			return nil, err
		}
		wanted, places, err = find(fields, h.Columns)
		return wanted, err
	}, func(first int64, columns []Values) error {
		batch.First, batch.Rows = first, columns[0].Len()
		for k, c := range batch.columns {
			c.empty()
			if err := columns[places[k]].Append(c); err != nil {
				return fmt.Errorf("column %s, from row %d on: %w", c.Field.Name, first+1, err)
			}
		}
		return each(batch)
	})
}

// find returns which columns of a file are fields, and the place of each field among these.
func find(fields []Field, names []string) (wanted []bool, places []int, err error) {
	wanted, among := make([]bool, len(names)), map[string]int{}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, nil, Unfit("two columns are called %s", name)
		}
		if wanted[i] = slices.ContainsFunc(fields, func(f Field) bool { return f.Name == name }); wanted[i] {
			among[name] = len(among)
		}
	}
	for _, f := range fields {
		place, ok := among[f.Name]
		if !ok {
			return nil, nil, MissingColumn(f.Name, names)
		}
		places = append(places, place)
	}
	return wanted, places, nil
}

// MissingColumn is the error of a file without a column, with the names of those that it has; it wraps ErrColumns.
func MissingColumn(name string, names []string) error {
	const shown = 12
	more := ""
	if len(names) > shown {
		names, more = names[:shown], fmt.Sprintf(" and %d more", len(names)-shown)
	}
	return Unfit("column %s is missing; the file has %s%s", name, strings.Join(names, ", "), more)
}

// readText is Read for CSV.
func readText(r Source, fields []Field, begin func(Header) error, each func(*Batch) error) error {
	batch := newBatch(fields)
	var places []int // of the fields among the wanted columns
	flush := func() error {
		if batch.Rows == 0 {
			return nil
		}
		err := each(batch)
		batch.First, batch.Rows = batch.First+int64(batch.Rows), 0
		for _, c := range batch.columns {
			c.empty()
		}
		return err
	}
	err := Rows(r, func(h Header) (wanted []bool, err error) {
		if err := begin(h); err != nil {
			return nil, err
		}
		wanted, places, err = find(fields, h.Columns)
		return wanted, err
	}, func(row int64, cells []string) error {
		for k, c := range batch.columns {
			if err := c.parse(cells[places[k]]); err != nil {
				return Unfit("row %d, column %s: %w", row, c.Field.Name, err)
			}
		}
		if batch.Rows++; batch.Rows == BatchRows {
			return flush()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}

// parse appends a value that is written as text: truth values are true and false, or 1 and 0.
func (c *Chunk) parse(text string) (err error) {
	switch c.Field.Kind {
	case Texts:
		c.Text = append(c.Text, []byte(text))
	case Truths:
		x, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is not true or false", text)
		}
		c.Bools = append(c.Bools, x)
	case Reals:
		x := math.NaN()
		if text != "" || !c.Field.Nullable {
			if x, err = strconv.ParseFloat(text, 64); err != nil {
				return fmt.Errorf("%q is not a number", text)
			}
		}
		c.Reals = append(c.Reals, x)
	default:
		bits := 64
		if c.Field.Kind == Int32s {
			bits = 32
		}
		x, err := strconv.ParseInt(text, 10, bits)
		if err != nil {
			return fmt.Errorf("%q is not a whole number of %d bits", text, bits)
		}
		c.Ints = append(c.Ints, x)
	}
	return nil
}
