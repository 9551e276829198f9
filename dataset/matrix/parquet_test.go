package matrix

import (
	"bytes"
	"compress/gzip"
	"errors"
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

	"feltlab/dataset/equity"
	"feltlab/dataset/table"
	_ "feltlab/dataset/table/columnar"
	"feltlab/internal/disk"
	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/ranges"
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
		back := must.Get(Read(path))(t)
		if !same(back, m) {
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
	in := must.Get(file.NewParquetReader(bytes.NewReader(encode(t, m))))(t)
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
		pages := must.Get(group.GetColumnPageReader(i))(t)
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

// decodeDamaged decodes bytes that differ from those of m: an error, or the same matrix if the difference lies where
// nothing of it is held. If none of its metadata can be found, the matrix is that of someone else's table.
func decodeDamaged(t *testing.T, what string, data []byte, m *Rows) {
	t.Helper()
	back, err := Decode(bytes.NewReader(data))
	if err == nil && back.Source == unlabelled {
		back.Source = m.Source
	}
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
		must.Do(t, table.WriteParquet(&out, columns, metadata, m.List))
		return out.Bytes()
	}
	type meta = map[string]string
	renamed := slices.Clone(acesColumns)
	renamed[5].Field.Name = "g2"
	retyped := slices.Clone(acesColumns)
	retyped[78] = table.Float("wins", func(r *Row) float64 { return float64(r.Wins) })
	lying := slices.Clone(acesColumns)
	lying[77] = table.Float("equity", func(r *Row) float64 { return r.Equity() / 2 })
	blind := slices.Clone(acesColumns)
	blind[4+57] = table.Bool("f58", func(*Row) bool { return false })
	for _, c := range []struct {
		name string
		data []byte
		text string
	}{
		{"text", []byte("flop,f1,f2\nAhKhQh,true,false\n"), "column c1 is missing; the file has flop, f1, f2"},
		{"nothing changed", write(acesColumns, nil), ""},
		{"fewer columns", write(acesColumns[:81], nil), "column orbit_weight is missing"},
		{"other columns", write(acesColumns[1:], nil), "column flop is missing; the file has c1, c2, c3, f1"},
		{"renamed column", write(renamed, nil), "column f2 is missing"},
		{"other type", write(retyped, nil), ""},
		{"no format", write(acesColumns, meta{keyFormat: "delete"}), keyFormat},
		{"no hand", write(acesColumns, meta{keyHand: "delete"}), keyHand},
		{"other format", write(acesColumns, meta{keyFormat: "feltlab-matrix-99"}), "feltlab-matrix-99"},
		{"other definitions", write(acesColumns, meta{keyDefinitions: "paper-0"}), "paper-0"},
		{"own features", write(acesColumns, meta{keyDefinitions: "words-1:12ab"}),
			"features are those of the feature set words-1:12ab"},
		{"hand that is none", write(acesColumns, meta{keyHand: "A"}), "AA, AKs or T9o"},
		{"other hand", write(acesColumns, meta{keyHand: "KK", keyCards: "KsKh"}), "no row for the flop"},
		{"other range", write(acesColumns, meta{keyRange: "RS"}), "SHA-256"},
		{"other source", write(acesColumns, meta{keySource: "hearsay"}), "SHA-256"},
		{"wrong cards", write(acesColumns, meta{keyCards: "AsAc"}), keyCards},
		{"wrong equity", write(lying, nil), "row 1, 2h2d2c: equity is"},
		{"wrong feature", write(blind, nil), "feature f58 is false, by definitions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.parquet")
			must.Do(t, os.WriteFile(path, c.data, 0o666))
			_, err := Read(path)
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
	if _, err := Read(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := Read(t.TempDir()); err == nil {
		t.Error("a directory is read")
	}
}

// TestUnlabelled reads matrices that say neither hand nor range: CSV, and Parquet without metadata, with
// rows and columns in another order.
func TestUnlabelled(t *testing.T) {
	for _, q := range []struct{ hand, rng, called, infers string }{
		{"AA", "ATC", "AA", "ATC"}, {"AhKh", "QQ+,AhQh:0.5", "AhKh", "QQ+"},
	} {
		m := build(t, q.hand, q.rng)
		var csv, packed bytes.Buffer
		rows, turned := slices.Clone(m.List), slices.Clone(acesColumns)
		slices.Reverse(rows)
		slices.Reverse(turned)
		must.Do(t, errors.Join(m.Write(&csv, "csv"), table.WriteParquet(&packed, turned, nil, rows)))
		for format, data := range map[string][]byte{"CSV": csv.Bytes(), "Parquet": packed.Bytes()} {
			got, err := Decode(bytes.NewReader(data))
			if err != nil {
				t.Errorf("%s against %s as %s: %v", q.hand, q.rng, format, err)
				continue
			}
			if !slices.Equal(got.List, m.List) || got.Hand.Text != q.called || got.Range.String() != q.infers {
				t.Errorf("%s against %s as %s: %+v, or other rows", q.hand, q.rng, format, got.Meta)
			}
		}
	}
}

// TestAgain reads what other programs make of a matrix: other formats, truth values as numbers, numbers as others, a
// column of row numbers.
func TestAgain(t *testing.T) {
	m := build(t, "AA", "ATC")
	again := slices.Clone(acesColumns)
	for i := range again {
		switch place := i; {
		case place == flopColumn:
		case place%3 == 0 && place < equityColumn && place >= featureColumn:
			again[i] = table.OptionalInt64(acesColumns[i].Field.Name, func(r *Row) (int64, bool) {
				if r.Features.Has(place - featureColumn + 1) {
					return 1, true
				}
				return 0, true
			})
		case place == winsColumn:
			again[i] = table.OptionalFloat("wins", func(r *Row) float64 { return float64(r.Wins) })
		case place == combosColumn:
			again[i] = table.Text("combos", func(r *Row) string { return fmt.Sprintf("%d.0", r.Combos()) })
		}
	}
	again = append(again, table.Int64("__index_level_0__", func(*Row) int64 { return 7 }))
	for _, format := range []string{"parquet", "arrow", "csv"} {
		var file bytes.Buffer
		must.Do(t, table.Write(&file, format, again, nil, m.List))
		content := file.Bytes()
		if format == "csv" {
			content = zipped(t, strings.ReplaceAll(strings.ReplaceAll(file.String(), ",", ";"), "true", "True"))
		}
		got, err := Decode(bytes.NewReader(content))
		if err != nil || !slices.Equal(got.List, m.List) || got.Compare(m) != nil {
			t.Errorf("%s: %v, or other rows", format, err)
		}
	}
}

// TestWrittenAgain reads what DuckDB, Polars and pandas wrote of a matrix.
func TestWrittenAgain(t *testing.T) {
	m := build(t, "AA", "ATC")
	for _, name := range []string{"duckdb.parquet", "polars.parquet", "pandas.csv.gz"} {
		got, err := Read(filepath.Join("testdata", "again", name))
		if err != nil {
			t.Error(err)
			continue
		}
		if got.Hand.Text != "AA" || got.Range.String() != "ATC" || !slices.Equal(got.List, m.List) {
			t.Errorf("%s: %+v, or other rows", name, got.Meta)
		}
	}
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	must.Get(io.WriteString(z, text))(t)
	must.Do(t, z.Close())
	return out.Bytes()
}

// TestChanged finds out that a table is someone's own data.
func TestChanged(t *testing.T) {
	m := build(t, "AA", "ATC")
	decoded := func(columns []table.Column[Row], rows []Row) (*Rows, error) {
		var file bytes.Buffer
		must.Do(t, table.WriteParquet(&file, columns, nil, rows))
		return Decode(bytes.NewReader(file.Bytes()))
	}
	won := slices.Clone(m.List)
	won[3].Wins++
	back := must.Get(decoded(acesColumns, won))(t)
	added := append(slices.Clone(acesColumns), table.Text("note", func(*Row) string { return "mine" }),
		table.Int64("Unnamed: 0", func(*Row) int64 { return 7 }))
	_, more := decoded(added, m.List)
	_, fewer := decoded(acesColumns, m.List[:100])
	for want, err := range map[string]error{
		"flop 2s2h2d has 1007027 wins": back.Compare(m), "it has columns that a matrix lacks: note": more,
		"100 rows, want 19600": fewer,
	} {
		c := (*Changed)(nil)
		if !errors.As(err, &c) || !strings.Contains(err.Error(), want) || !slices.Contains(c.Drop, "wins") ||
			slices.Contains(c.Drop, "Unnamed: 0") != (err == more) || slices.Contains(c.Drop, "f1") {
			t.Errorf("%v, want %s, and no columns but features: %v", err, want, c)
		}
	}
}

// TestInferRange finds ranges from the combos that they leave each flop; combos with a card of the hand
// do not count.
func TestInferRange(t *testing.T) {
	for _, q := range []struct{ hand, rng, want string }{
		{"AA", "RML", "RML"}, {"7s2h", "chen", "chen"}, {"KdQd", "AKs:0.3,99+:0.77,T9o", "99+:0.77,AKs:0.3,T9o"},
		{"AhKh", "JsTs:0.5,9s8s", "9s8s,JsTs:0.5"}, {"AhKh", "AhQh,QsQd", "QsQd"}, {"AhKh", "AhQh", ""},
	} {
		m := asked(t, q.hand, q.rng)
		hand, live := m.Hand.Combo, equity.NewLive(m.Range.Weights())
		var rows []Row
		for _, flop := range flopsOf(hand) {
			deals := equity.RunoutsOnFlop * live.Avoiding(flop|hand.Set())
			rows = append(rows, Row{Board: flop, Count: equity.Count{Deals: deals}})
		}
		got, err := inferRange(hand, rows)
		if q.want == "" {
			if err == nil || !strings.Contains(err.Error(), "empty range") {
				t.Errorf("%s: %v, %v", q.rng, got, err)
			}
			continue
		}
		want, wrong := ranges.Parse(q.want)
		if err = errors.Join(err, wrong); err != nil || !got.Equal(want) {
			t.Errorf("%s against %s: %v, %v", q.hand, q.rng, got, err)
		}
	}
}

// TestUnlabelledErrors changes rows of a matrix that says neither hand nor range.
func TestUnlabelledErrors(t *testing.T) {
	m := build(t, "AA", "ATC")
	for name, c := range map[string]struct {
		change func(rows []Row) []Row
		edit   func(line []string) // the cells of row 8
		want   string
	}{
		"a row less":   {func(rows []Row) []Row { return rows[1:] }, nil, "19599 rows, want 19600"},
		"a row more":   {func(rows []Row) []Row { return append(rows, rows[0]) }, nil, "19601 rows, want 19600"},
		"a row twice":  {func(rows []Row) []Row { rows[1] = rows[0]; return rows }, nil, "no row for the flop"},
		"a card twice": {nil, func(cells []string) { cells[2] = cells[1] }, "row 8: column c2 is"},
		"orbit weight": {nil, func(cells []string) { cells[orbitColumn] = "9" }, "orbit_weight is"},
		"wins":         {func(rows []Row) []Row { rows[7].Wins = rows[7].Deals + 1; return rows }, nil, "row 8, "},
		"combos": {func(rows []Row) []Row { rows[7].Deals += equity.RunoutsOnFlop; return rows }, nil,
			"no range has the column combos"},
		"no combos": {func(rows []Row) []Row { rows[7].Count = equity.Count{}; return rows }, nil, "0 combos"},
	} {
		rows := slices.Clone(m.List)
		if c.change != nil {
			rows = c.change(rows)
		}
		var csv bytes.Buffer
		must.Do(t, table.WriteCSV(&csv, acesColumns, rows))
		if c.edit != nil {
			lines := strings.Split(csv.String(), "\n")
			cells := strings.Split(lines[8], ",")
			c.edit(cells)
			lines[8] = strings.Join(cells, ",")
			csv.Reset()
			csv.WriteString(strings.Join(lines, "\n"))
		}
		if _, err := Decode(bytes.NewReader(csv.Bytes())); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
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
		if err := m.Write(&limited{room}, "parquet"); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("Parquet, room for %d of %d bytes: %v", room, size, err)
		}
		if err := m.Write(&limited{room}, "csv"); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("CSV, room for %d bytes: %v", room, err)
		}
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "m.parquet")
	must.Do(t, os.WriteFile(path, []byte("what was here"), 0o666))
	err := disk.Write(path, func(w io.Writer) error { return m.Write(io.MultiWriter(w, &limited{1000}), "parquet") })
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
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
