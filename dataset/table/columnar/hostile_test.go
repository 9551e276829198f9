package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/thrift/lib/go/thrift"

	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
)

var seed = flag.Uint64("seed", 1, "seed of the random damage")

// mostAllocated is more than it takes to read the sample, and more than the limits allow for its rows.
const mostAllocated = 24 << 20

// reading is a row of a sample of all types that are read.
type reading struct {
	name  string
	even  bool
	small int32
	large int64
	x, y  float64
}

var readings = []table.Column[reading]{
	table.Text("name", func(r *reading) string { return r.name }),
	table.Bool("even", func(r *reading) bool { return r.even }),
	table.Int32("small", func(r *reading) int32 { return r.small }),
	table.Int64("large", func(r *reading) int64 { return r.large }),
	table.Float("x", func(r *reading) float64 { return r.x }),
	table.OptionalFloat("y", func(r *reading) float64 { return r.y }),
}

var fields = table.Fields(readings)

// sample returns n rows.
func sample(n int) []reading {
	out := make([]reading, n)
	for i := range out {
		out[i] = reading{fmt.Sprint("row ", i/2), i%2 == 0, int32(-i), int64(i) * int64(i), float64(i) / 3, math.NaN()}
		if i%3 > 0 {
			out[i].y = float64(i)
		}
	}
	return out
}

const sampleRows = 3000

func encode(t testing.TB, rows []reading) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, table.Write(&out, "parquet", readings, [][2]string{{"key", "value"}}, rows))
	return out.Bytes()
}

// decode reads rows back from a file.
func decode(data []byte) (rows []reading, h tablefile.Header, err error) {
	begin := func(said tablefile.Header) error { h = said; return nil }
	each := func(b *tablefile.Batch) error {
		if b.First != int64(len(rows)) {
			return fmt.Errorf("a batch from row %d on after %d rows", b.First, len(rows))
		}
		for i := range b.Rows {
			rows = append(rows, reading{string(b.Text(0, i)), b.Bool(1, i), int32(b.Int(2, i)), b.Int(3, i),
				b.Float(4, i), b.Float(5, i)})
		}
		return nil
	}
	err = tablefile.Read(bytes.NewReader(data), fields, begin, each)
	return rows, h, err
}

// same compares rows; missing values are NaN.
func same(a, b []reading) bool {
	return slices.EqualFunc(a, b, func(r, s reading) bool {
		missing := math.IsNaN(r.y) && math.IsNaN(s.y)
		r.y, s.y = max(r.y, -1), max(s.y, -1)
		if missing {
			r.y, s.y = 0, 0
		}
		return r == s
	})
}

// allocated returns the bytes that a call allocates.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// decodeBounded decodes damaged bytes in little memory and returns the error, of a known kind.
func decodeBounded(t *testing.T, what string, data []byte, most uint64) (err error) {
	t.Helper()
	if n := allocated(func() { _, _, err = decode(data) }); n > most {
		t.Errorf("%s: %d bytes were allocated, want at most %d", what, n, most)
	}
	if err != nil && !errors.Is(err, tablefile.ErrCorrupt) && !errors.Is(err, tablefile.ErrColumns) {
		t.Errorf("%s: %v", what, err)
	}
	return err
}

// footerStart returns where the footer of a Parquet file begins.
func footerStart(data []byte) int {
	end := len(data) - tailBytes
	return end - int(binary.LittleEndian.Uint32(data[end:]))
}

// withFooter ends a file.
func withFooter(data, footer []byte) []byte {
	file := append(slices.Clone(data), footer...)
	return append(binary.LittleEndian.AppendUint32(file, uint32(len(footer))), magic...)
}

func TestTruncated(t *testing.T) {
	data := encode(t, sample(sampleRows))
	for n := 0; n < len(data); n += 1 + n/50 {
		want := tablefile.ErrCorrupt
		if n < len(magic) {
			want = tablefile.ErrColumns
		}
		if _, _, err := decode(data[:n]); !errors.Is(err, want) {
			t.Errorf("%d of %d bytes: %v, want %v", n, len(data), err, want)
		}
	}
	for _, n := range []int{1, 100, len(data) / 2} {
		hole := slices.Concat(data[:len(data)/4], data[len(data)/4+n:])
		must.Fail(t, decodeBounded(t, fmt.Sprintf("%d bytes missing", n), hole, mostAllocated))
	}
}

// mutatedFooters is how many damaged footers TestMutatedFooters tries.
const mutatedFooters = 400

// TestMutatedFooters changes bytes of the footer, and numbers in it to large ones.
func TestMutatedFooters(t *testing.T) {
	data := encode(t, sample(sampleRows))
	start := footerStart(data)
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 1))
	large := []uint64{math.MaxInt32, math.MaxUint32 - 1, math.MaxUint32, 1 << 20, 1 << 40, math.MaxInt64,
		math.MaxUint64}
	for i := range mutatedFooters {
		damaged := slices.Clone(data)
		at := start + r.IntN(len(data)-tailBytes-start)
		number := binary.AppendUvarint(nil, large[r.IntN(len(large))])
		switch i % 4 {
		case 0:
			damaged[at] = byte(r.IntN(256))
		case 1: // a longer number, which goes on in the next byte
			damaged[at] |= 0x80
		case 2: // a large number in the place of what is there
			copy(damaged[at:len(data)-tailBytes], number)
		case 3: // a large number before what is there
			damaged = withFooter(data[:start], slices.Concat(data[start:at], number, data[at:len(data)-tailBytes]))
		}
		decodeBounded(t, fmt.Sprintf("%d at byte %d", i, at), damaged, mostAllocated)
	}
}

// Parts of footers in Thrift's compact protocol: types, the head of a list of structures, and a field
// of type i32 after another.
const (
	compactI32, compactI64, compactText, compactList, compactMap = 5, 6, 8, 9, 11
	compactStruct                                                = 12
)

func listOf(n uint64) []byte { return binary.AppendUvarint([]byte{15<<4 | compactStruct}, n) }
func field32(behind byte, v int64) []byte {
	return binary.AppendVarint([]byte{behind<<4 | compactI32}, v)
}

// TestCraftedFooters asks for gigabytes in some bytes.
func TestCraftedFooters(t *testing.T) {
	version := field32(1, 2)
	list := byte(1<<4 | compactList)
	name := []byte{4<<4 | compactText, 1, 'x'}
	// The number of rows and no row groups: with a schema, all that a footer must have.
	end := []byte{1<<4 | compactI64, 2, list, compactStruct, 0}
	const footer = 1 << 16
	for what, footer := range map[string][]byte{
		"34 GB in a file of 34 bytes, by the children of its schema": {0x15, 2, 0x19, 0x1C, 0x48, 1, 'x', 0x15, 0xFE,
			0xFF, 0xFF, 0xFF, 0x0F, 0, 0x16, 2, 0x19, 0x0C, 0},
		"another footer, of 0.8 GB, hidden in a list of a type that the library does not expect": slices.Concat(
			[]byte{0x29, 0x1C, 0x48, 1, 'x', 0x15, 0, 0, 0x29, 0x1C, 0x19, 0x1C}, []byte{0x26, 0, 0x6C, 0x2C, 0x19,
				0x27, 0, 0, 0, 0, 0}, []byte{0x39, 0xFC, 0x80, 0xC2, 0xD7, 0x2F}, make([]byte, 10)),
		"a schema of 2^31 elements": slices.Concat(version, []byte{list}, listOf(math.MaxInt32), end),
		"of 99 million":             slices.Concat(version, []byte{list}, listOf(99e6), end),
		// below the limit of package thrift
		"2^31 children": slices.Concat(version, []byte{list}, listOf(1), name, field32(1, math.MaxInt32),
			[]byte{0}, end),
		"100 million children": slices.Concat(version, []byte{list}, listOf(1), name, field32(1, 100e6), []byte{0},
			end),
		"of a column": slices.Concat(version, []byte{list}, listOf(2), name, field32(1, 1), []byte{0},
			name, field32(1, 100e6), []byte{0}, end),
		"99 million row groups": slices.Concat(version, []byte{list, compactStruct, 1<<4 | compactI64, 2, list},
			listOf(99e6), []byte{0}),
		// The library takes the two bytes for row groups, the second of which has 2^31 columns.
		"row groups that are bytes": slices.Concat(version, []byte{list}, listOf(1), name, []byte{0, 1<<4 | compactI64,
			2},
			[]byte{list, 7<<4 | 3, list}, listOf(math.MaxInt32), []byte{0}),
		"as many as bytes": slices.Concat(version, []byte{list}, listOf(100), make([]byte, 99)),
		"lists of lists":   slices.Concat(version, bytes.Repeat([]byte{list, 0x19}, 10000)),
		"structures":       slices.Concat(version, bytes.Repeat([]byte{1<<4 | compactStruct}, 10000)),
		"a long text": slices.Concat(version, []byte{1<<4 | compactText},
			binary.AppendUvarint(nil, math.MaxUint64)),
		"a map":          slices.Concat(version, []byte{1<<4 | compactMap, 0xFF, 0xFF, 0xFF, 0xFF, 7, 0xCC}),
		"no end":         version,
		"nothing":        nil,
		"large":          make([]byte, maxFooterBytes+1),
		"small elements": slices.Concat(version, []byte{list}, listOf(footer), make([]byte, footer)),
	} {
		must.Fail(t, decodeBounded(t, what, withFooter([]byte(magic), footer), 1<<16+uint64(100*len(footer))),
			tablefile.ErrCorrupt)
	}
	// The length of the footer itself.
	data := encode(t, sample(sampleRows))
	for _, length := range []uint32{0, 1, uint32(len(data) - 8), uint32(len(data)), math.MaxInt32, math.MaxUint32} {
		damaged := slices.Clone(data)
		binary.LittleEndian.PutUint32(damaged[len(data)-tailBytes:], length)
		must.Fail(t, decodeBounded(t, fmt.Sprintf("a footer of %d bytes", length), damaged, mostAllocated))
	}
}

// TestListTypes compares the lists whose types are checked with those of the library's own types.
func TestListTypes(t *testing.T) {
	found := map[place]thrift.TType{}
	var walk func(of reflect.Type, at place, depth int)
	walk = func(of reflect.Type, at place, depth int) {
		for of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || depth > maxDepth {
			return
		}
		for _, f := range reflect.VisibleFields(of) {
			tag := strings.Split(f.Tag.Get("thrift"), ",")
			id, err := strconv.Atoi(tag[min(1, len(tag)-1)])
			if err != nil {
				continue
			}
			next := at<<5 | place(id)
			if f.Type.Kind() != reflect.Slice || f.Type.Elem().Kind() == reflect.Uint8 {
				walk(f.Type, next, depth+1)
				continue
			}
			if found[next] = map[reflect.Kind]thrift.TType{reflect.Pointer: thrift.STRUCT,
				reflect.String: thrift.STRING,
				reflect.Int32:  thrift.I32,
				reflect.Int64:  thrift.I64}[f.Type.Elem().Kind()]; f.Type.Elem().Name() == "Encoding" {
				found[next] = thrift.I32 // an enumeration
			}
			walk(f.Type.Elem(), next, depth+1)
		}
	}
	embedded, ok := reflect.TypeFor[metadata.FileMetaData]().FieldByName("FileMetaData")
	if walk(embedded.Type, 0, 0); !ok || len(found) < 10 || !maps.Equal(found, listTypes) {
		t.Errorf("the library reads the lists %v, checked are %v", found, listTypes)
	}
}
