//go:build slow

package matrix

import (
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/featureset"
	"feltlab/model/proof"
)

func flopText(r *Row) string { return cards.Format(r.Cards()) }

func TestOrbitsShareARowInEveryShape(t *testing.T) {
	for _, hand := range []string{"AA", "JTs", "T9o"} {
		orbitsShareARow(t, build(t, hand, "RS"))
	}
}

// TestDamage flips one bit of every fourth byte of the footer and of hundreds of other bytes,
// and watches that no damage makes the reader allocate much more than an intact file does.
func TestDamage(t *testing.T) {
	m := build(t, "AA", "ATC")
	data := encode(t, m)
	t.Logf("seed %d, %d bytes of footer", *seed, len(data)-footerStart(data))
	r := rand.New(rand.NewPCG(*seed, 0))
	var places []int
	for at := footerStart(data) + r.IntN(4); at < len(data); at += 4 {
		places = append(places, at)
	}
	for range 400 {
		places = append(places, r.IntN(footerStart(data)))
	}
	const limit = 64 << 20 // bytes; an intact file takes 18 MB, a page header may ask for 16 MB
	var before, after runtime.MemStats
	most := uint64(0)
	for _, at := range places {
		runtime.ReadMemStats(&before)
		flip(t, data, at, 1<<r.IntN(8), m)
		runtime.ReadMemStats(&after)
		used := after.TotalAlloc - before.TotalAlloc
		most = max(most, used)
		if used > limit {
			t.Errorf("byte %d: %d MB allocated", at, used>>20)
		}
	}
	t.Logf("at most %d MB allocated", most>>20)
}

// allPath is where the file of all pairs is, written once for all tests.
var allPath = struct {
	sync.Once
	path string
}{}

func allFile(t *testing.T) string {
	t.Helper()
	allPath.Do(func() {
		path := filepath.Join(allDir, "all.parquet")
		f, err := os.Create(path)
		if err == nil {
			err = errors.Join(EncodeAll(t.Context(), f, workers, nil), f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		allPath.path = path
	})
	return allPath.path
}

// allDir outlives single tests.
var allDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "feltlab-matrix-")
	if err != nil {
		panic(err)
	}
	allDir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// chunks reads some columns of the file of all pairs and calls visit for each batch of rows.
func chunks(t *testing.T, path string, names []string, visit func(columns map[string]any, rows int)) {
	t.Helper()
	in := must.Get(file.OpenParquetFile(path, false))(t)
	defer in.Close()
	reader, err := pqarrow.NewFileReader(in, pqarrow.ArrowReadProperties{BatchSize: 1 << 16}, memory.DefaultAllocator)
	if err != nil {
		t.Fatal(err)
	}
	var places []int
	for _, name := range names {
		places = append(places, in.MetaData().Schema.ColumnIndexByName(name))
	}
	batches := must.Get(reader.GetRecordReader(t.Context(), places, nil))(t)
	defer batches.Release()
	for batches.Next() {
		batch := batches.RecordBatch()
		columns := map[string]any{}
		for i := range int(batch.NumCols()) {
			columns[batch.ColumnName(i)] = batch.Column(i)
		}
		visit(columns, int(batch.NumRows()))
	}
	if err := batches.Err(); err != nil && err != io.EOF {
		t.Fatal(err)
	}
}

// TestEncodeAll compares the rows of some classes with their matrices.
func TestEncodeAll(t *testing.T) {
	path := allFile(t)
	var rows, weight int64
	chunks(t, path, []string{"orbit_weight"}, func(columns map[string]any, n int) {
		for _, w := range columns["orbit_weight"].(*array.Int64).Int64Values() {
			weight += w
		}
		rows += int64(n)
	})
	if rows != NumPairs || weight != 25_989_600 {
		t.Errorf("%d rows of weight %d", rows, weight)
	}
	for _, c := range []struct{ class, rng, suffix string }{{"AA", "ATC", "_atc"}, {"QQ", "RUS", "_rus"},
		{"T9o", "RS", "_rs"}, {"JTs", "RML", "_rml"}} {
		t.Run(c.class, func(t *testing.T) {
			m := build(t, c.class, c.rng)
			byFlop := map[string]*Row{}
			for i := range m.List {
				byFlop[flopText(&m.List[i])] = &m.List[i]
			}
			k := must.Get(cards.ParseClass(c.class))(t)
			covered := 0
			chunks(t, path, []string{"hand", "class", "flop", "f47", "orbit_weight", "equity" + c.suffix, "wins" +
				c.suffix, "ties" + c.suffix, "combos" + c.suffix}, func(columns map[string]any, n int) {
				count := func(name string, i int) uint64 { return uint64(columns[name].(*array.Int64).Value(i)) }
				text := func(name string, i int) string { return columns[name].(*array.String).Value(i) }
				for i := range n {
					if text("class", i) != c.class {
						continue
					}
					r := byFlop[text("flop", i)]
					if r == nil || text("hand", i) != k.Representative().String() ||
						columns["f47"].(*array.Boolean).Value(i) != r.Features.Has(47) ||
						columns["equity"+c.suffix].(*array.Float64).Value(i) != r.Equity() ||
						count("orbit_weight", i) != uint64(k.Size())*uint64(r.orbit()) ||
						count("wins"+c.suffix, i) != r.Wins || count("ties"+c.suffix, i) != r.Ties ||
						count("combos"+c.suffix, i) != r.Combos() {
						t.Fatalf("%s vs %s on %s differs from %+v", c.class, c.rng, text("flop", i), r)
					}
					covered += r.orbit()
				}
			})
			must.Equal(t, covered, NumFlops, "rows stand for", c.class)
		})
	}
}

// TestEncodeAllIsDeterministic writes the file again with another number of goroutines.
func TestEncodeAllIsDeterministic(t *testing.T) {
	first := must.Get(os.ReadFile(allFile(t)))(t)
	hash := sha256.New()
	calls := 0
	must.Do(t, EncodeAll(t.Context(), hash, 1, func(int, int) { calls++ }))
	want := sha256.Sum256(first)
	must.Equal(t, hash.Sum(nil), want[:], "one goroutine writes other bytes than two")
	if calls == 0 {
		t.Error("no progress was reported")
	}
	t.Logf("%d bytes", len(first))
}

// TestMorePublishedFormulas evaluates those whose matrices no other test makes.
func TestMorePublishedFormulas(t *testing.T) {
	holdPublished(t, []published{
		{"KK", "ATC", []term{{2, .88}, {1, .79}, {3, .83}, {41, -.14}, {46, .12}}, 2.4248},
		{"QQ", "ATC", []term{{46, .94}, {9, .77}, {41, -.13}, {58, .04}, {42, -.02}}, 2.5139},
		{"99", "ATC", []term{{54, .74}, {55, .71}, {56, .66}, {46, .22}, {41, -.12}}, 2.5432},
	})
}

// The instance of the turn, of one row an orbit, is that of all 230,300 boards with a row each.
func TestBoardsEqualEveryBoard(t *testing.T) {
	meta := asked(t, "QJo", "ATC")
	meta.Street = cards.Turn
	m := must.Get(meta.Build(t.Context(), 2, nil))(t)
	row := map[cards.Set]*Row{}
	for i := range m.List {
		row[m.List[i].Board] = &m.List[i]
	}
	hand := m.Hand.Combo
	suits, reader := hand.Set().Stabilizer(), featureset.Default(cards.Turn).NewReader()
	var rows []proof.Row
	for _, flop := range flopsOf(hand) {
		for c := range flop.Min() {
			board := flop.With(c)
			if hand.Set().Has(c) {
				continue
			}
			smallest, _ := cards.Orbit(board, suits)
			n := row[smallest].Count
			v := must.Get(reader.Of(hand, board))(t)
			rows = append(rows, proof.Row{Columns: v, Weight: 1, Numerator: 2*n.Wins + n.Ties,
				Denominator: 2 * n.Deals})
		}
	}
	want := must.Get(proof.NewInstance(m.Set.Count(), rows))(t)
	got, err := m.Instance().Exact()
	if err != nil || len(rows) != cards.Turn.Boards() || got.Digest() != want.Digest() {
		t.Errorf("%d rows, %v; the digests differ: %t", len(rows), err, got.Digest() != want.Digest())
	}
}
