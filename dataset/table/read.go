package table

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
)

var (
	ErrCorrupt = errors.New("damaged Parquet file") // ErrCorrupt marks a Parquet file that is damaged or cut
	// ErrColumns marks a file that is not the table that the caller reads, or cannot be read.
	ErrColumns = errors.New("not the expected table")
)

type columnsError struct{ error }

func (columnsError) Is(target error) bool { return target == ErrColumns }

func unfit(format string, args ...any) error { return columnsError{fmt.Errorf(format, args...)} }

const batchRows = 1 << 14

// Source is a file's content.
type Source = parquet.ReaderAtSeeker

// Read reads some columns of a file by their names: text, truth values, 32 or 64-bit integers and 64-bit floating-point
// numbers. The file is one that Rows reads. Read calls begin with what the file says, and each with the rows in order.
// The file may have other columns too, numbers of another type where the values fit, and columns that allow for missing
// values; only a Nullable field may miss some: a missing number is NaN or 0, a missing text empty.
//
// The error is that of begin or each as it is, or wraps ErrCorrupt or ErrColumns.
func Read(r Source, fields []arrow.Field, begin func(Header) error, each func(*Batch) error) error {
	in, err := recordsOf(r)
	if err != nil {
		return err
	}
	if in == nil {
		return readText(r, fields, begin, each)
	}
	batch := newBatch(fields)
	var places []int // of the fields among the wanted columns
	return in(func(of *arrow.Schema, h Header) ([]bool, error) {
		if err := begin(h); err != nil {
			return nil, err
		}
		var wanted []bool
		if wanted, places, err = find(fields, h.Columns); err != nil {
			return nil, err
		}
		for _, c := range batch.columns {
			if err := c.check(of.Field(slices.Index(h.Columns, c.field.Name)).Type); err != nil {
				return nil, err
			}
		}
		return wanted, nil
	}, func(first int64, columns []arrow.Array) error {
		batch.First, batch.Rows = first, columns[0].Len()
		for k, c := range batch.columns {
			c.empty()
			if err := c.add(columns[places[k]]); err != nil {
				return fmt.Errorf("column %s, from row %d on: %w", c.field.Name, first+1, err)
			}
		}
		return each(batch)
	})
}

// find returns which columns of a file are fields, and the place of each field among these.
func find(fields []arrow.Field, names []string) (wanted []bool, places []int, err error) {
	wanted, among := make([]bool, len(names)), map[string]int{}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, nil, unfit("two columns are called %s", name)
		}
		if wanted[i] = slices.ContainsFunc(fields, func(f arrow.Field) bool { return f.Name == name }); wanted[i] {
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
	return unfit("column %s is missing; the file has %s%s", name, strings.Join(names, ", "), more)
}

// readText is Read for CSV.
func readText(r Source, fields []arrow.Field, begin func(Header) error, each func(*Batch) error) error {
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
	err := Rows(r, func(names []string) (wanted []bool, err error) {
		if err := begin(Header{Columns: names, Rows: -1}); err != nil {
			return nil, err
		}
		wanted, places, err = find(fields, names)
		return wanted, err
	}, func(row int64, cells []string) error {
		for k, c := range batch.columns {
			if err := c.parse(cells[places[k]]); err != nil {
				return unfit("row %d, column %s: %w", row, c.field.Name, err)
			}
		}
		if batch.Rows++; batch.Rows == batchRows {
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
func (c *column) parse(text string) (err error) {
	switch c.field.Type.ID() {
	case arrow.STRING:
		c.text = append(c.text, []byte(text))
	case arrow.BOOL:
		x, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is not true or false", text)
		}
		c.bools = append(c.bools, x)
	case arrow.FLOAT64:
		x := math.NaN()
		if text != "" || !c.field.Nullable {
			if x, err = strconv.ParseFloat(text, 64); err != nil {
				return fmt.Errorf("%q is not a number", text)
			}
		}
		c.floats = append(c.floats, x)
	default:
		bits := 64
		if c.field.Type.ID() == arrow.INT32 {
			bits = 32
		}
		x, err := strconv.ParseInt(text, 10, bits)
		if err != nil {
			return fmt.Errorf("%q is not a whole number of %d bits", text, bits)
		}
		c.ints = append(c.ints, x)
	}
	return nil
}
