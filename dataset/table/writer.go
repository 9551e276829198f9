package table

import (
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// Writer collects rows of type R and writes them as row groups of a Parquet file.
type Writer[R any] struct {
	columns []Column[R]
	rows    *array.RecordBuilder
	file    batches
	waiting int // rows added since the last flush
	total   int // rows flushed
}

// RowGroupRows is the number of rows of a row group, except the last, of a table that is written at once.
const RowGroupRows = 1 << 17

type batches interface {
	Write(arrow.RecordBatch) error
	Close() error
}

// NewWriter returns a Writer of a Parquet file with metadata of keys and values. Close it to
// write the end of the file; w stays open. Errors are those of w.
func NewWriter[R any](w io.Writer, columns []Column[R], metadata [][2]string) (*Writer[R], error) {
	schema := Schema(columns, metadata)
	properties := parquet.NewWriterProperties(
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithDataPageVersion(parquet.DataPageV2),
		parquet.WithVersion(parquet.V2_LATEST))
	// The FileWriter closes what it writes to, if it can; here the caller does that.
	file, err := pqarrow.NewFileWriter(schema, struct{ io.Writer }{w}, properties, pqarrow.DefaultWriterProps())
	return newWriter(columns, schema, file, err)
}

func newWriter[R any](columns []Column[R], schema *arrow.Schema, file batches, err error) (*Writer[R], error) {
	if err != nil {
		return nil, fmt.Errorf("cannot write the table: %w", err)
	}
	rows := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	return &Writer[R]{columns: columns, rows: rows, file: file}, nil
}

// Add puts a row behind those that wait for the next flush.
func (p *Writer[R]) Add(r *R) {
	for i := range p.columns {
		p.columns[i].append(p.rows.Field(i), r)
	}
	p.waiting++
}

// Waiting returns the number of rows that wait for the next flush.
func (p *Writer[R]) Waiting() int { return p.waiting }

// Rows returns the number of rows added.
func (p *Writer[R]) Rows() int { return p.total + p.waiting }

// Flush writes the rows added so far as one row group.
func (p *Writer[R]) Flush() error {
	if p.waiting == 0 {
		return nil
	}
	p.total += p.waiting
	p.waiting = 0
	batch := p.rows.NewRecordBatch()
	defer batch.Release()
	return p.file.Write(batch)
}

// Close writes what is left and the end of the file.
func (p *Writer[R]) Close() error {
	defer p.rows.Release()
	if err := p.Flush(); err != nil {
		return err
	}
	return p.file.Close()
}

// WriteParquet writes rows as a Parquet file in row groups of RowGroupRows.
func WriteParquet[R any](w io.Writer, columns []Column[R], metadata [][2]string, rows []R) error {
	out, err := NewWriter(w, columns, metadata)
	return out.all(rows, err)
}

// WriteArrow writes rows as an Arrow IPC file in batches of RowGroupRows, also known as Feather, not compressed, so that every
// reader can map it.
func WriteArrow[R any](w io.Writer, columns []Column[R], metadata [][2]string, rows []R) error {
	schema := Schema(columns, metadata)
	file, err := ipc.NewFileWriter(w, ipc.WithSchema(schema))
	out, err := newWriter(columns, schema, file, err)
	return out.all(rows, err)
}

func (p *Writer[R]) all(rows []R, err error) error {
	if err != nil {
		return err
	}
	for i := range rows {
		p.Add(&rows[i])
		if p.Waiting() < RowGroupRows {
			continue
		}
		if err := p.Flush(); err != nil {
			return err
		}
	}
	return p.Close()
}
