package table_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"feltlab/dataset/table"
	_ "feltlab/dataset/table/columnar"
	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
)

type row struct {
	name string
	n    int64
	x    float64
}

var columns = []table.Column[row]{
	table.Text("name", func(r *row) string { return r.name }),
	table.Bool("even", func(r *row) bool { return r.n%2 == 0 }),
	table.Int32("half", func(r *row) int32 { return int32(r.n / 2) }),
	table.Int64("n", func(r *row) int64 { return r.n }),
	table.Float("third", func(r *row) float64 { return float64(r.n) / 3 }),
	table.OptionalFloat("x", func(r *row) float64 { return r.x }),
	table.OptionalInt64("odd", func(r *row) (int64, bool) { return r.n, r.n%2 != 0 }),
	table.Formula("terms", func(r *row) (terms []tablefile.Term) {
		for i := range max(r.n, 0) {
			terms = append(terms, tablefile.Term{ID: int32(i + 1), Name: fmt.Sprint("feature ", i+1), Weight: r.x / 2})
		}
		return terms
	}),
}

var rows = []row{{"plain", 1, 0.1}, {`a "b", c`, 2, math.NaN()}, {"two\nlines", -3, 3}}

func TestCSV(t *testing.T) {
	var out bytes.Buffer
	must.Do(t, table.WriteCSV(&out, columns, rows))
	got := must.Get(csv.NewReader(&out).ReadAll())(t)
	want := [][]string{
		{"name", "even", "half", "n", "third", "x", "odd", "terms"},
		{"plain", "false", "0", "1", "0.3333333333333333", "0.1", "1", "F1:0.05"},
		{`a "b", c`, "true", "1", "2", "0.6666666666666666", "", "", "F1:NaN;F2:NaN"},
		{"two\nlines", "false", "-1", "-3", "-1", "3", "-3", ""},
	}
	must.Equal(t, fmt.Sprint(got), fmt.Sprint(want))
}

// TestParquet reads row groups, nulls and metadata back, and expects the same bytes twice.
func TestParquet(t *testing.T) {
	write := func() []byte {
		var out bytes.Buffer
		w := must.Get(table.NewWriter(&out, "parquet", columns, [][2]string{{"key", "value"}}))(t)
		for i := range rows {
			w.Add(&rows[i])
			if i == 1 {
				if err := w.Flush(); err != nil || w.Waiting() != 0 || w.Rows() != 2 {
					t.Fatalf("%v, %d waiting of %d", err, w.Waiting(), w.Rows())
				}
			}
		}
		must.Do(t, w.Close())
		return out.Bytes()
	}
	data := write()
	must.Equal(t, data, write(), "the same rows gave other bytes")
	in := must.Get(file.NewParquetReader(bytes.NewReader(data)))(t)
	if value := in.MetaData().KeyValueMetadata().FindValue("key"); value == nil || *value != "value" ||
		in.NumRowGroups() != 2 {
		t.Errorf("metadata %v, %d row groups", value, in.NumRowGroups())
	}
	reader := must.Get(pqarrow.NewFileReader(in, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator))(t)
	got := must.Get(reader.ReadTable(t.Context()))(t)
	defer got.Release()
	x := got.Column(5).Data()
	if got.NumRows() != 3 || x.NullN() != 1 || !x.Chunk(0).IsNull(1) || x.Chunk(0).(*array.Float64).Value(0) != 0.1 {
		t.Errorf("x is %v", x)
	}
}

// TestArrow expects an Arrow file to hold what the Parquet file holds, and the same bytes twice.
func TestArrow(t *testing.T) {
	var packed, out, again bytes.Buffer
	metadata := [][2]string{{"key", "value"}}
	must.Do(t, table.Write(&packed, "parquet", columns, metadata, rows))
	must.Do(t, errors.Join(table.Write(&out, "arrow", columns, metadata, rows),
		table.Write(&again, "arrow", columns, metadata, rows)))
	must.Equal(t, out.Bytes(), again.Bytes(), "the same rows gave other bytes")
	in := must.Get(ipc.NewFileReader(bytes.NewReader(out.Bytes())))(t)
	defer in.Close()
	got := must.Get(in.RecordBatch(0))(t)
	parquet := must.Get(file.NewParquetReader(bytes.NewReader(packed.Bytes())))(t)
	reader := must.Get(pqarrow.NewFileReader(parquet, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator))(t)
	want := must.Get(reader.ReadTable(t.Context()))(t)
	defer want.Release()
	if value, _ := got.Schema().Metadata().GetValue("key"); value != "value" || in.NumRecords() != 1 ||
		got.NumRows() != want.NumRows() {
		t.Errorf("metadata %q, %d batches, %d rows", value, in.NumRecords(), got.NumRows())
	}
	for i, c := range columns {
		must.Equal(t, fmt.Sprint(got.Column(i)), fmt.Sprint(want.Column(i).Data().Chunk(0)), c.Field.Name)
	}
	terms := got.Column(len(columns) - 1).(*array.List)
	first := terms.ListValues().(*array.Struct)
	if terms.Len() != 3 || first.Len() != 3 || first.Field(1).(*array.String).Value(2) != "feature 2" ||
		first.Field(2).(*array.Float64).Value(0) != 0.05 {
		t.Errorf("terms are %v", terms)
	}
}

func ExampleWriteCSV() {
	type result struct {
		hand  string
		error float64
	}
	columns := []table.Column[result]{
		table.Text("hand", func(r *result) string { return r.hand }),
		table.OptionalFloat("error", func(r *result) float64 { return r.error }),
	}
	table.WriteCSV(os.Stdout, columns, []result{{"AA", 0.025}, {"AKs, AQs", math.NaN()}})
	// Output:
	// hand,error
	// AA,0.025
	// "AKs, AQs",
}

// answer is a struct as commands print it in JSON.
type answer struct {
	Hand  string   `json:"hand"`
	Error *float64 `json:"average_error"`
	part
	List []int `json:"list"`
}

type part struct {
	Deals uint64  `json:"deals,omitempty"`
	Share float64 `json:"share"`
}

// TestOf makes columns of JSON fields.
func TestOf(t *testing.T) {
	half := 0.5
	rows := []*answer{{Hand: "AA", Error: &half, part: part{3, -1e-9}}, {Hand: "T|T", part: part{0, 0.25}}}
	all := table.Of[*answer]()
	var names []string
	for _, c := range all {
		names = append(names, c.Field.Name)
	}
	must.Equal(t, fmt.Sprint(names), "[hand average_error deals share]")
	shown := []table.Column[*answer]{all[0], all[1].Percent().Rounded(1), all[2], all[3].Rounded(2)}
	for format, want := range map[string]string{
		"csv": "hand,average_error_percent,deals,share\nAA,50.0,3,0.00\nT|T,,,0.25\n",
		"markdown": "| hand | average_error_percent | deals | share |\n|---|---|---|---|\n| AA | 50.0 | 3 | 0.00 " +
			"|\n| T\\|T |  |  | 0.25 |\n",
		"latex": "\\begin{tabular}{lrrr}\n\\toprule\nhand & average\\_error\\_percent & deals & share " +
			"\\\\\n\\midrule\n" +
			"AA & 50.0 & 3 & 0.00 \\\\\nT\\textbar{}T &  &  & 0.25 \\\\\n\\bottomrule\n\\end{tabular}\n",
	} {
		var out bytes.Buffer
		err := table.Write(&out, format, shown, nil, rows)
		if err != nil || out.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", format, err, out.String(), want)
		}
	}
}

// TestShow prints values, lists and notes of an answer, and leaves out what is missing or hidden.
func TestShow(t *testing.T) {
	type line struct {
		Name string `json:"name"`
		part `text:"share"`
		Gain *float64 `json:"gain" text:",%+1"`
	}
	tenth := 0.1
	shown := struct {
		*answer
		Hidden int     `json:"hidden" text:"-"`
		Part   float64 `json:"part_dollars" text:",2"`
		Best   []line  `json:"best" text:"best hands,2"`
		None   []line  `json:"none"`
		Plain  []*line `json:"plain"`
	}{
		&answer{Hand: "A\x1bA", part: part{0, 0.5}}, 3, 12.345,
		[]line{{"AA", part{1, 0.25}, &tenth}, {"KK", part{2, 1}, nil}, {"QQ", part{}, nil}}, nil,
		[]*line{{"22", part{}, nil}},
	}
	const want = `Title
  hand     A\u001bA
  share      0.5
  part, $  12.35
  note of some words

  best hands  share  gain %
  AA           0.25   +10.0
  KK              1
  and 1 more

  name  share
  22        0
`
	holdShown(t, want, "Title", &shown, "note of some words", "")
}

func holdShown(t *testing.T, want, title string, answer any, notes ...string) {
	t.Helper()
	var out bytes.Buffer
	if err := table.Show(&out, title, answer, notes...); err != nil || out.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out.String(), want)
	}
}

// match is an answer with numbers by seat, units and answers within it.
type match struct {
	Names    []string    `json:"names" text:"-"`
	Unit     string      `json:"unit" text:"-"`
	Won      [2]float64  `json:"won" text:",2" unit:"unit" by:"Names"`
	Lost     *[2]float64 `json:"lost" by:"Names" unit:"unit"`
	Interval *[2]float64 `json:"interval,omitempty" text:"95% interval,1" unit:"unit"`
	Hands    []handWon   `json:"hands" text:"by hand"`
	Check    struct {
		Prizes []float64      `json:"prizes" unit:"dollars"`
		Counts map[string]int `json:"counts"`
		Sure   bool           `json:"sure"`
	} `json:"check"`
	Games []game `json:"games"`
}

type handWon struct {
	Hand string     `json:"hand"`
	Won  [2]float64 `json:"won" text:",1" by:"Names"`
	Loss float64    `json:"loss" unit:"unit"`
}

type game struct {
	Name  string    `json:"name" text:"-"`
	Gains []float64 `json:"gains" by:"Seats"`
	Text  string    `json:"text" text:",86"`
	Size  int64     `json:"size,omitempty" text:",B"`
	Long  []string  `json:"long"`
}

func (g game) Title() string   { return "game " + g.Name }
func (g game) Notes() []string { return []string{"note of " + g.Name} }
func (g game) Seats() []string { return []string{"UTG", "SB", "BB"} }

func TestShowSeats(t *testing.T) {
	m := &match{
		Names: []string{"small", "big"}, Unit: "chips", Won: [2]float64{1, -2}, Interval: &[2]float64{-1, 2},
		Hands: []handWon{{"AA", [2]float64{1, 2}, 3}, {"KK", [2]float64{-1, 20}, 4}},
		Games: []game{{"one", []float64{1, 2, 3}, strings.Repeat("words ", 15) + "words", 1234567,
			[]string{strings.Repeat("a ", 19) + "a", strings.Repeat("b", 45)}}, {"two", nil, "", 0, nil}},
	}
	m.Check.Prizes, m.Check.Counts = []float64{50, 30}, map[string]int{"b": 2, "a": 1}
	const want = `Title
  95% interval  -1.0 to 2.0 chips

  chips  small    big
  won     1.00  -2.00

  by hand  small   big  loss, chips
  AA         1.0   2.0            3
  KK        -1.0  20.0            4

  check
    prizes  50, 30 dollars
    counts  a 1, b 2
    sure    no

  game one
    text  words words words words words words words words words words words
          words words words wo
    size  1.2 MB
    long  a a a a a a a a a a a a a a a a a a a a
          bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
    note of one

         gains
    UTG      1
    SB       2
    BB       3

  game two
    note of two
`
	holdShown(t, want, "Title", m)
	holdShown(t, "  hand     1     2  loss\n  AA     1.0   2.0     3\n  KK    -1.0  20.0     4\n", "", m.Hands)
}

// inChips has values in chips, which people read as big blinds.
type inChips struct {
	Unit   string    `json:"unit" text:"-"`
	Value  float64   `json:"value" text:",2" unit:"unit"`
	Pot    float64   `json:"pot" unit:"chips"`
	Gap    float64   `json:"gap"`
	Limits limitsOf  `json:"limits"`
	By     []float64 `json:"by" text:"gain,1" unit:"unit" by:"Seats"`
}

type limitsOf struct {
	Most []float64 `json:"most" text:",1" unit:"unit" by:"Seats"`
}

func (inChips) Seats() []string                        { return []string{"SB", "BB"} }
func (inChips) Measure() (unit string, factor float64) { return "bb", 0.01 }

// TestShowMeasured shows numbers in the unit of people, within inner answers too, and a tiny number with two digits.
func TestShowMeasured(t *testing.T) {
	a := inChips{"chips", 150, 150, 1.234567e-7, limitsOf{[]float64{100, 50}}, []float64{20, -40}}
	const want = "Title\n  value     1.50 bb\n  pot        150 chips\n  gap    1.2e-07\n\n  bb     SB    BB\n  gain " +
		" 0.2  -0.4\n\n  limits\n    bb     SB   BB\n    most  1.0  0.5\n"
	holdShown(t, want, "Title", &a)
}

func TestFixed(t *testing.T) {
	for _, c := range []struct {
		v        float64
		decimals int
		want     string
	}{{-0.04, 1, "0.0"}, {-0.06, 1, "-0.1"}, {math.Copysign(0, -1), 0, "0"}, {100, 0, "100"}, {-10, 0, "-10"}} {
		must.Equal(t, table.Fixed(c.v, c.decimals), c.want, c.v, c.decimals)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{{"small blind, after the button jams", 14, "small blind,|after the|button jams"}, {"AA", 1, "AA"}, {"", 3, ""}} {
		must.Equal(t, strings.ReplaceAll(table.Wrap(c.text, "", c.width), "\n", "|"), c.want, c.text, c.width)
	}
}

// A small number that four decimals would hide has two digits.
func TestShowSmall(t *testing.T) {
	for v, want := range map[float64]string{4e-7: "4e-07", -4e-7: "-4e-07", 0: "0.0000", 0.00012: "0.0001"} {
		var b strings.Builder
		must.Do(t, table.Show(&b, "", &struct {
			Lost float64 `json:"lost" text:",~4"`
		}{v}))
		must.Equal(t, strings.Fields(b.String())[1], want, "is printed as", v)
	}
}
