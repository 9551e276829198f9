package tablefile

import (
	"bufio"
	"fmt"
	"io"
)

// Source is a file's content.
type Source interface {
	io.ReaderAt
	io.Seeker
}

// Format is a kind of file that another package writes and reads: package columnar has Parquet and Arrow.
type Format struct {
	Name  string
	Magic string // begins a file
	New   func(w io.Writer, fields []Field, metadata [][2]string) (Encoder, error)
	File  func(r Source, size int64) Records
	// Begin begins a stream, and Stream reads one; nil for none. Size is that of the file, which may be compressed.
	Begin  string
	Stream func(in *bufio.Reader, size int64) Records
}

// Records reads a file. It calls begin with what the file says; begin says which columns each gets, in their order,
// with the number of rows before them.
type Records func(begin func(Header) (wanted []bool, err error), each func(first int64, columns []Values) error) error

// Values are values of a column, one after the other.
type Values interface {
	Len() int
	Append(to *Chunk) error                                         // to a chunk; the error wraps ErrColumns
	Cells() (appendCell func(text []byte, i int) []byte, err error) // as text, nothing for a missing one
}

var formats = map[string]Format{}

// Zstd returns the content of a stream that zstd has compressed. Package columnar sets it.
var Zstd func(r io.Reader) (io.Reader, error)

// New returns the encoder of a format for the fields of a file.
func New(format string, w io.Writer, fields []Field, metadata [][2]string) (Encoder, error) {
	f, ok := formats[format]
	if !ok {
		return nil, fmt.Errorf("this program writes no %s", format)
	}
	file, err := f.New(w, fields, metadata)
	if err != nil {
		return nil, fmt.Errorf("cannot write the table: %w", err)
	}
	return file, nil
}

// Register makes a format known to this package. Call it from init.
func Register(f Format) { formats[f.Name] = f }

// recordsOf returns the reader of a file of a registered format, nil for other files. A Parquet or Arrow file is an
// error where package columnar is not linked.
func recordsOf(r Source) (Records, error) {
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	for _, f := range formats {
		if is, err := beginsWith(r, f.Magic); is || err != nil {
			return f.File(r, size), err
		}
	}
	for magic, name := range map[string]string{"PAR1": "Parquet", "ARROW1": "Arrow"} {
		if is, err := beginsWith(r, magic); is || err != nil {
			return nil, Unfit("a %s file, which this program does not read; want CSV", name)
		}
	}
	return nil, nil
}

// beginsWith reports whether a file begins with a text.
func beginsWith(r io.ReaderAt, magic string) (bool, error) {
	head := make([]byte, len(magic))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return false, err
	}
	return string(head) == magic, nil
}

// Chunk has values of a field, in the slice of its kind. A missing number is NaN or 0, a missing text empty.
type Chunk struct {
	Field Field
	Text  [][]byte
	Bools []bool
	Ints  []int64
	Reals []float64
}

func (c *Chunk) empty() {
	c.Text, c.Bools, c.Ints, c.Reals = c.Text[:0], c.Bools[:0], c.Ints[:0], c.Reals[:0]
}

// Batch has some rows, one after the other, of the columns that the caller asked for. Columns and
// rows count from 0. Texts are valid for good.
type Batch struct {
	First   int64 // number of rows before the batch
	Rows    int
	columns []*Chunk
}

func newBatch(fields []Field) *Batch {
	b := &Batch{}
	for _, f := range fields {
		b.columns = append(b.columns, &Chunk{Field: f})
	}
	return b
}

// Text returns a value of a column of text.
func (b *Batch) Text(column, row int) []byte { return b.columns[column].Text[row] }

// Bool returns a value of a column of truth values.
func (b *Batch) Bool(column, row int) bool { return b.columns[column].Bools[row] }

// Int returns a value of a column of integers, which fits the type that the caller asked for.
func (b *Batch) Int(column, row int) int64 { return b.columns[column].Ints[row] }

// Float returns a value of a column of floating-point numbers, NaN for a missing one.
func (b *Batch) Float(column, row int) float64 { return b.columns[column].Reals[row] }

// Header is what a file says before its rows.
type Header struct {
	Columns  []string          // names of all columns
	Metadata map[string]string // none in CSV
	Rows     int64             // number of rows; -1 in CSV and Arrow, which do not say
	Kinds    []string          // by column: the type of values that have no text, such as a list; else nothing
	Dates    []bool            // by column: its values are dates, which as text are days since 1970-01-01
}

type columnsError struct{ error }

func (columnsError) Is(target error) bool { return target == ErrColumns }

// Unfit returns an error that wraps ErrColumns.
func Unfit(format string, args ...any) error { return columnsError{fmt.Errorf(format, args...)} }
