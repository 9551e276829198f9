package table

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

var (
	// ErrCorrupt marks a Parquet file that is damaged or cut.
	ErrCorrupt = errors.New("corrupt Parquet file")
	// ErrColumns marks one with other columns than those asked for.
	ErrColumns = errors.New("other columns")
)

const (
	// maxPageBytes bounds what the header of a damaged page can make the reader allocate.
	maxPageBytes = 16 << 20
	// batchRows is the number of rows that are decoded at a time.
	batchRows = 1 << 14
)

// ReadParquet reads a file that begins with the given columns: begin gets its metadata, then each
// gets its rows in batches, in order. The error is theirs as it is, or wraps ErrCorrupt or ErrColumns.
// What the Parquet reader panics about, as it does on some damaged files, is an error too.
func ReadParquet[R any](r parquet.ReaderAtSeeker, columns []Column[R], begin func(metadata map[string]string) error, each func(arrow.RecordBatch) error) (err error) {
	corrupt := func(err error) error { return fmt.Errorf("%w: %w", ErrCorrupt, err) }
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrCorrupt, p)
		}
	}()
	properties := parquet.NewReaderProperties(memory.DefaultAllocator)
	properties.BufferedStreamEnabled = true
	properties.MaxCompressedPageSize, properties.MaxUncompressedPageSize = maxPageBytes, maxPageBytes
	in, err := file.NewParquetReader(r, file.WithReadProps(properties))
	if err != nil {
		return corrupt(err)
	}
	metadata := map[string]string{}
	for _, item := range in.MetaData().KeyValueMetadata() {
		metadata[item.Key] = item.GetValue()
	}
	if err := begin(metadata); err != nil {
		return err
	}
	reader, err := pqarrow.NewFileReader(in, pqarrow.ArrowReadProperties{BatchSize: batchRows}, memory.DefaultAllocator)
	if err != nil {
		return corrupt(err)
	}
	schema, err := reader.Schema()
	if err != nil {
		return corrupt(err)
	}
	for i, c := range columns {
		if i >= schema.NumFields() || schema.Field(i).Name != c.Field.Name || !arrow.TypeEqual(schema.Field(i).Type, c.Field.Type) {
			return fmt.Errorf("%w: want %v as number %d", ErrColumns, c.Field, i+1)
		}
	}
	batches, err := reader.GetRecordReader(context.Background(), nil, nil)
	if err != nil {
		return corrupt(err)
	}
	defer batches.Release()
	for batches.Next() {
		if err := each(batches.RecordBatch()); err != nil {
			return err
		}
	}
	if err := batches.Err(); err != nil && !errors.Is(err, io.EOF) {
		return corrupt(err)
	}
	return nil
}
