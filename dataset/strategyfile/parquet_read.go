package strategyfile

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"feltlab/dataset/table"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

const (
	// maxPageBytes bounds what the header of a damaged page can make the reader allocate.
	maxPageBytes = 16 << 20
	// batchRows is the number of rows that are decoded at a time.
	batchRows = 1 << 14
)

// readParquet reads what writeParquet wrote. The Parquet reader panics on some damaged files.
func readParquet(r source, g game.Game, lookup strategy.Lookup) (t *strategy.Table, err error) {
	defer func() {
		if p := recover(); p != nil {
			t, err = nil, fmt.Errorf("%w: %v", ErrCorrupt, p)
		}
	}()
	properties := parquet.NewReaderProperties(memory.DefaultAllocator)
	properties.BufferedStreamEnabled = true
	properties.MaxCompressedPageSize, properties.MaxUncompressedPageSize = maxPageBytes, maxPageBytes
	in, err := file.NewParquetReader(r, file.WithReadProps(properties))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	metadata := map[string]string{}
	for _, item := range in.MetaData().KeyValueMetadata() {
		metadata[item.Key] = item.GetValue()
	}
	builder, err := header(metadata, g, lookup)
	if err != nil {
		return nil, err
	}
	if err := readRows(in, builder); err != nil {
		return nil, err
	}
	if t, err = builder.Table(); err != nil {
		return nil, err
	}
	checksum, err := strategy.Digest(t)
	if err == nil && checksum != metadata[keyChecksum] {
		err = fmt.Errorf("%w: the rows have %s, the metadata say %q", ErrChecksum, checksum, metadata[keyChecksum])
	}
	return t, err
}

// header checks what the metadata say of the file.
func header(metadata map[string]string, g game.Game, lookup strategy.Lookup) (*strategy.Builder, error) {
	if got := metadata[keyFormat]; got != strategy.Format {
		return nil, fmt.Errorf("%w: %s in its metadata is %q, want %q", strategy.ErrNotStrategy, keyFormat, got, strategy.Format)
	}
	if got := metadata[keyVersion]; got != strategy.Version {
		return nil, fmt.Errorf("%w: %s, want %s", strategy.ErrVersion, got, strategy.Version)
	}
	if got := metadata[keyGame]; got != g.Name() {
		return nil, fmt.Errorf("%w: %s, want %s", strategy.ErrGame, got, g.Name())
	}
	var of [2]strategy.Bucketing
	for seat := range of {
		b, err := lookup(g, metadata[keyBuckets[seat]])
		if err != nil {
			return nil, err
		}
		of[seat] = b
	}
	return strategy.NewBuilder(g, of), nil
}

func readRows(in *file.Reader, builder *strategy.Builder) error {
	reader, err := pqarrow.NewFileReader(in, pqarrow.ArrowReadProperties{BatchSize: batchRows}, memory.DefaultAllocator)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	schema, err := reader.Schema()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	want := table.Schema(columns, nil)
	for i, field := range want.Fields() {
		if i >= schema.NumFields() || schema.Field(i).Name != field.Name || !arrow.TypeEqual(schema.Field(i).Type, field.Type) {
			return fmt.Errorf("%w: its columns are not %v", strategy.ErrNotStrategy, want.Fields())
		}
	}
	batches, err := reader.GetRecordReader(context.Background(), nil, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	defer batches.Release()
	for batches.Next() {
		if err := addBatch(batches.RecordBatch(), builder); err != nil {
			return err
		}
	}
	if err := batches.Err(); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return nil
}

// addBatch fills the rows of a batch in.
func addBatch(batch arrow.RecordBatch, builder *strategy.Builder) error {
	states, labels := batch.Column(0).(*array.String), batch.Column(1).(*array.String)
	var probabilities [3]*array.Float64
	for i := range probabilities {
		probabilities[i] = batch.Column(2 + i).(*array.Float64)
	}
	for r := range int(batch.NumRows()) {
		n, err := builder.State([]byte(states.Value(r)))
		if err != nil {
			return err
		}
		out, err := builder.Row(n, []byte(labels.Value(r)))
		if err != nil {
			return err
		}
		next := 0
		for i, a := range actions {
			legal := next < len(n.Actions) && n.Actions[next] == a
			if legal == probabilities[i].IsNull(r) {
				return fmt.Errorf("%w: at %s, bucket %s, want probabilities of %v and no others", strategy.ErrSyntax, n.History, labels.Value(r), n.Actions)
			}
			if legal {
				out[next] = probabilities[i].Value(r)
				next++
			}
		}
	}
	return nil
}
