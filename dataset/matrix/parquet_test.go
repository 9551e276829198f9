package matrix

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"

	"feltlab/dataset/table"
	_ "feltlab/dataset/table/columnar"
	"feltlab/internal/disk"
	"feltlab/internal/must"
	"feltlab/model/features"
)

var seed = flag.Uint64("seed", 1, "seed of the random instances")

func encode(t testing.TB, m *Rows) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, m.Write(&out, "parquet"))
	return out.Bytes()
}

func TestRoundTrip(t *testing.T) {
	for _, m := range []*Rows{build(t, "AA", "ATC"), build(t, "AhKh", "QQ+,AhQh:0.5")} {
		path := filepath.Join(t.TempDir(), "m.parquet")
		must.Do(t, writeParquet(path, m))
		back := must.Get(m.Read(t.Context(), path))(t)
		if !same(back, m) {
			t.Errorf("%+v comes back as %+v, or its rows differ", m.Meta, back.Meta)
		}
		// The other file in the directory would be the temporary one.
		must.Equal(t, len(must.Get(os.ReadDir(filepath.Dir(path)))(t)), 1)
	}
}

// TestDeterminism encodes twice.
func TestDeterminism(t *testing.T) {
	m := build(t, "AA", "ATC")
	must.Equal(t, encode(t, m), encode(t, m), "the same matrix gives other bytes")
}

// TestLayout looks at the file as any Parquet reader does.
func TestLayout(t *testing.T) {
	m := build(t, "AA", "ATC")
	in := must.Get(file.NewParquetReader(bytes.NewReader(encode(t, m))))(t)
	meta := in.MetaData().KeyValueMetadata()
	for key, want := range map[string]string{
		"feltlab.format": "feltlab-matrix-1", "feltlab.definitions": features.Version, "feltlab.hand": "AA",
		"feltlab.cards": "AsAh", "feltlab.range": "ATC", "feltlab.source": Source,
	} {
		if got := meta.FindValue(key); got == nil || *got != want {
			t.Errorf("%s is %v, want %q", key, got, want)
		}
	}
	var want []string
	want = append(want, "flop BYTE_ARRAY", "c1 INT32", "c2 INT32", "c3 INT32")
	for id := 1; id <= 73; id++ {
		want = append(want, fmt.Sprintf("f%d BOOLEAN", id))
	}
	want = append(want, "equity DOUBLE", "wins INT64", "ties INT64", "combos INT64", "orbit_weight INT64")
	var got []string
	group := in.RowGroup(0)
	for i := range in.MetaData().Schema.NumColumns() {
		c := in.MetaData().Schema.Column(i)
		got = append(got, fmt.Sprint(c.Name(), " ", c.PhysicalType()))
		if c.MaxDefinitionLevel() != 0 || c.MaxRepetitionLevel() != 0 {
			t.Errorf("%s is nullable or nested", c.Name())
		}
		chunk, err := group.MetaData().ColumnChunk(i)
		if err != nil || chunk.Compression() != compress.Codecs.Zstd {
			t.Errorf("%s: %v, %v", c.Name(), chunk, err)
		}
		pages := must.Get(group.GetColumnPageReader(i))(t)
		for pages.Next() {
			if _, old := pages.Page().(*file.DataPageV1); old {
				t.Errorf("%s has a data page of version 1", c.Name())
			}
		}
	}
	must.Equal(t, got, want)
	if in.NumRows() != 19600 || in.NumRowGroups() != 1 {
		t.Errorf("%d rows in %d groups", in.NumRows(), in.NumRowGroups())
	}
}

// decodeDamaged decodes bytes that differ from those of m: an error, or the same matrix if the difference lies where
// nothing of it is held.
func decodeDamaged(t *testing.T, what string, data []byte, m *Rows) {
	t.Helper()
	back, err := m.Decode(bytes.NewReader(data))
	if err == nil && !same(back, m) {
		t.Errorf("%s: another matrix and no error", what)
	}
	if err != nil && back != nil {
		t.Errorf("%s: a matrix and %v", what, err)
	}
}

// TestFlippedBytes changes one byte at a time, half of them in the footer.
func TestFlippedBytes(t *testing.T) {
	m := build(t, "AA", "ATC")
	data := encode(t, m)
	footer := footerStart(data)
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 0))
	for i := range 40 {
		at := r.IntN(footer)
		if i%2 == 0 {
			at = footer + r.IntN(len(data)-footer)
		}
		flip(t, data, at, byte(1+r.IntN(255)), m)
	}
}

// footerStart returns where the metadata of a Parquet file begin.
func footerStart(data []byte) int {
	end := len(data) - 8
	return end - int(uint32(data[end])|uint32(data[end+1])<<8|uint32(data[end+2])<<16|uint32(data[end+3])<<24)
}

func flip(t *testing.T, data []byte, at int, mask byte, m *Rows) {
	t.Helper()
	damaged := slices.Clone(data)
	damaged[at] ^= mask
	decodeDamaged(t, fmt.Sprintf("byte %d of %d ^ %#x", at, len(data), mask), damaged, m)
}

// TestForeign reads files that are not matrices of this version.
func TestForeign(t *testing.T) {
	m := build(t, "AA", "ATC")
	write := func(columns []table.Column[Row], change map[string]string) []byte {
		t.Helper()
		metadata := [][2]string{{keyFormat, Format}, {keyDefinitions, m.Definitions()}, {keyHand, m.Hand.Text},
			{keyCards, "AsAh"},
			{keyRange, m.Range.String()}, {keySource, m.Source}, {keySHA256, m.digest()}}
		metadata = slices.DeleteFunc(metadata, func(item [2]string) bool { return change[item[0]] == "delete" })
		for i := range metadata {
			if value, ok := change[metadata[i][0]]; ok {
				metadata[i][1] = value
			}
		}
		var out bytes.Buffer
		must.Do(t, table.Write(&out, "parquet", columns, metadata, m.List))
		return out.Bytes()
	}
	type meta = map[string]string
	retyped := slices.Clone(acesColumns)
	retyped[78] = table.Float("wins", func(r *Row) float64 { return float64(r.Wins) })
	lying := slices.Clone(acesColumns)
	lying[78] = table.Int64("wins", func(r *Row) int64 { return int64(r.Wins) + 1 })
	many := slices.Clone(acesColumns)
	many[79] = table.Int64("ties", func(r *Row) int64 { return int64(r.Deals) })
	for _, c := range []struct {
		name string
		data []byte
		text string
	}{
		{"text", []byte("flop,f1,f2\nAhKhQh,true,false\n"), "feltlab.format is missing"},
		{"nothing changed", write(acesColumns, nil), ""},
		{"fewer columns", write(acesColumns[:80], nil), "column combos is missing"},
		{"other columns", write(acesColumns[1:], nil), "column flop is missing; the file has c1, c2, c3, f1"},
		{"other type", write(retyped, nil), ""},
		{"no format", write(acesColumns, meta{keyFormat: "delete"}), keyFormat},
		{"no hand", write(acesColumns, meta{keyHand: "delete"}), keyHand},
		{"other format", write(acesColumns, meta{keyFormat: "feltlab-matrix-99"}), "feltlab-matrix-99"},
		{"other definitions", write(acesColumns, meta{keyDefinitions: "paper-0"}), "paper-0"},
		{"other hand", write(acesColumns, meta{keyHand: "KK", keyCards: "KsKh"}), `feltlab.hand is "KK", want "AA"`},
		{"other range", write(acesColumns, meta{keyRange: "RS"}), keyRange},
		{"other source", write(acesColumns, meta{keySource: "hearsay"}), "SHA-256"},
		{"other counts", write(lying, nil), "SHA-256"},
		{"too many ties", write(many, nil), "row 1, AsAh on 2h2d2c: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.parquet")
			must.Do(t, os.WriteFile(path, c.data, 0o666))
			_, err := m.Read(t.Context(), path)
			if c.text == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.text) || !strings.Contains(err.Error(), path) ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q", err, c.text)
			}
		})
	}
	must.Fails(m.Read(t.Context(), filepath.Join(t.TempDir(), "none")))(t, fs.ErrNotExist)
	must.Fails(m.Read(t.Context(), t.TempDir()))(t)
}

// limited is a disk with room for a number of bytes.
type limited struct{ room int }

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.room {
		n := l.room
		l.room = 0
		return n, syscall.ENOSPC
	}
	l.room -= len(p)
	return len(p), nil
}

func TestFullDisk(t *testing.T) {
	m := build(t, "AA", "ATC")
	size := len(encode(t, m))
	for _, room := range []int{0, 3, 4, 1000, size / 2, size - 1000, size - 1} {
		must.Fail(t, m.Write(&limited{room}, "parquet"), syscall.ENOSPC)
		must.Fail(t, m.Write(&limited{room}, "csv"), syscall.ENOSPC)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "m.parquet")
	must.Do(t, os.WriteFile(path, []byte("what was here"), 0o666))
	err := disk.Write(path, func(w io.Writer) error { return m.Write(io.MultiWriter(w, &limited{1000}), "parquet") })
	must.Fail(t, err, syscall.ENOSPC, path)
	must.Equal(t, string(must.Get(os.ReadFile(path))(t)), "what was here", "the file is now")
	must.Equal(t, len(must.Get(os.ReadDir(dir))(t)), 1)
}

func writeParquet(path string, m *Rows) error {
	return disk.Write(path, func(w io.Writer) error { return m.Write(w, "parquet") })
}

func TestUnwritable(t *testing.T) {
	m := build(t, "AA", "ATC")
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "no", "m.parquet"), dir, ""} {
		if err := writeParquet(path, m); err == nil || !strings.Contains(err.Error(), "cannot write "+path) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", path, err)
		}
	}
	must.Equal(t, len(must.Get(os.ReadDir(dir))(t)), 0)
}
