package columnar

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"

	"feltlab/dataset/tablefile"
)

// A page states how long it is before and after compression, and how many values it has; the Parquet
// library allocates by that. A file of some bytes can so ask for gigabytes. The limits below follow
// from the rows and columns that are read and from the size of the file.

const (
	columnBytes = 128 << 10 // what the buffers of a column may take before its first value
	copies      = 4         // how many times a value may be held: in a compressed page, in a page, in a dictionary
	textBytes   = 256       // what a text may take on average
	// freeBytes and ratio bound what a file may take, as bytes and as multiple of its size, whatever
	// it says of its rows.
	freeBytes, ratio = 64 << 20, 256
	// freeRows and rowsPerByte bound the rows of a file in the same way: runs of equal values take next to nothing.
	freeRows, rowsPerByte = 1 << 20, 4096
	// maxHeaderBytes bounds the header of a page; it may hold the smallest and the largest text.
	maxHeaderBytes = 64 << 10
)

// mostBytes returns what the wanted columns of a row group may take: exactly, or on average for text.
func mostBytes(rows, fileSize int64, columns []pqarrow.SchemaField) int64 {
	most := int64(0)
	for _, c := range columns {
		width := int64(8)
		if arrow.IsBaseBinary(c.Field.Type.ID()) || c.Field.Type.ID() == arrow.DICTIONARY {
			width = textBytes
		} else if arrow.IsDecimal(c.Field.Type.ID()) {
			width = 64
		}
		most += columnBytes + copies*rows*width
	}
	return min(most, freeBytes+ratio*fileSize)
}

// budget is an allocator that holds a limited number of bytes at a time. It panics where a caller
// asks for more, as allocators do.
type budget struct {
	memory.Allocator
	most, held atomic.Int64
}

func (a *budget) take(size int) {
	if most := a.most.Load(); int64(size) > most || a.held.Add(int64(size)) > most {
		panic(fmt.Errorf("pages of more than %d bytes", most))
	}
}

func (a *budget) Allocate(size int) []byte {
	a.take(size)
	return a.Allocator.Allocate(size)
}

func (a *budget) Reallocate(size int, b []byte) []byte {
	a.take(size - len(b))
	return a.Allocator.Reallocate(size, b)
}

func (a *budget) Free(b []byte) {
	a.held.Add(-int64(len(b)))
	a.Allocator.Free(b)
}

// checkPages goes through the pages of a column chunk: the library would allocate by what they say.
func checkPages(group *file.RowGroupReader, column int) error {
	chunk, err := group.MetaData().ColumnChunk(column)
	if err != nil {
		return err
	}
	if !slices.Contains(codecs, chunk.Compression()) {
		return tablefile.Unfit("it is compressed by %v, want SNAPPY, GZIP, BROTLI, ZSTD, LZ4_RAW or no compression",
			chunk.Compression())
	}
	if n := chunk.NumValues(); n != group.NumRows() {
		return fmt.Errorf("%d values in %d rows", n, group.NumRows())
	}
	pages, err := group.GetColumnPageReader(column)
	if err != nil {
		return err
	}
	defer pages.Close()
	pages.SetMaxPageHeaderSize(maxHeaderBytes)
	of := group.MetaData().Schema.Column(column)
	width := 4 // least bytes of a value
	switch chunk.Type() {
	case parquet.Types.Int64, parquet.Types.Double:
		width = 8
	case parquet.Types.FixedLenByteArray:
		width = max(1, of.TypeLength())
	}
	left := group.NumRows()
	for pages.Next() {
		page := pages.Page()
		n := int64(page.NumValues())
		if _, ok := page.(*file.DictionaryPage); ok {
			if room := int64(len(page.Data()) / width); n > room {
				return fmt.Errorf("a dictionary of %d values in %d bytes", n, len(page.Data()))
			}
			continue
		}
		if left -= n; left < 0 {
			return fmt.Errorf("a page has %d values more than the column", -left)
		}
		switch encoding := parquet.Encoding(page.Encoding()); encoding {
		case parquet.Encodings.Plain, parquet.Encodings.RLE, parquet.Encodings.ByteStreamSplit,
			parquet.Encodings.PlainDict, parquet.Encodings.RLEDict:
		case parquet.Encodings.DeltaBinaryPacked, parquet.Encodings.DeltaLengthByteArray,
			parquet.Encodings.DeltaByteArray:
			if err := checkDelta(page, of.MaxDefinitionLevel() > 0); err != nil {
				return err
			}
		default: // others allocate by what a page says
			return tablefile.Unfit("values are encoded as %v, want PLAIN, RLE, BYTE_STREAM_SPLIT, DELTA or a "+
				"dictionary", encoding)
		}
	}
	return pages.Err()
}

type boundedCodec struct {
	compress.Codec
	decode func(inner compress.Codec, dst, src []byte) ([]byte, error)
}

func (c boundedCodec) DecodeWithError(dst, src []byte) ([]byte, error) {
	if dst == nil {
		dst = []byte{} // gzip would take nil for a page of any size, and LZ4 would write to it
	}
	return c.decode(c.Codec, dst, src)
}

func (c boundedCodec) Decode(dst, src []byte) []byte {
	out, err := c.DecodeWithError(dst, src)
	if err != nil {
		panic(err)
	}
	return out
}

var codecs = []compress.Compression{
	compress.Codecs.Uncompressed, compress.Codecs.Snappy, compress.Codecs.Gzip, compress.Codecs.Zstd,
	compress.Codecs.Lz4Raw, compress.Codecs.Brotli,
}

// init replaces the decompressors that allocate what a page's content says: a frame of 20 bytes can
// ask for 4 GB. Compression stays as it is.
func init() {
	decoder, err := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic(err)
	}
	for kind, decode := range map[compress.Compression]func(inner compress.Codec, dst, src []byte) ([]byte, error){
		compress.Codecs.Zstd: func(_ compress.Codec, dst, src []byte) ([]byte, error) {
			return decoder.DecodeAll(src, dst[:0:len(dst)])
		},
		compress.Codecs.Snappy: func(inner compress.Codec, dst, src []byte) ([]byte, error) {
			if n, err := snappy.DecodedLen(src); err != nil || n > len(dst) {
				return nil, fmt.Errorf("a snappy block of %d bytes in a page of %d (%v)", n, len(dst), err)
			}
			return compress.Decode(inner, dst, src)
		},
		compress.Codecs.Gzip:   compress.Decode,
		compress.Codecs.Lz4Raw: compress.Decode,
		compress.Codecs.Brotli: compress.Decode,
	} {
		inner, err := compress.GetCodec(kind)
		if err != nil {
			panic(err)
		}
		compress.RegisterCodec(kind, boundedCodec{inner, decode})
	}
}
