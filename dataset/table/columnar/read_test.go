package columnar

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
)

// TestReadBack reads what the writers of this package write, in several row groups and batches.
func TestReadBack(t *testing.T) {
	rows := sample(3*tablefile.BatchRows/2 + 1)
	var grouped, csv bytes.Buffer
	w := must.Get(table.NewWriter(&grouped, "parquet", readings, nil))(t)
	for i := range rows {
		if w.Add(&rows[i]); i == 999 || i == 1000 {
			must.Do(t, w.Flush())
		}
	}
	must.Do(t, errors.Join(w.Close(), table.WriteCSV(&csv, readings, rows)))
	for name, data := range map[string][]byte{"one row group": encode(t, rows), "three": grouped.Bytes(),
		"CSV": csv.Bytes()} {
		got, h, err := decode(data)
		if err != nil || !same(got, rows) {
			t.Errorf("%s: %d rows: %v", name, len(got), err)
		}
		if want := int64(len(rows)); name != "CSV" && h.Rows != want || name == "CSV" && h.Rows != -1 {
			t.Errorf("%s: %d rows stated", name, h.Rows)
		}
		if name == "one row group" && h.Metadata["key"] != "value" {
			t.Errorf("metadata %v", h.Metadata)
		}
	}
}

// TestOtherWriters reads the sample as DuckDB and Polars wrote it (testdata/write.mjs): other types,
// another order, nullable columns, other codecs and a column of lists.
func TestOtherWriters(t *testing.T) {
	files, err := filepath.Glob("testdata/*.parquet")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		data := must.Get(os.ReadFile(path))(t)
		if got, _, err := decode(data); err != nil || !same(got, sample(40)) {
			t.Errorf("%s: %v, %v", path, got, err)
		}
	}
}

// writeArrow writes the sample with its columns as other types, of Arrow, and returns the file.
func writeArrow(t *testing.T, types map[string]arrow.DataType, options ...parquet.WriterProperty) []byte {
	t.Helper()
	var list []arrow.Field
	for i := len(fields) - 1; i >= 0; i-- {
		f := arrow.Field{Name: fields[i].Name, Type: schemaOf(fields, nil).Field(i).Type, Nullable: true}
		if of, ok := types[f.Name]; ok {
			f.Type = of
		}
		list = append(list, f)
	}
	list = append(list, arrow.Field{Name: "more", Type: arrow.ListOf(arrow.BinaryTypes.String)})
	schema := arrow.NewSchema(list, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for _, r := range sample(40) {
		for i, f := range list {
			text := map[string]string{
				"name": r.name, "even": fmt.Sprint(r.even), "small": fmt.Sprint(r.small), "large": fmt.Sprint(r.large),
				"x": fmt.Sprint(r.x), "y": fmt.Sprint(r.y), "more": `["a"]`,
			}[f.Name]
			if text == "NaN" {
				b.Field(i).AppendNull()
			} else if err := b.Field(i).AppendValueFromString(text); err != nil {
				t.Fatal(f.Name, err)
			}
		}
	}
	var out bytes.Buffer
	w := must.Get(pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(options...),
		pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema())))(t)
	batch := b.NewRecordBatch()
	defer batch.Release()
	must.Do(t, errors.Join(w.WriteBuffered(batch), w.Close()))
	return out.Bytes()
}

// TestOtherTypes reads columns of other types where the values fit.
func TestOtherTypes(t *testing.T) {
	type types = map[string]arrow.DataType
	categories := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	for name, data := range map[string][]byte{
		"nullable":      writeArrow(t, nil),
		"large strings": writeArrow(t, types{"name": arrow.BinaryTypes.LargeString}),
		"binary": writeArrow(t, types{"name": arrow.BinaryTypes.LargeString,
			"large": arrow.PrimitiveTypes.Int32}),
		"categories": writeArrow(t, types{"name": categories}),
		"narrow":     writeArrow(t, types{"small": arrow.PrimitiveTypes.Int8, "large": arrow.PrimitiveTypes.Uint16}),
		"wide": writeArrow(t, types{"small": arrow.PrimitiveTypes.Int64, "large": arrow.PrimitiveTypes.Uint64,
			"y": arrow.PrimitiveTypes.Int64}),
		"floats": writeArrow(t, types{"small": arrow.PrimitiveTypes.Float32,
			"large": arrow.PrimitiveTypes.Float64, "y": arrow.PrimitiveTypes.Float32}),
		"pages of V1": writeArrow(t, nil, parquet.WithDataPageVersion(parquet.DataPageV1)),
		"small pages": writeArrow(t, nil, parquet.WithDataPageVersion(parquet.DataPageV1),
			parquet.WithDataPageSize(20), parquet.WithBatchSize(3)),
		"no dictionary": writeArrow(t, nil, parquet.WithDictionaryDefault(false),
			parquet.WithCompression(compress.Codecs.Snappy)),
		"split bytes": writeArrow(t, nil, parquet.WithDictionaryDefault(false), parquet.WithEncodingFor("x",
			parquet.Encodings.ByteStreamSplit)),
		"gzip": writeArrow(t, nil, parquet.WithCompression(compress.Codecs.Gzip)),
		"LZ4":  writeArrow(t, nil, parquet.WithCompression(compress.Codecs.Lz4Raw)),
	} {
		if got, _, err := decode(data); err != nil || !same(got, sample(40)) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestReadErrors expects errors to name the column, what it has, and what would be right.
func TestReadErrors(t *testing.T) {
	type types = map[string]arrow.DataType
	csv := func(lines ...string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }
	const header = "name,even,small,large,x,y"
	renamed := slices.Clone(readings)
	renamed[3].Field.Name = "big"
	var other bytes.Buffer
	must.Do(t, table.Write(&other, "parquet", renamed, nil, sample(10)))
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"missing column": {other.Bytes(), "column large is missing; the file has name, even, small, big, x, y"},
		"missing in CSV": {csv("name,even", "a,true"), "column small is missing; the file has name, even"},
		"text": {writeArrow(t, types{"x": arrow.BinaryTypes.String}),
			"column x, from row 1 on: it has values of type utf8, want numbers"},
		"no truth": {writeArrow(t, types{"even": arrow.BinaryTypes.String}),
			"column even, from row 1 on: it has values of type utf8, want truth values"},
		"text for numbers": {writeArrow(t, types{"large": arrow.BinaryTypes.String}),
			"column large, from row 1 on: it has values of type utf8, want whole numbers"},
		"date": {writeArrow(t, types{"small": arrow.FixedWidthTypes.Date32}),
			"column small, from row 1 on: it has values of type date32, want whole numbers"},
		"fraction in CSV": {csv(header, "a,true,1,2.5,1,1"),
			`row 1, column large: "2.5" is not a whole number of 64 bits`},
		"too large in CSV": {csv(header, "a,true,3000000000,2,1,1"),
			`row 1, column small: "3000000000" is not a whole number of 32 bits`},
		"no truth value": {csv(header, "a,yes,1,2,1,1"), `row 1, column even: "yes" is not true or false`},
		"no number":      {csv(header, "a,true,1,2,1,1", "a,true,1,2,,1"), `row 2, column x: "" is not a number`},
		"short line":     {csv(header, "a,true,1,2"), "line 2"},
		"empty":          {nil, "the file is empty, want a header"},
	} {
		_, _, err := decode(c.data)
		if !errors.Is(err, tablefile.ErrColumns) || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestValuesThatDoNotFit converts single values.
func TestValuesThatDoNotFit(t *testing.T) {
	type one struct {
		x float64
		n int64
	}
	write := func(column table.Column[one], row one) []byte {
		var out bytes.Buffer
		must.Do(t, table.Write(&out, "parquet", []table.Column[one]{column}, nil, []one{row}))
		return out.Bytes()
	}
	float := func(x float64) []byte {
		return write(table.OptionalFloat("v", func(r *one) float64 { return r.x }), one{x: x})
	}
	whole := func(n int64) []byte { return write(table.Int64("v", func(r *one) int64 { return r.n }), one{n: n}) }
	read := func(data []byte, kind tablefile.Kind) error {
		v := []tablefile.Field{{Name: "v", Kind: kind}}
		return tablefile.Read(bytes.NewReader(data), v, func(tablefile.Header) error { return nil },
			func(*tablefile.Batch) error { return nil })
	}
	i32, i64, f64 := tablefile.Int32s, tablefile.Int64s, tablefile.Reals
	for _, c := range []struct {
		data []byte
		kind tablefile.Kind
		fits bool
	}{
		{float(3), i64, true}, {float(3.5), i64, false}, {float(1e300), i64, false}, {float(math.Inf(1)), i64, false},
		{float(1 << 53), i64, true}, {float(1 << 54), i64, false}, {float(math.NaN()), i64, false},
		{float(math.NaN()), f64, false},
		{float(-1 << 31), i32, true}, {float(1 << 31), i32, false},
		{whole(math.MaxInt32), i32, true}, {whole(math.MaxInt32 + 1), i32, false}, {whole(math.MinInt64), i32, false},
		{whole(1 << 53), f64, true}, {whole(1<<53 + 2), f64, false}, {whole(math.MinInt64), f64, false},
	} {
		if err := read(c.data, c.kind); (err == nil) != c.fits || err != nil && !errors.Is(err, tablefile.ErrColumns) {
			t.Errorf("%v: %v", c.kind, err)
		}
	}
}
