package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
)

// ReadCSV reads some columns of CSV with a header by their names, as ReadParquet does: truth values
// are true and false, and an empty field is a missing value. Errors wrap ErrColumns and name line and
// column, or are those of begin and each.
func ReadCSV(r io.Reader, fields []arrow.Field, begin func(Header) error, each func(*Batch) error) error {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	names, err := in.Read()
	if err != nil {
		return unfit("neither Parquet nor CSV with a header: %w", err)
	}
	batch := &Batch{}
	for _, f := range fields {
		place := slices.Index(names, f.Name)
		if place < 0 {
			return missingColumn(f.Name, names)
		}
		batch.columns = append(batch.columns, &column{field: f, place: place})
	}
	if err := begin(Header{Rows: -1}); err != nil {
		return err
	}
	flush := func() error {
		if batch.Rows == 0 {
			return nil
		}
		err := each(batch)
		batch.First, batch.Rows = batch.First+int64(batch.Rows), 0
		for _, c := range batch.columns {
			c.text, c.bools, c.ints, c.floats = c.text[:0], c.bools[:0], c.ints[:0], c.floats[:0]
		}
		return err
	}
	for {
		line, err := in.Read()
		if errors.Is(err, io.EOF) {
			return flush()
		}
		if err != nil {
			return unfit("%w", err)
		}
		for _, c := range batch.columns {
			if err := c.parse(line[c.place]); err != nil {
				at, _ := in.FieldPos(c.place)
				return unfit("line %d, column %s: %w", at, c.field.Name, err)
			}
		}
		if batch.Rows++; batch.Rows == batchRows {
			if err := flush(); err != nil {
				return err
			}
		}
	}
}

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
