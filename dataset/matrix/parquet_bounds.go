package matrix

import (
	"encoding/binary"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The Parquet reader allocates what a file says that it needs: a footer of some hundred bytes can
// ask for gigabytes by a number of columns, a length of a list, a page's number of values or the
// size in a compressed frame. So what the reader will believe is checked before it sees the file. A
// matrix file is simple: one row group, a column chunk for each column, each with one dictionary
// page at most and data pages of version 2, all compressed by zstd.

const (
	// maxFooterBytes is far more than a matrix needs, 7,000 bytes.
	maxFooterBytes = 1 << 16
	// maxDataBytes bounds what all pages of a file may decompress to. A matrix has 0.6 MB, but a
	// small page does not state its size and counts as a block.
	maxDataBytes = 24 << 20
	// tailBytes are the length of the footer and the magic behind it.
	tailBytes = 8
)

// Numbers of Parquet's format: fields of its structures, page types, encodings and the codec.
const (
	fileSchema, fileRows, fileGroups = 2, 3, 4
	schemaChildren                   = 5
	groupColumns                     = 1
	chunkData                        = 3

	dataCodec, dataValues, dataBytes, dataPage, dataDictionary = 4, 5, 7, 9, 11

	pageType, pageFull, pageCompressed = 1, 2, 3
	pageDictionary, pageV2             = 7, 8
	dictionaryValues, dictionaryCoding = 1, 2

	v2Values, v2Rows, v2Coding, v2Levels, v2MoreLevels, v2Compressed = 1, 3, 4, 5, 6, 7

	typeDictionary, typeV2 = 2, 3
	plain, byDictionary    = 0, 8
	zstd                   = 6
)

// outOfBounds is the error of a file whose structure is not that of a matrix file.
func outOfBounds(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

// footer is where a file's footer begins, and what it says.
type footer struct {
	start int64
	says  thriftValue
}

// readFooter reads the footer of a file of so many bytes and checks what the Parquet reader
// allocates by. The error wraps ErrCorrupt, or ErrSchema for a file that may be another one, or is
// the reader's.
func readFooter(r io.ReaderAt, size int64) (f footer, err error) {
	var tail [tailBytes]byte
	if _, err := r.ReadAt(tail[:], size-tailBytes); err != nil {
		return f, err
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	f.start = size - tailBytes - length
	if f.start < 0 {
		return f, outOfBounds("a footer of %d bytes", length)
	}
	if length > maxFooterBytes {
		return f, fmt.Errorf("%w: a footer of %d bytes", ErrSchema, length)
	}
	text := make([]byte, length)
	if _, err := r.ReadAt(text, f.start); err != nil {
		return f, err
	}
	in := thriftReader{rest: text}
	f.says = in.structure()
	if in.err != nil {
		return f, fmt.Errorf("%w: footer: %w", ErrCorrupt, in.err)
	}
	schema := f.says.at(fileSchema).list
	for i, element := range schema {
		children := 0
		if i == 0 {
			children = len(schema) - 1
		}
		if n := element.at(schemaChildren).number; n != int64(children) {
			return f, fmt.Errorf("%w: element %d of %d has %d children", ErrSchema, i+1, len(schema), n)
		}
	}
	return f, nil
}

// checkChunks walks through the column chunks, which lie before the footer and share no bytes. The
// error wraps ErrCorrupt or is the reader's.
func (f *footer) checkChunks(r io.ReaderAt) error {
	groups, rows := f.says.at(fileGroups).list, f.says.at(fileRows).number
	if len(groups) != 1 || rows != NumFlops {
		return outOfBounds("%d rows in %d row groups, want %d in 1", rows, len(groups), NumFlops)
	}
	bytes, left := f.start, int64(maxDataBytes)
	for i, chunk := range groups[0].at(groupColumns).list {
		data := chunk.at(chunkData)
		begin, length := data.at(dataPage).number, data.at(dataBytes).number
		if dictionary := data.at(dataDictionary).number; dictionary != 0 {
			if dictionary > begin {
				return outOfBounds("column %d: its dictionary lies behind its data", i+1)
			}
			begin = dictionary
		}
		if begin < 0 || length < 0 || length > bytes || begin > f.start-length {
			return outOfBounds("column %d: %d bytes at %d", i+1, length, begin)
		}
		if data.at(dataCodec).number != zstd || data.at(dataValues).number != NumFlops {
			return outOfBounds("column %d: %d values by codec %d", i+1, data.at(dataValues).number, data.at(dataCodec).number)
		}
		bytes -= length
		text := make([]byte, length)
		if _, err := r.ReadAt(text, begin); err != nil {
			return err
		}
		if err := checkPages(text, &left); err != nil {
			return fmt.Errorf("column %d: %w", i+1, err)
		}
	}
	return nil
}

// checkPages walks through the pages of a column chunk, and counts down how much they may have
// uncompressed.
func checkPages(text []byte, left *int64) error {
	values := int64(0)
	for first := true; len(text) > 0; first = false {
		in := thriftReader{rest: text}
		page := in.structure()
		if in.err != nil {
			return fmt.Errorf("%w: page header: %w", ErrCorrupt, in.err)
		}
		full, length := page.at(pageFull).number, page.at(pageCompressed).number
		if length < 0 || length > int64(len(in.rest)) || full < 0 {
			return outOfBounds("a page of %d bytes, %d compressed", full, length)
		}
		most, ok := frameBytes(in.rest[:length])
		if !ok {
			return outOfBounds("a page that is not one zstd frame")
		}
		if *left -= max(most, full); most < 0 || *left < 0 {
			return outOfBounds("pages of more than %d bytes", maxDataBytes)
		}
		n, err := pageValues(page, first)
		if err != nil {
			return err
		}
		values += n
		text = in.rest[length:]
	}
	if values != NumFlops {
		return outOfBounds("pages of %d values, want %d", values, NumFlops)
	}
	return nil
}

// pageValues returns the number of values of a data page, none for a dictionary, which comes first.
func pageValues(page thriftValue, first bool) (int64, error) {
	switch kind := page.at(pageType).number; {
	case kind == typeDictionary && first:
		d := page.at(pageDictionary)
		if n := d.at(dictionaryValues).number; n < 0 || n > NumFlops || d.at(dictionaryCoding).number != plain {
			return 0, outOfBounds("a dictionary of %d values in encoding %d", n, d.at(dictionaryCoding).number)
		}
		return 0, nil
	case kind == typeV2:
		d := page.at(pageV2)
		n, coding := d.at(v2Values).number, d.at(v2Coding).number
		if n < 1 || n > NumFlops || d.at(v2Rows).number != n || coding != plain && coding != byDictionary {
			return 0, outOfBounds("a page of %d values in encoding %d", n, coding)
		}
		uncompressed := d.has(v2Compressed) && d.at(v2Compressed).number == 0
		if d.at(v2Levels).number != 0 || d.at(v2MoreLevels).number != 0 || uncompressed {
			return 0, outOfBounds("a page with levels, or not compressed")
		}
		return n, nil
	default:
		return 0, outOfBounds("a page of type %d", kind)
	}
}

// maxAllocated is far more than the buffers for the pages of a matrix take together, all columns
// counted: 4 MB.
const maxAllocated = 64 << 20

// ration refuses to allocate more than maxAllocated bytes in all, by a panic as allocators do.
type ration struct {
	memory.Allocator
	used atomic.Int64
}

func (l *ration) take(size int) {
	if size > maxAllocated || l.used.Add(int64(size)) > maxAllocated {
		panic(outOfBounds("buffers of more than %d bytes", maxAllocated))
	}
}

func (l *ration) Allocate(size int) []byte {
	l.take(size)
	return l.Allocator.Allocate(size)
}

func (l *ration) Reallocate(size int, b []byte) []byte {
	l.take(max(size-len(b), 0))
	return l.Allocator.Reallocate(size, b)
}
