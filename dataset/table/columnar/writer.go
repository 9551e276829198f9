package columnar

import (
	"bufio"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/klauspost/compress/zstd"

	"feltlab/dataset/tablefile"
)

func init() {
	tablefile.Zstd = func(r io.Reader) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
	}
	tablefile.Register(tablefile.Format{
		Name: "parquet", Magic: magic, New: newParquet,
		File: func(r tablefile.Source, size int64) tablefile.Records {
			return func(begin func(tablefile.Header) ([]bool, error),
				each func(int64, []tablefile.Values) error) error {
				return readParquet(r, size, begin, each)
			}
		},
	})
	tablefile.Register(tablefile.Format{
		Name: "arrow", Magic: arrowMagic, New: newArrow, Begin: string(arrowContinues),
		File: func(r tablefile.Source, size int64) tablefile.Records {
			return arrowRecords(arrowFile(r, size), size)
		},
		Stream: func(in *bufio.Reader, size int64) tablefile.Records { return arrowRecords(arrowStream(in), size) },
	})
}

// encoder writes rows as record batches.
type encoder struct {
	rows *array.RecordBuilder
	file interface {
		Write(arrow.RecordBatch) error
		Close() error
	}
}

func newParquet(w io.Writer, fields []tablefile.Field, metadata [][2]string) (tablefile.Encoder, error) {
	schema := schemaOf(fields, metadata)
	properties := parquet.NewWriterProperties(
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithDataPageVersion(parquet.DataPageV2),
		parquet.WithVersion(parquet.V2_LATEST))
	// The FileWriter closes what it writes to, if it can; here the caller does that.
	file, err := pqarrow.NewFileWriter(schema, struct{ io.Writer }{w}, properties, pqarrow.DefaultWriterProps())
	return &encoder{array.NewRecordBuilder(memory.DefaultAllocator, schema), file}, err
}

func newArrow(w io.Writer, fields []tablefile.Field, metadata [][2]string) (tablefile.Encoder, error) {
	schema := schemaOf(fields, metadata)
	file, err := ipc.NewFileWriter(w, ipc.WithSchema(schema))
	return &encoder{array.NewRecordBuilder(memory.DefaultAllocator, schema), file}, err
}

// schemaOf returns the Arrow schema of columns with a file's metadata.
func schemaOf(fields []tablefile.Field, metadata [][2]string) *arrow.Schema {
	term := arrow.StructOf(
		arrow.Field{Name: "id", Type: arrow.PrimitiveTypes.Int32},
		arrow.Field{Name: "name", Type: arrow.BinaryTypes.String},
		arrow.Field{Name: "weight", Type: arrow.PrimitiveTypes.Float64})
	types := map[tablefile.Kind]arrow.DataType{
		tablefile.Texts: arrow.BinaryTypes.String, tablefile.Truths: arrow.FixedWidthTypes.Boolean,
		tablefile.Int32s: arrow.PrimitiveTypes.Int32, tablefile.Int64s: arrow.PrimitiveTypes.Int64,
		tablefile.Reals: arrow.PrimitiveTypes.Float64, tablefile.Formulas: arrow.ListOfNonNullable(term),
	}
	list := make([]arrow.Field, len(fields))
	for i, f := range fields {
		list[i] = arrow.Field{Name: f.Name, Type: types[f.Kind], Nullable: f.Nullable}
	}
	var keys, values []string
	for _, item := range metadata {
		keys, values = append(keys, item[0]), append(values, item[1])
	}
	m := arrow.NewMetadata(keys, values)
	return arrow.NewSchema(list, &m)
}

// Append implements tablefile.Encoder.
func (e *encoder) Append(column int, v tablefile.Value) {
	b := e.rows.Field(column)
	if v.Missing {
		b.AppendNull()
		return
	}
	switch b := b.(type) {
	case *array.StringBuilder:
		b.Append(v.Text)
	case *array.BooleanBuilder:
		b.Append(v.Int != 0)
	case *array.Int32Builder:
		b.Append(int32(v.Int))
	case *array.Int64Builder:
		b.Append(v.Int)
	case *array.Float64Builder:
		b.Append(v.Real)
	case *array.ListBuilder:
		b.Append(true)
		terms := b.ValueBuilder().(*array.StructBuilder)
		for _, t := range v.Terms {
			terms.Append(true)
			terms.FieldBuilder(0).(*array.Int32Builder).Append(t.ID)
			terms.FieldBuilder(1).(*array.StringBuilder).Append(t.Name)
			terms.FieldBuilder(2).(*array.Float64Builder).Append(t.Weight)
		}
	}
}

// Flush implements tablefile.Encoder.
func (e *encoder) Flush() error {
	batch := e.rows.NewRecordBatch()
	defer batch.Release()
	return e.file.Write(batch)
}

// Close implements tablefile.Encoder.
func (e *encoder) Close() error {
	e.rows.Release()
	return e.file.Close()
}
