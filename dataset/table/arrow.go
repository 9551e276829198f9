package table

import (
	"bufio"
	"fmt"

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

// arrowRows reads an Arrow file or stream in its order. Memory is bounded by 256 times the size of the file.
func arrowRows(r *bufio.Reader, size int64, begin func([]string) ([]bool, error),
	each func(int64, []string) error) (err error) {
	var asked error // by begin or each
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errArrow, p)
		}
	}()
	if start, _ := r.Peek(len(arrowMagic)); string(start) == arrowMagic {
		r.Discard(len(arrowMagic) + 2)
	}
	allocator := &budget{Allocator: memory.DefaultAllocator}
	allocator.most.Store(freeBytes + ratio*size)
	options := []ipc.Option{ipc.WithAllocator(allocator), ipc.WithMetadataSizeLimit(mostMetadata),
		ipc.WithBodySizeLimit(freeBytes + ratio*size), ipc.WithDictionaryDeltas(true)}
	in, err := ipc.NewReaderFromMessageReader(ipc.NewMessageReader(r, options...), options...)
	if err != nil {
		return fmt.Errorf("%w: %w", errArrow, err)
	}
	defer in.Release()
	var names []string
	for _, f := range in.Schema().Fields() {
		names = append(names, f.Name)
	}
	wanted, asked := begin(names)
	if asked != nil {
		return asked
	}
	var line lineOfCells
	for row := int64(1); in.Next(); {
		batch := in.RecordBatch()
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
	if in.Err() != nil {
		return fmt.Errorf("%w: %w", errArrow, in.Err())
	}
	return nil
}

var errArrow = unfit("damaged Arrow file")

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
