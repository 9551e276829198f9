package table

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

type column struct {
	field    arrow.Field
	place    int
	descr    *schema.Column
	unsigned bool // integers in the file have no sign
	reader   file.ColumnChunkReader

	text   []parquet.ByteArray // Values of the batch, in the slice of the field's type
	bools  []bool
	ints   []int64
	floats []float64

	levels []int16 // 0 for a missing value, where the file's column allows for them
	found  any     // numbers as the file has them
}

// wrap names the column in an error, and marks the error as one of a damaged file unless it says what else it is.
func (c *column) wrap(first int64, err error) error {
	at := fmt.Sprintf("column %s, from row %d on", c.field.Name, first+1)
	if errors.Is(err, ErrColumns) {
		return fmt.Errorf("%s: %w", at, err)
	}
	return corrupt("%s: %w", at, err)
}

func (c *column) check() error {
	found := c.descr.PhysicalType().String()
	logical := c.descr.LogicalType()
	if logical != nil && logical.IsValid() && !logical.IsNone() {
		found += " (" + logical.String() + ")"
	}
	wrong := func(want string) error {
		return unfit("column %s has values of type %s, want %s", c.field.Name, found, want)
	}
	if c.descr.MaxRepetitionLevel() > 0 || c.descr.MaxDefinitionLevel() > 1 {
		return wrong("one value a row")
	}
	kind := c.descr.PhysicalType()
	numbers := []parquet.Type{parquet.Types.Int32, parquet.Types.Int64, parquet.Types.Float, parquet.Types.Double}
	number := slices.Contains(numbers, kind)
	switch of := logical.(type) {
	case schema.IntLogicalType:
		c.unsigned = !of.IsSigned()
	case schema.DecimalLogicalType, schema.DateLogicalType, schema.TimeLogicalType, schema.TimestampLogicalType:
		number = false
	}
	want, fits := "numbers", number
	switch c.field.Type.ID() {
	case arrow.STRING:
		want, fits = "text", kind == parquet.Types.ByteArray
	case arrow.BOOL:
		want, fits = "BOOLEAN", kind == parquet.Types.Boolean
	case arrow.INT32, arrow.INT64:
		want = "whole numbers"
	case arrow.FLOAT64:
	default:
		return fmt.Errorf("columns of type %v are not read", c.field.Type)
	}
	if !fits {
		return wrong(want)
	}
	return nil
}

func (c *column) read(n int) (err error) {
	switch r := c.reader.(type) {
	case *file.ByteArrayColumnChunkReader:
		c.text, err = fill(c, c.text, n, r.ReadBatch)
	case *file.BooleanColumnChunkReader:
		c.bools, err = fill(c, c.bools, n, r.ReadBatch)
	case *file.Int32ColumnChunkReader:
		err = numbers(c, n, r.ReadBatch)
	case *file.Int64ColumnChunkReader:
		err = numbers(c, n, r.ReadBatch)
	case *file.Float32ColumnChunkReader:
		err = numbers(c, n, r.ReadBatch)
	case *file.Float64ColumnChunkReader:
		err = numbers(c, n, r.ReadBatch)
	}
	return err
}

// batchReader reads some values of a column, and the level of each row: it returns the number of rows
// and of values, which are fewer if values are missing.
type batchReader[V any] func(n int64, values []V, levels, repeated []int16) (int64, int, error)

// fill reads the next n values as the file has them into a slice that it may use again. A missing
// value is zero, and its level.
func fill[V any](c *column, values []V, n int, read batchReader[V]) ([]V, error) {
	if cap(values) < n {
		values = make([]V, n)
	}
	values = values[:n]
	var levels []int16
	if c.descr.MaxDefinitionLevel() > 0 {
		c.levels = append(c.levels[:0], make([]int16, n)...)
		levels = c.levels
	}
	rows, found := 0, 0
	for rows < n {
		var rest []int16
		if levels != nil {
			rest = levels[rows:]
		}
		k, got, err := read(int64(n-rows), values[found:], rest, nil)
		if err == nil && k == 0 {
			err = cmp.Or(c.reader.Err(), fmt.Errorf("it ends %d values early", n-rows))
		}
		if err != nil {
			return nil, err
		}
		rows, found = rows+int(k), found+got
	}
	if found == n {
		return values, nil
	}
	if i := slices.Index(levels, 0); !c.field.Nullable {
		return nil, unfit("value %d from there is missing, and none may be", i+1)
	}
	for i := n - 1; i >= 0; i-- {
		var value V
		if levels[i] > 0 {
			found--
			value = values[found]
		}
		values[i] = value
	}
	return values, nil
}

// exact is the largest number up to which a float64 holds every whole number.
const exact = 1 << 53

func numbers[V int32 | int64 | float32 | float64](c *column, n int, read batchReader[V]) error {
	found, _ := c.found.([]V)
	found, err := fill(c, found, n, read)
	if err != nil {
		return err
	}
	c.found = found
	if c.field.Type.ID() != arrow.FLOAT64 {
		return c.toInts(n, func(i int) (int64, bool) {
			x := int64(found[i])
			return x, V(x) == found[i]
		})
	}
	wide := c.descr.PhysicalType() == parquet.Types.Int64
	c.floats = slices.Grow(c.floats[:0], n)[:n]
	for i, v := range found {
		x := float64(v)
		switch {
		case c.descr.MaxDefinitionLevel() > 0 && c.levels[i] == 0:
			x = math.NaN()
		case wide && (math.Abs(x) > exact || c.unsigned && x < 0):
			return unfit("value %d from there is above 2^53, too large for a float64", i+1)
		case c.unsigned && x < 0: // of 32 bits
			x += 1 << 32
		}
		c.floats[i] = x
	}
	return nil
}

// toInts converts n numbers to the integers of the field. Get returns one, and whether it is whole.
func (c *column) toInts(n int, get func(i int) (int64, bool)) error {
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	kind := c.descr.PhysicalType()
	if kind == parquet.Types.Float || kind == parquet.Types.Double {
		least, most = -exact, exact
	}
	if c.unsigned {
		least = 0
	}
	if c.field.Type.ID() == arrow.INT32 {
		least, most = max(least, math.MinInt32), min(most, math.MaxInt32)
	}
	c.ints = slices.Grow(c.ints[:0], n)[:n]
	for i := range c.ints {
		x, whole := get(i)
		if c.unsigned && kind == parquet.Types.Int32 {
			x = int64(uint32(x))
		}
		if !whole || x < least || x > most {
			return unfit("value %d from there is not a whole number from %d to %d", i+1, least, most)
		}
		c.ints[i] = x
	}
	return nil
}
