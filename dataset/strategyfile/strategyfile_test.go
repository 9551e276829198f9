package strategyfile

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/buckets"
	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// random returns a complete table; with digits, probabilities have that number of decimals.
func random(t testing.TB, g game.Game, name string, digits int) *strategy.Table {
	t.Helper()
	b := must.Get(buckets.Lookup(g, name))(t)
	rng := rand.New(rand.NewPCG(3, 0))
	out := strategy.NewTable(g, [2]strategy.Bucketing{b, b})
	scale := math.Pow10(digits)
	for n, k := range out.All() {
		row := out.Row(n.ID, k)
		clear(row)
		if digits == 0 {
			p := rng.Float64()
			row[0], row[len(row)-1] = p, 1-p
			continue
		}
		p := float64(rng.IntN(int(scale)+1)) / scale
		row[0], row[len(row)-1] = p, math.Round(scale*(1-p))/scale
	}
	return out
}

func jamfold(t testing.TB) game.Game {
	const n = cards.NumClasses
	joint := &game.Matrix{Rows: n, Columns: n, Data: slices.Repeat([]float64{1. / (n * n)}, n*n)}
	return must.Get(game.NewHeadsUpJamFold(10, game.NewMatrix(n, n), joint))(t)
}

func write(t testing.TB, path string, s *strategy.Table) {
	t.Helper()
	writer := must.Get(Writer(path, s.Game()))(t)
	var out bytes.Buffer
	must.Do(t, writer(&out, s))
	must.Do(t, os.WriteFile(path, out.Bytes(), 0o666))
}

func digest(t testing.TB, s *strategy.Table) string {
	t.Helper()
	return must.Get(strategy.Digest(s))(t)
}

// Nothing is lost in any format of any game.
func TestRoundTrip(t *testing.T) {
	for _, tc := range []struct {
		g       game.Game
		buckets string
		files   []string
	}{
		{game.Kuhn(), "real", []string{"s.txt", "s.parquet", "s.json"}},
		{game.Leduc(), "cards", []string{"s.txt", "s.PARQUET", "s.json"}},
		{game.Leduc(), "[JQ].K", []string{"s.txt", "s.parquet"}},
		{jamfold(t), "classes", []string{"s.txt", "s.parquet"}},
		{game.LimitHoldem(), "strength-5", []string{"s.txt", "s.parquet"}},
	} {
		t.Run(tc.buckets, func(t *testing.T) {
			s := random(t, tc.g, tc.buckets, 0)
			for _, name := range tc.files {
				path := filepath.Join(t.TempDir(), name)
				write(t, path, s)
				must.Equal(t, digest(t, must.Get(Read(path, tc.g, buckets.Lookup))(t)), digest(t, s), name)
			}
		})
	}
}

// A file of another kind, version, game, bucketing or content is refused.
func TestParquetErrors(t *testing.T) {
	leduc := game.Leduc()
	good := random(t, leduc, "real", 0)
	with := func(key, value string, change func(rows []row) []row) []byte {
		checksum := digest(t, good)
		metadata := [][2]string{
			{keyFormat, strategy.Format}, {keyVersion, strategy.Version}, {keyGame, "leduc"},
			{keyBuckets[0], "real"}, {keyBuckets[1], "real"}, {keyChecksum, checksum},
		}
		for i := range metadata {
			if metadata[i][0] == key {
				metadata[i][1] = value
			}
		}
		var rows []row
		for n, b := range good.All() {
			rows = append(rows, row{n, good.Buckets(0).Label(n.Round, b), slices.Clone(good.Row(n.ID, b))})
		}
		var out bytes.Buffer
		must.Do(t, table.Write(&out, "parquet", columns, metadata, change(rows)))
		return out.Bytes()
	}
	same := func(rows []row) []row { return rows }
	swap := func(rows []row) []row { rows[7].p[0], rows[7].p[1] = rows[7].p[1], rows[7].p[0]; return rows }
	whole := with("", "", same)
	for name, tc := range map[string]struct {
		file []byte
		want error
		text string
	}{
		"fine":      {whole, nil, ""},
		"format":    {with(keyFormat, "rows", same), strategy.ErrNotStrategy, `"rows"`},
		"version":   {with(keyVersion, "2", same), strategy.ErrVersion, "2, want 1"},
		"game":      {with(keyGame, "kuhn", same), strategy.ErrGame, "kuhn, want leduc"},
		"bucketing": {with(keyBuckets[1], "reel", same), strategy.ErrBuckets, `"real"`},
		"checksum":  {with("", "", swap), tablefile.ErrCorrupt, "sha256:"},
		"missing row": {with("", "", func(rows []row) []row { return rows[1:] }), strategy.ErrMissing,
			"at /, bucket J"},
		"row twice": {with("", "", func(rows []row) []row { return append(rows, rows[0]) }), strategy.ErrDuplicate,
			"/, bucket J"},
		"negative": {with("", "", func(rows []row) []row { rows[0].p[0] = -1; return rows }), game.ErrProbability,
			"at /, bucket J"},
		"cut": {whole[:len(whole)-9], tablefile.ErrCorrupt, ""},
		"damaged": {append(append(append([]byte{}, whole[:200]...), whole[260:320]...), whole[260:]...), nil,
			"any"},
		"not a file":   {[]byte("PAR1"), tablefile.ErrCorrupt, ""},
		"empty":        {nil, strategy.ErrNotStrategy, "line 0"},
		"JSON, broken": {[]byte(`{"0": 3}`), strategy.ErrSyntax, `"0"`},
	} {
		path := filepath.Join(t.TempDir(), "s")
		must.Do(t, os.WriteFile(path, tc.file, 0o666))
		_, err := Read(path, leduc, buckets.Lookup)
		switch {
		case tc.text == "any" && err != nil:
		case tc.want == nil && err == nil && tc.text == "":
		case tc.want == nil || !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.text) ||
			!strings.Contains(err.Error(), path):
			t.Errorf("%s: %v, want %v with %q", name, err, tc.want, tc.text)
		}
	}
	must.Fails(Writer("s.json", game.LimitHoldem()))(t, strategy.ErrGame)
	must.Fails(Read(filepath.Join(t.TempDir(), "none"), leduc, buckets.Lookup))(t, os.ErrNotExist)
}

// A byte changed anywhere gives an error, or the same strategy where it means nothing.
func TestParquetDamage(t *testing.T) {
	g := game.Kuhn()
	s := random(t, g, "real", 0)
	var out bytes.Buffer
	must.Do(t, writeParquet(&out, s))
	want, good := digest(t, s), out.Bytes()
	for i := 0; i < len(good); i += 13 {
		bad := bytes.Clone(good)
		bad[i] ^= 0x15
		got, err := decode(bytes.NewReader(bad), g, buckets.Lookup)
		if err == nil && digest(t, got) != want {
			t.Fatalf("byte %d changed: another strategy", i)
		}
	}
}

// BenchmarkFile writes and reads a strategy of limit hold'em with 200 buckets a street.
func BenchmarkFile(b *testing.B) {
	g := game.LimitHoldem()
	s := random(b, g, "strength-200", 6)
	for name, write := range map[string]func(io.Writer, *strategy.Table) error{"text": strategy.Write,
		"parquet": writeParquet} {
		var out bytes.Buffer
		must.Do(b, write(&out, s))
		b.Run("write-"+name, func(b *testing.B) {
			for b.Loop() {
				must.Do(b, write(io.Discard, s))
			}
			b.ReportMetric(float64(out.Len()), "file-bytes")
		})
		b.Run("read-"+name, func(b *testing.B) {
			for b.Loop() {
				must.Get(decode(bytes.NewReader(out.Bytes()), g, buckets.Lookup))(b)
			}
		})
	}
}

// TestSmallFilesNameLargeTables expects files that have no room for the rows of the bucketings that they name to be
// refused before anything is built.
func TestSmallFilesNameLargeTables(t *testing.T) {
	g := game.LimitHoldem()
	build := func(game.Game, string) (strategy.Bucketing, error) { panic("a bucketing is built") }
	small := random(t, g, "strength-1-1-1-1", 2)
	parquet := must.Get(Encode(small))(t)
	// The metadata of Parquet say the name with its length: one of the same length.
	parquet = bytes.ReplaceAll(parquet, []byte("strength-1-1-1-1"), []byte("kmeans-emd:65535"))
	for name, content := range map[string][]byte{
		"text": []byte("feltlab-strategy 1\ngame limit-holdem\nbuckets 0 kmeans-emd:65535\n" +
			"buckets 1 kmeans-emd:65535\nend 0\n"),
		"parquet":   parquet,
		"openspiel": append([]byte("{"), make([]byte, 17<<20)...),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Decode(content, g, build)
		if runtime.ReadMemStats(&after); err == nil || after.TotalAlloc-before.TotalAlloc > 16<<20 {
			t.Errorf("%s: %d bytes were allocated, %v", name, after.TotalAlloc-before.TotalAlloc, err)
		}
		if name != "openspiel" && !errors.Is(err, strategy.ErrTruncated) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
