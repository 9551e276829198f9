package matrix

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"feltlab/model/ranges"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// Format is the version of the layout of matrix files.
const Format = "feltlab-matrix-1"

// Keys of a file's metadata.
const (
	keyFormat      = "feltlab.format"
	keyDefinitions = "feltlab.definitions"
	keyHand        = "feltlab.hand"
	keyCards       = "feltlab.cards"
	keyRange       = "feltlab.range"
	keySource      = "feltlab.source"
	keySHA256      = "feltlab.sha256"
)

// WriteParquet writes the matrix to a Parquet file, which appears under its name when it is
// complete, or not at all: it is written under a temporary name, synced and renamed.
func WriteParquet(path string, m *Matrix) error {
	return writeFile(path, func(w io.Writer) error { return EncodeParquet(w, m) })
}

// EncodeParquet writes the bytes of the matrix's Parquet file to w. The error is that of w,
// or says that the matrix is not one that Build or ReadParquet returned.
func EncodeParquet(w io.Writer, m *Matrix) error {
	spec, err := ranges.ParseHand(m.Hand)
	if err != nil {
		return err
	}
	out, err := newParquetWriter(w, columns, [][2]string{
		{keyFormat, Format},
		{keyDefinitions, m.Definitions},
		{keyHand, m.Hand},
		{keyCards, spec.Combo.String()},
		{keyRange, m.Range},
		{keySource, m.Source},
		{keySHA256, m.digest()},
	})
	if err != nil {
		return err
	}
	defer out.release()
	for i := range m.Flops {
		out.add(&m.Flops[i])
	}
	return out.close()
}

// digest returns the SHA-256 of the metadata, one item a line, and the CSV form.
func (m *Matrix) digest() string {
	hash := sha256.New() // its Write never fails
	fmt.Fprintf(hash, "%s\n%s\n%s\n%s\n", m.Hand, m.Range, m.Definitions, m.Source)
	WriteCSV(hash, m)
	return hex.EncodeToString(hash.Sum(nil))
}

// parquetWriter collects rows of type R and writes them as row groups.
type parquetWriter[R any] struct {
	columns []column[R]
	rows    *array.RecordBuilder
	file    *pqarrow.FileWriter
	count   int // rows added since the last flush
	total   int // rows flushed
}

func newParquetWriter[R any](w io.Writer, columns []column[R], metadata [][2]string) (*parquetWriter[R], error) {
	var keys, values []string
	for _, item := range metadata {
		keys, values = append(keys, item[0]), append(values, item[1])
	}
	schema := arrowSchema(columns, keys, values)
	properties := parquet.NewWriterProperties(
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithDataPageVersion(parquet.DataPageV2),
		parquet.WithVersion(parquet.V2_LATEST))
	// The FileWriter closes what it writes to, if it can; here the caller does that.
	file, err := pqarrow.NewFileWriter(schema, struct{ io.Writer }{w}, properties, pqarrow.DefaultWriterProps())
	if err != nil {
		return nil, fmt.Errorf("matrix: %w", err)
	}
	rows := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	return &parquetWriter[R]{columns: columns, rows: rows, file: file}, nil
}

// add puts a row behind those that wait for the next flush.
func (p *parquetWriter[R]) add(r *R) {
	for i := range p.columns {
		p.columns[i].append(p.rows.Field(i), r)
	}
	p.count++
}

// flush writes the rows added so far as one row group.
func (p *parquetWriter[R]) flush() error {
	if p.count == 0 {
		return nil
	}
	p.total += p.count
	p.count = 0
	batch := p.rows.NewRecordBatch()
	defer batch.Release()
	return p.file.Write(batch)
}

// close writes what is left and the end of the file; the underlying writer stays open.
func (p *parquetWriter[R]) close() error {
	if err := p.flush(); err != nil {
		return err
	}
	return p.file.Close()
}

func (p *parquetWriter[R]) release() { p.rows.Release() }
