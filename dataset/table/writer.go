package table

import (
	"io"

	"feltlab/dataset/tablefile"
)

// RowGroupRows is the number of rows of a row group, except the last, of a table that is written at once.
const RowGroupRows = 1 << 17

// Writer collects rows of type R and writes them as row groups of a file.
type Writer[R any] struct {
	columns []Column[R]
	file    tablefile.Encoder
	waiting int // rows added since the last flush
	total   int // rows flushed
}

// NewWriter returns a Writer of a file in the format parquet or arrow with metadata of keys and values. Close it to
// write the end of the file; w stays open. Errors come from w.
func NewWriter[R any](w io.Writer, format string, columns []Column[R], metadata [][2]string) (*Writer[R], error) {
	file, err := tablefile.New(format, w, Fields(columns), metadata)
	if err != nil {
		return nil, err
	}
	return &Writer[R]{columns: columns, file: file}, nil
}

// Add puts a row behind those that wait for the next flush.
func (p *Writer[R]) Add(r *R) {
	for i := range p.columns {
		p.file.Append(i, p.columns[i].value(r))
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
	p.total, p.waiting = p.total+p.waiting, 0
	return p.file.Flush()
}

// Close writes what is left and the end of the file.
func (p *Writer[R]) Close() error {
	if err := p.Flush(); err != nil {
		return err
	}
	return p.file.Close()
}

// writeAll writes rows in groups of RowGroupRows. Arrow files, also known as Feather, are not compressed, so that every
// reader can map them.
func writeAll[R any](w io.Writer, format string, columns []Column[R], metadata [][2]string, rows []R) error {
	p, err := NewWriter(w, format, columns, metadata)
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
