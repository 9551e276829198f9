package columnar

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"feltlab/dataset/tablefile"
)

// readParquet reads a Parquet file. Memory is bounded by the rows of a row group and by 256 times the size of the
// file, whatever the file says. Pages are compressed by snappy, gzip, brotli, zstd, raw LZ4 or not at all. The library
// panics on some damaged files; that is an error too.
func readParquet(r tablefile.Source, size int64, begin func(tablefile.Header) ([]bool, error),
	each func(int64, []tablefile.Values) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = corrupt("%v", p)
		}
	}()
	if err := checkEnds(r, size); err != nil {
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
	most, err := checkRows(in.MetaData(), size)
	if err != nil {
		return err
	}
	reader, err := pqarrow.NewFileReader(in, pqarrow.ArrowReadProperties{BatchSize: tablefile.BatchRows}, allocator)
	if err != nil {
		return corrupt("%w", err)
	}
	schema, err := reader.Schema()
	if err != nil {
		return corrupt("%w", err)
	}
	header := tablefile.Header{Metadata: map[string]string{}, Rows: in.NumRows()}
	describe(&header, schema)
	for _, item := range in.MetaData().KeyValueMetadata() {
		header.Metadata[item.Key] = item.GetValue()
	}
	wanted, err := begin(header)
	if err != nil {
		return err
	}
	p := &parquetFile{in: in, reader: reader}
	for i, f := range reader.Manifest.Fields {
		if wanted[i] && f.ColIndex < 0 {
			return unfitColumn(f.Field.Name, f.Field.Type)
		}
		if wanted[i] {
			p.places, p.columns = append(p.places, i), append(p.columns, f)
		}
	}
	allocator.most.Store(mostBytes(most, size, p.columns))
	for group := range in.NumRowGroups() {
		allocator.held.Store(0) // the library does not give back all of the group before
		if err := p.group(group, each); err != nil {
			return err
		}
	}
	return nil
}

// unfitColumn is the error of a column that cannot be read.
func unfitColumn(name string, of arrow.DataType) error {
	return tablefile.Unfit("column %s has values of type %v, want numbers, text or truth values; "+
		"leave it out or write it as one of these", name, of)
}

// checkRows returns the number of rows of the largest row group.
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

// parquetFile reads the wanted columns of a file.
type parquetFile struct {
	in      *file.Reader
	reader  *pqarrow.FileReader
	places  []int // in the file's schema
	columns []pqarrow.SchemaField
	first   int64 // number of rows before the next
}

// group reads a row group, after its pages were checked.
func (p *parquetFile) group(group int, each func(int64, []tablefile.Values) error) error {
	fail := func(k int, err error) error {
		at := fmt.Sprintf("column %s, from row %d on", p.columns[k].Field.Name, p.first+1)
		if errors.Is(err, tablefile.ErrColumns) {
			return fmt.Errorf("%s: %w", at, err)
		}
		return corrupt("%s: %w", at, err)
	}
	readers := make([]*pqarrow.ColumnReader, len(p.columns))
	for k, c := range p.columns {
		err := checkPages(p.in.RowGroup(group), c.ColIndex)
		if err == nil {
			leaves := map[int]bool{c.ColIndex: true}
			readers[k], err = p.reader.GetFieldReader(context.Background(), p.places[k], leaves, []int{group})
		}
		if err != nil {
			return fail(k, err)
		}
		defer readers[k].Release()
	}
	columns := make([]tablefile.Values, len(readers))
	for left := p.in.RowGroup(group).NumRows(); left > 0; {
		n := min(left, tablefile.BatchRows)
		for k, r := range readers {
			chunks, err := r.NextBatch(n)
			if err == nil && int64(chunks.Len()) != n {
				err = fmt.Errorf("it ends %d values early", n-int64(chunks.Len()))
			}
			if err == nil {
				var all arrow.Array
				if list := chunks.Chunks(); len(list) == 1 {
					all = list[0]
				} else {
					all, err = array.Concatenate(list, memory.DefaultAllocator)
					chunks.Release()
				}
				columns[k] = values{p.columns[k].Field.Name, all}
			}
			if err != nil {
				return fail(k, err)
			}
		}
		if err := each(p.first, columns); err != nil {
			return err
		}
		p.first, left = p.first+n, left-n
	}
	return nil
}
