package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
)

// kinds makes rows with columns of all kinds that other programs write, and their cells as text.
func kinds(rows int) (arrow.RecordBatch, []string) {
	list := arrow.ListOf(arrow.PrimitiveTypes.Int32)
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "price", Type: &arrow.Decimal128Type{Precision: 9, Scale: 2}, Nullable: true},
		{Name: "wide", Type: &arrow.Decimal128Type{Precision: 30, Scale: 4}},
		{Name: "day", Type: arrow.FixedWidthTypes.Date32},
		{Name: "at", Type: &arrow.TimestampType{Unit: arrow.Millisecond}, Nullable: true},
		{Name: "list", Type: list},
		{Name: "place", Type: arrow.StructOf(arrow.Field{Name: "x", Type: arrow.PrimitiveTypes.Float64})},
		{Name: "n", Type: arrow.PrimitiveTypes.Int64, Nullable: true}, {Name: "i", Type: arrow.PrimitiveTypes.Int32},
		{Name: "name", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "took", Type: arrow.FixedWidthTypes.Time32ms},
	}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	r := rand.New(rand.NewPCG(1, 2))
	var lines []string
	for row := range rows {
		cents, day, name := r.IntN(100_000)-50_000, r.IntN(30_000)-500, fmt.Sprintf("street %d", row/3)
		n := int64(row)*1_000_003 - int64(r.IntN(1<<30))
		b.Field(0).(*array.Decimal128Builder).Append(decimal128.FromI64(int64(cents)))
		b.Field(1).(*array.Decimal128Builder).Append(decimal128.FromI64(int64(cents) * 1_000_000_007))
		b.Field(2).(*array.Date32Builder).Append(arrow.Date32(day))
		b.Field(3).(*array.TimestampBuilder).Append(arrow.Timestamp(int64(day)*86_400_000 + 21_600_000))
		b.Field(4).(*array.ListBuilder).Append(true)
		b.Field(4).(*array.ListBuilder).ValueBuilder().(*array.Int32Builder).Append(int32(row))
		b.Field(5).(*array.StructBuilder).Append(true)
		b.Field(5).(*array.StructBuilder).FieldBuilder(0).(*array.Float64Builder).Append(1)
		b.Field(7).(*array.Int32Builder).Append(int32(-row * row))
		b.Field(9).(*array.Time32Builder).Append(arrow.Time32(row))
		if row%5 == 4 {
			b.Field(6).(*array.Int64Builder).AppendNull()
			b.Field(8).(*array.StringBuilder).AppendNull()
		} else {
			b.Field(6).(*array.Int64Builder).Append(n)
			b.Field(8).(*array.StringBuilder).Append(name)
		}
		at := strings.TrimSuffix(fmt.Sprintf("%.2f", float64(day)+0.25), "0")
		line := fmt.Sprintf("%s,%s,%d,%s,%d,%d,%s", hundredths(int64(cents), 2),
			hundredths(int64(cents)*1_000_000_007, 4), day, at, n, -row*row, name)
		if row%5 == 4 {
			line = strings.Replace(strings.TrimSuffix(line, name), fmt.Sprintf(",%d,", n), ",,", 1)
		}
		lines = append(lines, line)
	}
	return b.NewRecordBatch(), lines
}

// deltaFile is a Parquet file of numbers and texts that are encoded by differences.
func deltaFile(t testing.TB) []byte {
	batch, _ := kinds(50)
	var b bytes.Buffer
	must.Do(t, pqarrow.WriteTable(array.NewTableFromRecords(batch.Schema(), []arrow.RecordBatch{batch}), &b, 700,
		parquet.NewWriterProperties(parquet.WithDictionaryDefault(false),
			parquet.WithEncodingFor("n", parquet.Encodings.DeltaBinaryPacked),
			parquet.WithEncodingFor("name", parquet.Encodings.DeltaByteArray)), pqarrow.DefaultWriterProps()))
	return b.Bytes()
}

// hundredths writes a whole number of units of 10^-digits.
func hundredths(n int64, digits int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	text := fmt.Sprintf("%0*d", digits+1, n)
	return sign + text[:len(text)-digits] + "." + text[len(text)-digits:]
}

// readKinds reads the columns that have text.
func readKinds(content []byte) (h tablefile.Header, lines []string, err error) {
	err = tablefile.Rows(bytes.NewReader(content), func(of tablefile.Header) (wanted []bool, err error) {
		h = of
		for i := range of.Columns {
			wanted = append(wanted, of.Kinds[i] == "")
		}
		return wanted, nil
	}, func(_ int64, cells []string) error {
		lines = append(lines, strings.Join(cells, ","))
		return nil
	})
	return h, lines, err
}

// TestKinds reads decimals, dates and missing values, in every encoding and compression, and says which columns have no
// text.
func TestKinds(t *testing.T) {
	batch, want := kinds(2000)
	table := array.NewTableFromRecords(batch.Schema(), []arrow.RecordBatch{batch})
	files := map[string][]byte{}
	delta := []parquet.WriterProperty{parquet.WithDictionaryDefault(false),
		parquet.WithEncodingFor("n", parquet.Encodings.DeltaBinaryPacked),
		parquet.WithEncodingFor("i", parquet.Encodings.DeltaBinaryPacked),
		parquet.WithEncodingFor("name", parquet.Encodings.DeltaByteArray)}
	lengths := append(delta[:3:3], parquet.WithEncodingFor("name", parquet.Encodings.DeltaLengthByteArray),
		parquet.WithDataPageVersion(parquet.DataPageV2))
	for name, properties := range map[string][]parquet.WriterProperty{"plain": nil, "delta": delta, "lengths": lengths,
		"brotli": {parquet.WithCompression(compress.Codecs.Brotli)},
		"two":    append(delta[:len(delta):len(delta)], parquet.WithDataPageVersion(parquet.DataPageV2)),
		"int32":  {parquet.WithStoreDecimalAsInteger(true), parquet.WithDataPageSize(1000)}} {
		var b bytes.Buffer
		must.Do(t, pqarrow.WriteTable(table, &b, 700, parquet.NewWriterProperties(properties...),
			pqarrow.DefaultWriterProps()))
		files[name] = b.Bytes()
	}
	var a, s bytes.Buffer
	file := must.Get(ipc.NewFileWriter(&a, ipc.WithSchema(batch.Schema())))(t)
	stream := ipc.NewWriter(&s, ipc.WithSchema(batch.Schema()))
	must.Do(t, errors.Join(file.Write(batch), file.Close(), stream.Write(batch), stream.Close()))
	files["arrow"], files["stream"] = a.Bytes(), s.Bytes()
	for name, content := range files {
		h, lines, err := readKinds(content)
		if err != nil || len(lines) != len(want) {
			t.Errorf("%s: %d rows, %v", name, len(lines), err)
			continue
		}
		for i := range want {
			if lines[i] != want[i] {
				t.Errorf("%s, row %d: %s, want %s", name, i+1, lines[i], want[i])
				break
			}
		}
		var without, dates []string
		for i, column := range h.Columns {
			if h.Kinds[i] != "" {
				without = append(without, column)
			}
			if h.Dates[i] {
				dates = append(dates, column)
			}
		}
		must.Equal(t, fmt.Sprint(without, dates), "[list place took] [day at]", name)
	}
}

// TestHostileDelta states large blocks and texts that grow by what they share, in a few bytes.
func TestHostileDelta(t *testing.T) {
	number := func(parts ...uint64) (out []byte) {
		for _, n := range parts {
			out = binary.AppendUvarint(out, n)
		}
		return out
	}
	ignore := func(int64) error { return nil }
	for name, data := range map[string][]byte{
		"nothing": {}, "a block of 2^32": number(1<<32-128, 1, 5, 0), "no values in a part": number(128, 128, 5, 0),
		"more values":   number(128, 4, 1000, 0),
		"a wide number": append(number(128, 4, 5, 0, 0), 65, 0, 0, 0),
		"a cut block":   append(number(128, 4, 5, 0, 0), 8, 0, 0, 0, 1),
	} {
		if _, err := deltas(data, 100, ignore); err == nil {
			t.Errorf("%s: read", name)
		}
	}
	var got []int64
	rest, err := deltas(append(append(number(128, 4, 4, 14, 4), 2, 0, 0, 0), append(make([]byte, 8), 9)...), 100,
		func(n int64) error { got = append(got, n); return nil })
	must.Equal(t, fmt.Sprint(got, rest, err), "[7 9 11 13] [9] <nil>")
}
