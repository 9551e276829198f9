package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"
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

// Header is what a file says before its rows.
type Header struct {
	Columns  []string          // names of all columns
	Metadata map[string]string // none in CSV
	Rows     int64             // number of rows; -1 in CSV, which does not say
}

// Batch has some rows, one after the other, of the columns that the caller asked for. Columns and
// rows count from 0. Texts are valid for good.
type Batch struct {
	First   int64 // number of rows before the batch
	Rows    int
	columns []*column
}

// Text returns a value of a column of text.
func (b *Batch) Text(column, row int) []byte { return b.columns[column].text[row] }

// Bool returns a value of a column of truth values.
func (b *Batch) Bool(column, row int) bool { return b.columns[column].bools[row] }

// Int returns a value of a column of integers, which fits the type that the caller asked for.
func (b *Batch) Int(column, row int) int64 { return b.columns[column].ints[row] }

// Float returns a value of a column of floating-point numbers, NaN for a missing one.
func (b *Batch) Float(column, row int) float64 { return b.columns[column].floats[row] }

// ReadParquet reads some columns of a Parquet file by their names: text, truth values, 32 or 64-bit integers and 64-bit
// floating-point numbers. It calls begin with what the file says, and each with the rows in order. The file may have
// other columns too, integers of another width or whole floating-point numbers where the values fit, and columns that
// allow for missing values; only a Nullable field may miss some: a missing number is NaN or 0, a missing text empty.
// All writers' dictionaries, kinds of text and pages are read, compressed by snappy, gzip, zstd, raw LZ4 or not at all.
//
// Memory is bounded by the rows of a row group and by 256 times the size of the file, whatever the
// file says. The error is that of begin or each as it is, or wraps ErrCorrupt or ErrColumns. The
// Parquet library panics on some damaged files; that is an error too.
func ReadParquet(r Source, fields []arrow.Field, begin func(Header) error, each func(*Batch) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = corrupt("%v", p)
		}
	}()
	size, err := checkEnds(r)
	if err != nil {
		return err
	}
	allocator := &budget{Allocator: memory.DefaultAllocator}
	allocator.most.Store(freeBytes)
	properties := parquet.NewReaderProperties(allocator)
	properties.BufferedStreamEnabled = true // read as needed, not as much as the footer says
	in, err := file.NewParquetReader(r, file.WithReadProps(properties))
	if err != nil {
		return corrupt("%w", err)
	}
	said := in.MetaData()
	most, err := checkRows(said, size)
	if err != nil {
		return err
	}
	header := Header{Metadata: map[string]string{}, Rows: in.NumRows()}
	for i := range said.Schema.NumColumns() {
		header.Columns = append(header.Columns, said.Schema.Column(i).Path())
	}
	for _, item := range said.KeyValueMetadata() {
		header.Metadata[item.Key] = item.GetValue()
	}
	if err := begin(header); err != nil {
		return err
	}
	columns, err := findColumns(said.Schema, fields)
	if err != nil {
		return err
	}
	allocator.most.Store(mostBytes(most, size, columns))
	batch := &Batch{columns: columns}
	for i := range in.NumRowGroups() {
		if err := readGroup(in, i, allocator, batch, each); err != nil {
			return err
		}
	}
	return nil
}

func checkRows(said *metadata.FileMetaData, size int64) (most int64, err error) {
	total := int64(0)
	for i := range said.RowGroups {
		n := said.RowGroup(i).NumRows()
		if n < 0 || n > math.MaxInt32 {
			return 0, corrupt("row group %d has %d rows", i+1, n)
		}
		total, most = total+n, max(most, n)
	}
	switch limit := freeRows + rowsPerByte*size; {
	case total != said.GetNumRows():
		return 0, corrupt("%d rows, but the row groups have %d", said.GetNumRows(), total)
	case total > limit:
		return 0, corrupt("%d rows in %d bytes, want at most %d", total, size, limit)
	}
	return most, nil
}

func findColumns(in *schema.Schema, fields []arrow.Field) ([]*column, error) {
	var names []string
	places := map[string]int{}
	for i := range in.NumColumns() {
		name := in.Column(i).Path()
		if _, twice := places[name]; twice {
			return nil, unfit("two columns are called %s", name)
		}
		places[name] = i
		names = append(names, name)
	}
	var out []*column
	for _, f := range fields {
		place, ok := places[f.Name]
		if !ok {
			return nil, MissingColumn(f.Name, names)
		}
		c := &column{field: f, place: place, descr: in.Column(place)}
		if err := c.check(); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// MissingColumn returns the error of a file that lacks a column and has others. It wraps ErrColumns.
func MissingColumn(name string, names []string) error {
	const shown = 12
	more := ""
	if len(names) > shown {
		names, more = names[:shown], fmt.Sprintf(" and %d more", len(names)-shown)
	}
	return unfit("column %s is missing; the file has %s%s", name, strings.Join(names, ", "), more)
}

func readGroup(in *file.Reader, i int, allocator memory.Allocator, batch *Batch, each func(*Batch) error) error {
	group := in.RowGroup(i)
	for _, c := range batch.columns {
		defer c.close()
		if err := c.open(in, group, allocator); err != nil {
			return c.wrap(batch.First, err)
		}
	}
	for left := group.NumRows(); left > 0; left -= int64(batch.Rows) {
		batch.Rows = int(min(left, batchRows))
		for _, c := range batch.columns {
			if err := c.read(batch.Rows); err != nil {
				return c.wrap(batch.First, err)
			}
		}
		if err := each(batch); err != nil {
			return err
		}
		batch.First += int64(batch.Rows)
	}
	return nil
}

func (c *column) open(in *file.Reader, group *file.RowGroupReader, allocator memory.Allocator) error {
	chunk, err := group.MetaData().ColumnChunk(c.place)
	if err != nil {
		return err
	}
	if !slices.Contains(codecs, chunk.Compression()) {
		return unfit("it is compressed by %v, want SNAPPY, GZIP, ZSTD, LZ4_RAW or no compression", chunk.Compression())
	}
	if n := chunk.NumValues(); n != group.NumRows() {
		return fmt.Errorf("%d values in %d rows", n, group.NumRows())
	}
	pages, err := group.GetColumnPageReader(c.place)
	if err != nil {
		return err
	}
	pages.SetMaxPageHeaderSize(maxHeaderBytes)
	width := valueBytes(c.descr.PhysicalType())
	if c.descr.PhysicalType() == parquet.Types.ByteArray {
		width = 4 // its length
	}
	checked := &checkedPages{PageReader: pages, left: group.NumRows(), width: int(width)}
	//lint:ignore SA1019 it is the only way to check pages between the library's two halves
	c.reader = file.NewColumnReader(c.descr, checked, allocator, in.BufferPool())
	return nil
}

func (c *column) close() {
	if c.reader != nil {
		c.reader.Close()
		c.reader = nil
	}
}

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
			return MissingColumn(f.Name, names)
		}
		batch.columns = append(batch.columns, &column{field: f, place: place})
	}
	if err := begin(Header{Columns: slices.Clone(names), Rows: -1}); err != nil {
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
