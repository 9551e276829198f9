package matrix

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/model/features"

	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
)

var seed = flag.Uint64("seed", 1, "seed of the random instances")

func encode(t testing.TB, m *Matrix) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := EncodeParquet(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestRoundTrip(t *testing.T) {
	for _, m := range []*Matrix{build(t, "AA", "ATC"), build(t, "AhKh", "QQ+,AhQh:0.5")} {
		path := filepath.Join(t.TempDir(), "m.parquet")
		if err := WriteParquet(path, m); err != nil {
			t.Fatal(err)
		}
		back, err := ReadParquet(path)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back, m) {
			t.Errorf("%+v comes back as %+v, or its rows differ", m.Meta, back.Meta)
		}
		// The other file in the directory would be the temporary one.
		if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
			t.Errorf("%v, %v", entries, err)
		}
	}
}

// TestDeterminism encodes twice.
func TestDeterminism(t *testing.T) {
	m := build(t, "AA", "ATC")
	if !bytes.Equal(encode(t, m), encode(t, m)) {
		t.Error("the same matrix gives other bytes")
	}
}

// TestLayout looks at the file as any Parquet reader does.
func TestLayout(t *testing.T) {
	m := build(t, "AA", "ATC")
	in, err := file.NewParquetReader(bytes.NewReader(encode(t, m)))
	if err != nil {
		t.Fatal(err)
	}
	meta := in.MetaData().KeyValueMetadata()
	for key, want := range map[string]string{
		"feltlab.format": "feltlab-matrix-1", "feltlab.definitions": features.Version, "feltlab.hand": "AA",
		"feltlab.cards": "AsAh", "feltlab.range": "ATC", "feltlab.source": Source,
	} {
		t.Run(key, func(t *testing.T) {
			if got := meta.FindValue(key); got == nil || *got != want {
				t.Errorf("%s is %v, want %q", key, got, want)
			}
		})
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
		pages, err := group.GetColumnPageReader(i)
		if err != nil {
			t.Fatal(err)
		}
		for pages.Next() {
			if _, old := pages.Page().(*file.DataPageV1); old {
				t.Errorf("%s has a data page of version 1", c.Name())
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("columns %v", got)
	}
	if in.NumRows() != 19600 || in.NumRowGroups() != 1 {
		t.Errorf("%d rows in %d groups", in.NumRows(), in.NumRowGroups())
	}
}

// known lists the errors that a file that is not a matrix may give.
var known = []error{ErrNotParquet, ErrTruncated, ErrSchema, ErrVersion, ErrCorrupt}

// decodeDamaged decodes bytes that differ from those of m: an error of the known kinds, on
// one line, or the same matrix if the difference lies where nothing of it is held.
func decodeDamaged(t *testing.T, what string, data []byte, m *Matrix) {
	t.Helper()
	back, err := DecodeParquet(bytes.NewReader(data))
	if err == nil {
		if !reflect.DeepEqual(back, m) {
			t.Errorf("%s: another matrix and no error", what)
		}
		return
	}
	if back != nil || !slices.ContainsFunc(known, func(k error) bool { return errors.Is(err, k) }) {
		t.Errorf("%s: %v", what, err)
	}
}

func TestTruncated(t *testing.T) {
	m := build(t, "AA", "ATC")
	data := encode(t, m)
	for _, n := range []int{0, 1, 3, 4, 7, 8, 11, 12, 100, len(data) / 2, len(data) - 9, len(data) - 8, len(data) - 5, len(data) - 1} {
		_, err := DecodeParquet(bytes.NewReader(data[:n]))
		want := ErrTruncated
		if n < 4 {
			want = ErrNotParquet
		}
		if !errors.Is(err, want) {
			t.Errorf("%d of %d bytes: %v, want %v", n, len(data), err, want)
		}
	}
	// A hole: the end is there but bytes before it are missing.
	for _, n := range []int{1, 1000, len(data) / 2} {
		decodeDamaged(t, fmt.Sprintf("%d bytes missing", n), append(slices.Clone(data[:len(data)/4]), data[len(data)/4+n:]...), m)
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

func flip(t *testing.T, data []byte, at int, mask byte, m *Matrix) {
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
		metadata := [][2]string{{keyFormat, Format}, {keyDefinitions, m.Definitions}, {keyHand, m.Hand}, {keyCards, "AsAh"},
			{keyRange, m.Range}, {keySource, m.Source}, {keySHA256, m.digest()}}
		metadata = slices.DeleteFunc(metadata, func(item [2]string) bool { return change[item[0]] == "delete" })
		for i := range metadata {
			if value, ok := change[metadata[i][0]]; ok {
				metadata[i][1] = value
			}
		}
		var out bytes.Buffer
		if err := table.WriteParquet(&out, columns, metadata, m.Flops); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	type meta = map[string]string
	renamed := slices.Clone(columns)
	renamed[5].Field.Name = "g2"
	retyped := slices.Clone(columns)
	retyped[78] = table.Float("wins", func(r *Row) float64 { return float64(r.Wins) })
	lying := slices.Clone(columns)
	lying[77] = table.Float("equity", func(r *Row) float64 { return r.Equity() / 2 })
	blind := slices.Clone(columns)
	blind[4+57] = table.Bool("f58", func(*Row) bool { return false })
	for _, c := range []struct {
		name string
		data []byte
		want error
		text string
	}{
		{"text", []byte("flop,f1,f2\nAhKhQh,true,false\n"), ErrNotParquet, ""},
		{"nothing changed", write(columns, nil), nil, ""},
		{"fewer columns", write(columns[:81], nil), ErrSchema, "81 columns, want 82"},
		{"other columns", write(columns[1:], nil), ErrSchema, "column 1 is c1"},
		{"renamed column", write(renamed, nil), ErrSchema, "g2"},
		{"other type", write(retyped, nil), ErrSchema, "wins"},
		{"no format", write(columns, meta{keyFormat: "delete"}), ErrSchema, keyFormat},
		{"no hand", write(columns, meta{keyHand: "delete"}), ErrSchema, keyHand},
		{"other format", write(columns, meta{keyFormat: "feltlab-matrix-99"}), ErrVersion, "feltlab-matrix-99"},
		{"other definitions", write(columns, meta{keyDefinitions: "paper-0"}), ErrVersion, "paper-0"},
		{"hand that is none", write(columns, meta{keyHand: "A"}), ErrCorrupt, ""},
		{"other hand", write(columns, meta{keyHand: "KK", keyCards: "KsKh"}), ErrCorrupt, ""},
		{"other range", write(columns, meta{keyRange: "RS"}), ErrCorrupt, "SHA-256"},
		{"other source", write(columns, meta{keySource: "hearsay"}), ErrCorrupt, "SHA-256"},
		{"wrong cards", write(columns, meta{keyCards: "AsAc"}), ErrCorrupt, keyCards},
		{"wrong equity", write(lying, nil), ErrCorrupt, "equity"},
		{"wrong feature", write(blind, nil), ErrCorrupt, "features"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.parquet")
			if err := os.WriteFile(path, c.data, 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := ReadParquet(path)
			if c.want == nil && err == nil {
				return
			}
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want %v with %q", c.name, err, c.want, c.text)
			}
		})
	}
	if _, err := ReadParquet(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := ReadParquet(t.TempDir()); err == nil {
		t.Error("a directory is read")
	}
}

// limited is a disk with room for so many bytes.
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
		if err := EncodeParquet(&limited{room}, m); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("Parquet, room for %d of %d bytes: %v", room, size, err)
		}
		if err := WriteCSV(&limited{room}, m); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("CSV, room for %d bytes: %v", room, err)
		}
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "m.parquet")
	if err := os.WriteFile(path, []byte("what was here"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := disk.Write(path, func(w io.Writer) error { return EncodeParquet(io.MultiWriter(w, &limited{1000}), m) })
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	if old, err := os.ReadFile(path); err != nil || string(old) != "what was here" {
		t.Errorf("the file is now %q, %v", old, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestUnwritable(t *testing.T) {
	m := build(t, "AA", "ATC")
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "no", "m.parquet"), dir, ""} {
		if err := WriteParquet(path, m); err == nil || !strings.Contains(err.Error(), "cannot write "+path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", path, err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	if err := EncodeParquet(io.Discard, &Matrix{}); err == nil {
		t.Error("a matrix without a hand is written")
	}
}
