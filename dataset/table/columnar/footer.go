package columnar

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/apache/thrift/lib/go/thrift"

	"feltlab/dataset/tablefile"
)

const (
	magic     = "PAR1"         // the first and the last four bytes of a Parquet file
	tailBytes = 4 + len(magic) // tailBytes are the length of the footer and the magic after it
	// maxFooterBytes bounds a footer. The footer of the file of all hand-flop pairs, 94 columns in
	// 10 row groups, has 0.1 MB.
	maxFooterBytes = 1 << 20
	maxColumns     = 4096
)

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %w", tablefile.ErrCorrupt, fmt.Errorf(format, args...))
}

// checkEnds checks the first and last bytes of a Parquet file, and its footer.
func checkEnds(r tablefile.Source, size int64) error {
	head, tail := make([]byte, len(magic)), make([]byte, tailBytes)
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return err
	}
	switch {
	case string(head) != magic:
		return tablefile.Unfit("not a Parquet file: it does not begin with %s", magic)
	case size < int64(len(magic)+tailBytes):
		return corrupt("the file ends after %d bytes", size)
	}
	if _, err := r.ReadAt(tail, size-int64(tailBytes)); err != nil {
		return err
	}
	if string(tail[4:]) != magic {
		return corrupt("the end of the file is missing: a Parquet file ends with %s", magic)
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	switch room := size - int64(len(magic)+tailBytes); {
	case length > room:
		return corrupt("a footer of %d bytes, but the file has room for %d", length, room)
	case length > maxFooterBytes:
		return corrupt("a footer of %d bytes, want at most %d", length, maxFooterBytes)
	}
	footer := make([]byte, length)
	if _, err := r.ReadAt(footer, size-int64(tailBytes)-length); err != nil {
		return err
	}
	if err := checkFooter(footer); err != nil {
		return corrupt("footer: %w", err)
	}
	return nil
}

// checkFooter walks through a footer in Thrift's compact protocol. The Parquet library allocates by the lengths of its
// lists and by the number of children of a column before it reads them, and takes each list for one of the type that
// the format gives it, whatever the file says. So each list must have that type and as many elements as it says, and
// each element of the schema the children that are there.
func checkFooter(text []byte) error {
	configuration := &thrift.TConfiguration{MaxMessageSize: int32(len(text)) + 1}
	buffer := &thrift.TMemoryBuffer{Buffer: bytes.NewBuffer(text)}
	w := footerWalker{in: thrift.NewTCompactProtocolConf(buffer, configuration)}
	if err := w.structure(0, 0); err != nil {
		return err
	}
	switch {
	case w.elements > maxColumns:
		return fmt.Errorf("%d columns, want at most %d", w.elements, maxColumns)
	case w.children != w.elements-1:
		return fmt.Errorf("a schema of %d elements that have %d children", w.elements, w.children)
	}
	return nil
}

type footerWalker struct {
	in                 *thrift.TCompactProtocol
	elements, children int64 // of the schema
}

// place is a path of field numbers below the footer, five bits each.
type place uint64

// unknownPlace is the place of a field that the format does not have; so are those below it.
const unknownPlace = ^place(0)

func placeOf(path ...place) (p place) {
	for _, id := range path {
		p = p<<5 | id
	}
	return p
}

// Places in the footer: FileMetaData has schema 2, row groups 4, key and value pairs 5 and column orders 7;
// a row group has column chunks 1, whose metadata are field 3.
var (
	schemaPlace   = placeOf(2)
	childrenPlace = placeOf(2, 5)

	// listTypes are the types of the elements of all lists that the Parquet library reads.
	listTypes = map[place]thrift.TType{
		schemaPlace: thrift.STRUCT, placeOf(4): thrift.STRUCT, placeOf(5): thrift.STRUCT, placeOf(7): thrift.STRUCT,
		placeOf(4, 1): thrift.STRUCT, placeOf(4, 4): thrift.STRUCT, // column chunks, sorting columns
		placeOf(4, 1, 3, 2): thrift.I32, placeOf(4, 1, 3, 3): thrift.STRING, // encodings, path in the schema
		placeOf(4, 1, 3, 8): thrift.STRUCT, placeOf(4, 1, 3, 13): thrift.STRUCT, // key and value pairs, encodings
		placeOf(4, 1, 3, 16, 2): thrift.I64, placeOf(4, 1, 3, 16, 3): thrift.I64, // histograms of levels
		placeOf(4, 1, 3, 17, 2): thrift.I32, placeOf(4, 1, 8, 2, 1): thrift.STRING, // geospatial types, path of a key
	}
)

// maxDepth is more than the structures of Parquet are nested; no place is as deep.
const maxDepth = 10

func (w *footerWalker) structure(at place, depth int) error {
	ctx := context.Background()
	if depth > maxDepth {
		return fmt.Errorf("structures nested deeper than %d", maxDepth)
	}
	if _, err := w.in.ReadStructBegin(ctx); err != nil {
		return err
	}
	for {
		_, kind, id, err := w.in.ReadFieldBegin(ctx)
		if err != nil {
			return err
		}
		if kind == thrift.STOP {
			return w.in.ReadStructEnd(ctx)
		}
		next := at<<5 | place(id)
		if id < 1 || id > 31 {
			next = unknownPlace
		}
		if err := w.value(next, kind, depth+1); err != nil {
			return err
		}
	}
}

func (w *footerWalker) value(at place, kind thrift.TType, depth int) error {
	ctx := context.Background()
	switch {
	case kind == thrift.STRUCT:
		return w.structure(at, depth)
	case kind == thrift.LIST:
		return w.list(at, depth)
	case kind == thrift.I32 && at == childrenPlace:
		n, err := w.in.ReadI32(ctx)
		if n < 0 || n > maxColumns {
			return fmt.Errorf("a column with %d children", n)
		}
		w.children += int64(n)
		return err
	}
	return thrift.Skip(ctx, w.in, kind, 1)
}

func (w *footerWalker) list(at place, depth int) error {
	kind, n, err := w.in.ReadListBegin(context.Background())
	if err != nil {
		return err
	}
	if want, known := listTypes[at]; known && kind != want || kind == thrift.LIST {
		return fmt.Errorf("a list of type %v", kind)
	}
	if at == schemaPlace {
		w.elements += int64(n)
	}
	for range n {
		if err := w.value(at, kind, depth); err != nil {
			return err
		}
	}
	return nil
}
