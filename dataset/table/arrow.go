package table

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

const (
	// arrowMagic begins an Arrow file; two bytes of padding follow, and then an Arrow stream.
	arrowMagic = "ARROW1"
	// mostMetadata bounds a message's description. A schema of 4,096 columns takes some 0.5 MB.
	mostMetadata = 16 << 20
)

// arrowContinues begins each message of an Arrow stream.
var arrowContinues = []byte{0xff, 0xff, 0xff, 0xff}

// recordReader reads the record batches of an Arrow file or stream in their order; Read ends with io.EOF.
type recordReader interface {
	Schema() *arrow.Schema
	Read() (arrow.RecordBatch, error)
}

// arrowFile reads a file by its footer: one that is cut has none, and some writers describe the columns nowhere else.
func arrowFile(r io.ReaderAt, size int64) func(...ipc.Option) (recordReader, error) {
	return func(options ...ipc.Option) (recordReader, error) {
		once := &readOnce{ReaderAt: r, left: size}
		return ipc.NewFileReader(io.NewSectionReader(once, 0, size), options...)
	}
}

// readOnce refuses to read more bytes than a file has: its footer may list a large batch very often.
type readOnce struct {
	io.ReaderAt
	left int64
}

func (r *readOnce) ReadAt(p []byte, at int64) (int, error) {
	if r.left -= int64(len(p)); r.left < 0 {
		return 0, errors.New("the footer lists more batches than the file has room for")
	}
	return r.ReaderAt.ReadAt(p, at)
}

// arrowStream reads a stream up to the mark at its end.
func arrowStream(r *bufio.Reader) func(...ipc.Option) (recordReader, error) {
	return func(options ...ipc.Option) (recordReader, error) {
		return ipc.NewReaderFromMessageReader(&toMark{ipc.NewMessageReader(r, options...), r}, options...)
	}
}

// toMark refuses a stream that ends between two messages. The library takes that for its end.
type toMark struct {
	ipc.MessageReader
	r *bufio.Reader
}

func (m *toMark) Message() (*ipc.Message, error) {
	if _, err := m.r.Peek(1); err == io.EOF {
		return nil, errors.New("the mark at the end of the stream is missing")
	}
	return m.MessageReader.Message()
}

// arrowRows reads the batches that open finds. Memory is bounded by 256 times the size of the file.
func arrowRows(open func(...ipc.Option) (recordReader, error), size int64, begin func([]string) ([]bool, error),
	each func(int64, []string) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errArrow, p)
		}
	}()
	allocator := &budget{Allocator: memory.DefaultAllocator}
	allocator.most.Store(freeBytes + ratio*size)
	in, err := open(ipc.WithAllocator(allocator), ipc.WithMetadataSizeLimit(mostMetadata),
		ipc.WithBodySizeLimit(freeBytes+ratio*size), ipc.WithDictionaryDeltas(true))
	if err != nil {
		return fmt.Errorf("%w: %w", errArrow, err)
	}
	var names []string
	for _, f := range in.Schema().Fields() {
		names = append(names, f.Name)
	}
	wanted, err := begin(names)
	if err != nil {
		return err
	}
	var line lineOfCells
	for row := int64(1); ; {
		batch, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errArrow, err)
		}
		if most := freeRows + rowsPerByte*size; batch.NumRows() > most-row {
			return fmt.Errorf("%w: more than %d rows in %d bytes", errArrow, most, size)
		}
		var cells []func(text []byte, row int) []byte
		for i, values := range batch.Columns() {
			if wanted[i] {
				cell, err := cellsOf(names[i], values)
				if err != nil {
					return err
				}
				cells = append(cells, cell)
			}
		}
		for i := range int(batch.NumRows()) {
			for _, cell := range cells {
				line.add(cell(line.text, i))
			}
			if err := each(row, line.cells()); err != nil {
				return err
			}
			row++
		}
	}
}

var errArrow = unfit("damaged or cut Arrow file")

// cellsOf returns a function that appends a value of a column as text, nothing for a missing one.
func cellsOf(name string, values arrow.Array) (func(text []byte, row int) []byte, error) {
	var cell func(text []byte, row int) []byte
	switch a := values.(type) {
	case *array.Boolean:
		cell = func(text []byte, row int) []byte { return appendTruth(text, a.Value(row)) }
	case *array.Float64:
		cell = func(text []byte, row int) []byte { return appendNumber(text, a.Value(row), false) }
	case *array.Float32:
		cell = func(text []byte, row int) []byte { return appendNumber(text, float64(a.Value(row)), true) }
	case *array.Dictionary:
		inner, err := cellsOf(name, a.Dictionary())
		if err != nil {
			return nil, err
		}
		cell = func(text []byte, row int) []byte { return inner(text, a.GetValueIndex(row)) }
	case *array.Int8, *array.Int16, *array.Int32, *array.Int64, *array.Uint8, *array.Uint16, *array.Uint32,
		*array.Uint64, *array.String, *array.LargeString, *array.StringView, *array.Null, *array.Decimal128:
		cell = func(text []byte, row int) []byte { return append(text, a.ValueStr(row)...) }
	default:
		return nil, unfit("column %s has values of type %v, want numbers, text or truth values; "+
			"leave it out or write it as one of these", name, values.DataType())
	}
	return func(text []byte, row int) []byte {
		if values.IsNull(row) {
			return text
		}
		return cell(text, row)
	}, nil
}
