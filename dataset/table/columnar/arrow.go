package columnar

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"feltlab/dataset/tablefile"
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

// arrowRecords reads the batches that open finds. Memory is bounded by 256 times the size of the file.
func arrowRecords(open func(...ipc.Option) (recordReader, error), size int64) tablefile.Records {
	return func(begin func(tablefile.Header) ([]bool, error), each func(int64, []tablefile.Values) error) (err error) {
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
		header := tablefile.Header{Metadata: in.Schema().Metadata().ToMap(), Rows: -1}
		describe(&header, in.Schema())
		wanted, err := begin(header)
		if err != nil {
			return err
		}
		for first := int64(0); ; {
			batch, err := in.Read()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return fmt.Errorf("%w: %w", errArrow, err)
			}
			if most := freeRows + rowsPerByte*size; batch.NumRows() >= most-first {
				return fmt.Errorf("%w: more than %d rows in %d bytes", errArrow, most, size)
			}
			var columns []tablefile.Values
			for i, of := range batch.Columns() {
				if wanted[i] {
					columns = append(columns, values{header.Columns[i], of})
				}
			}
			if err := each(first, columns); err != nil {
				return err
			}
			first += batch.NumRows()
		}
	}
}

var errArrow = tablefile.Unfit("damaged or cut Arrow file")
