package data

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	gocmp "github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	_ "feltlab/dataset/table/columnar"
	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
	"feltlab/model/proof"
)

func TestSmallTables(t *testing.T) {
	for _, x := range []struct {
		name, target   string
		rows           int64
		columns        int
		low, high      string
		first, another string
	}{
		{"mammo", "Malignant", 961, 16, "0", "1", "RoundShape", "Density >= 2"},
		{"breastcancer", "Benign", 683, 80, "0", "1", "ClumpThickness >= 2", "Mitoses >= 10"},
		{"diabetes", "progression", 442, 85, "25", "346", "age >= 29", "sex >= 2"},
	} {
		got := must.Get(Read("../../examples/"+x.name+".csv.gz", Options{Target: x.target}))(t)
		names := got.columnNames()
		if got.FileRows != x.rows || got.Weight != x.rows || len(names) != x.columns || names[0] != x.first ||
			!slices.Contains(names, x.another) || got.Low.String() != x.low || got.High.String() != x.high {
			t.Errorf("%s: %d rows, columns %q, targets %v to %v", x.name, got.FileRows, names, got.Low, got.High)
		}
	}
}

var sameColumns = gocmp.Comparer(func(a, b proof.Vector) bool { return a == b })

// TestFormats reads the same table in all formats.
func TestFormats(t *testing.T) {
	type line struct {
		y, x  float64
		n     int64
		c     string
		f, ok bool
	}
	lines := []line{{0.5, 1.25, 3, "a", true, true}, {-1, 1e-7, -4, "b, c", false, true}, {7, 0, 5, "a", true, false}}
	text := "y,x,n,c,f\n"
	for _, l := range lines {
		c := strconv.Quote(l.c)
		if !l.ok {
			c = ""
		}
		text += fmt.Sprintf("%v,%v,%d,%s,%v\n", l.y, l.x, l.n, c, l.f)
	}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "y", Type: arrow.PrimitiveTypes.Float64}, {Name: "x", Type: arrow.PrimitiveTypes.Float64},
		{Name: "n", Type: arrow.PrimitiveTypes.Int64}, {Name: "c", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "f", Type: arrow.FixedWidthTypes.Boolean},
	}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for _, l := range lines {
		b.Field(0).(*array.Float64Builder).Append(l.y)
		b.Field(1).(*array.Float64Builder).Append(l.x)
		b.Field(2).(*array.Int64Builder).Append(l.n)
		b.Field(4).(*array.BooleanBuilder).Append(l.f)
		if l.ok {
			b.Field(3).(*array.StringBuilder).Append(l.c)
		} else {
			b.Field(3).(*array.StringBuilder).AppendNull()
		}
	}
	batch := b.NewRecordBatch()
	files := map[string][]byte{"csv": []byte(text), "semicolons": []byte(strings.ReplaceAll(strings.ReplaceAll(
		strings.ReplaceAll(text, `"b, c"`, "B"), ",", "; "), "B", "b, c"))}
	files["mark"] = []byte("\ufeff" + text)
	var z bytes.Buffer
	g := gzip.NewWriter(&z)
	g.Write([]byte(text))
	g.Close()
	files["gzip"] = z.Bytes()
	zw, _ := zstd.NewWriter(nil)
	files["zstd"] = zw.EncodeAll([]byte(text), nil)
	var p, a, s bytes.Buffer
	must.Do(t, pqarrow.WriteTable(array.NewTableFromRecords(schema, []arrow.RecordBatch{batch}), &p, 1<<20, nil,
		pqarrow.DefaultWriterProps()))
	files["parquet"] = p.Bytes()
	aw := must.Get(ipc.NewFileWriter(&a, ipc.WithSchema(schema), ipc.WithZstd()))(t)
	must.Do(t, aw.Write(batch))
	must.Do(t, aw.Close())
	files["arrow"] = a.Bytes()
	sw := ipc.NewWriter(&s, ipc.WithSchema(schema))
	must.Do(t, sw.Write(batch))
	must.Do(t, sw.Close())
	files["stream"] = s.Bytes()

	o := Options{Target: "y", Missing: true}
	want := must.Get(Read(write(t, "t.csv", text), o))(t)
	must.Equal(t, len(want.Columns), 8, want.Columns)
	for name, content := range files {
		got, err := Read(write(t, name, string(content)), o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		must.Equal(t, gocmp.Diff(want.Rows, got.Rows, sameColumns)+gocmp.Diff(want.Columns, got.Columns), "", name)
		for _, cut := range []int{len(content) / 2, len(content) - 9, 3} {
			if _, err := Read(write(t, name, string(content[:cut])), o); err == nil && name != "csv" &&
				name != "semicolons" && name != "mark" {
				t.Errorf("%s: read after %d of %d bytes", name, cut, len(content))
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	wide := "y," + strings.Repeat("x,", 1) + "z\n"
	var categories, numbers strings.Builder
	categories.WriteString("y,c\n")
	numbers.WriteString(wide)
	for i := range 200 {
		fmt.Fprintf(&categories, "%d,c%d\n", i, i)
		fmt.Fprintf(&numbers, "%d,%d,%d\n", i, i, -i)
	}
	for _, x := range []struct {
		text string
		o    Options
		want string
	}{
		{"y,a,a\n1,0,1\n", Options{Target: "y"}, `two columns are called "a"; rename one`},
		{"y,a\n1,0\n2,1\n", Options{Target: "Y"}, `target "Y" is no column`},
		{"y,a\n1,0\n2,1\n", Options{}, "no target"},
		{"y,a\n1,0\nyes,1\n", Options{Target: "y"}, `target "y", row 2: "yes": not a number`},
		{"y,a\n1,0\nNaN,1\n", Options{Target: "y"}, `row 2: "NaN": not a finite number`},
		{"y,a\n1,0\n-inf,1\n", Options{Target: "y"}, `row 2: "-inf": not a finite number`},
		{"y,a\n,0\nNA,1\n", Options{Target: "y", Words: Pandas}, `no row has a target`},
		{"y,a\n1,0\n0.1234567890123456789,1\n", Options{Target: "y"},
			`has values with 19 digits after the point; with a range from 0.123456789 to 1 at most 18 are exact: ` +
				`round them`},
		{"y,a\n1,0\n1e-28,1\n", Options{Target: "y"}, `more than 27 digits after the point; round it`},
		{"y,a\n0.1234567891,0\n0.1234567891,1\n", Options{Target: "y"}, `in all 2 rows`},
		{"y,a,w\n1,0,1\n2,1,1.0000000001\n", Options{Target: "y", RowWeight: "w"},
			`row weight "w": a weight has 10 digits after the point; round it to 9`},
		{"y,a\n1,0\n1e10,1\n", Options{Target: "y"}, `at most 9223372036 in magnitude`},
		{"y,a\n9e9,0\n-9e9,1\n", Options{Target: "y"}, `reaches from -9000000000 to 9000000000`},
		{"y,a\n3,0\n3.0,1\n", Options{Target: "y"}, `target "y" is 3 in all 2 rows`},
		{"y,a\n1,NaN\n2,1\n", Options{Target: "y"}, `column "a", row 1: "NaN" is not a finite number`},
		{"y,a\n1,inf\n2,1\n", Options{Target: "y"}, `column "a", row 1: "inf" is not a finite number`},
		{"y,a\n1,\n2,1\n", Options{Target: "y"}, `column "a", row 1: the value is missing; fill it in`},
		{"y,a\n1,red\n2,?\n", Options{Target: "y"}, `column "a", row 2: the value is missing; fill it in`},
		{"y,a,w\n1,0,1\n2,1,-1.5\n", Options{Target: "y", RowWeight: "w"},
			`row weight "w", row 2: -1.5, want a number from 0 to 2^31`},
		{"y,a,w\n1,0,0\n2,1,1\n", Options{Target: "y", RowWeight: "w"}, `is 2 in all 1 rows`},
		{"y,a,w\n1,0,3000000.001\n2,1,1\n", Options{Target: "y", RowWeight: "w"},
			`more than 2^31 times 0.001, the largest unit of the weights, in all`},
		{"y,a,w\n1,0,2147483648\n2,1,1\n", Options{Target: "y", RowWeight: "w"}, `more than 2^31 in all`},
		{"y,a\n1,0\n2,1\n", Options{Target: "y", Drop: []string{"b"}}, `left-out column "b" is no column`},
		{"y,a\n1,0\n2,1\n", Options{Target: "y", Drop: []string{"y"}}, `"y" is left out, but it is the target`},
		{"y,a\n1,5\n2,5\n", Options{Target: "y"}, `no yes/no columns`},
		{"y,a\n1,x\n2,y\n", Options{Target: "y", At: map[string][]string{"a": {"1"}}},
			`has thresholds, but "x" in row 1`},
		{"y,a\n1,2\n2,3\n", Options{Target: "y", At: map[string][]string{"a": {"1x"}}},
			`threshold "1x" of column "a": not a`},
		{"y,a\n1,2\n", Options{Target: "y", Rules: Rules{Bound: "9"}}, `bound 9: want more than 0 and at most 8`},
		{"y,a\n1,2\n", Options{Target: "y", Rules: Rules{Bound: "0"}}, `bound 0: want more than 0`},
		{"y,a\n", Options{Target: "y"}, "no rows after the header"},
		{"", Options{Target: "y"}, "the file is empty"},
		{"y,a\n1,2,\n", Options{Target: "y"}, "wrong number of fields"},
		{"y,a\n1,2\n1,2,3\n", Options{Target: "y"}, "wrong number of fields"},
		{"y,,column 2\n1,2,0\n", Options{Target: "y"}, `two columns are called "column 2"`},
		{"y,a,a >= 3\n1,2,0\n2,3,1\n", Options{Target: "y"}, `both make a yes/no column "a >= 3"`},
		{"\x00\x01\x02\n", Options{Target: "y"}, "neither CSV, Parquet nor Arrow"},
		{categories.String(), Options{Target: "y"},
			`column "c" has 200 categories, since "c0" in row 1 is not a number`},
	} {
		_, err := Read(write(t, "t.csv", x.text), x.o)
		if err == nil || !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q, %+v:\n got %v\nwant %s", x.text, x.o, err, x.want)
		}
		if err != nil && !errors.Is(err, ErrData) && !errors.Is(err, tablefile.ErrColumns) {
			t.Errorf("%v is of no kind", err)
		}
	}
	must.Fails(Read("testdata/none.csv", Options{Target: "y"}))(t, os.ErrNotExist)
	table := must.Get(Read(write(t, "wide.csv", numbers.String()), Options{Target: "y", Thresholds: 100}))(t)
	if len(table.Columns) != 200 || !table.Rows[len(table.Rows)-1].Columns.Has(200) {
		t.Errorf("%d columns, want 200", len(table.Columns))
	}
}

func TestDecimals(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "007": "7", "1.50": "1.5", "-2.25": "-2.25", "1e3": "1000", "1.5e-3": "0.0015",
		".5": "0.5",
		"5.": "5", "+3": "3", "0.000000001": "0.000000001", "9223372036.854775807": "9223372036.854775807",
		"100000000000e-5": "1000000", "1.0000000000000": "1",
		"1e-10": "", "": "", ".": "", "-": "", "1e": "", "1,5": "", "0x10": "", "1_0": "", "9223372037": "",
		"1e99999": "",
	} {
		got, err := parseDecimal(text)
		if err != nil && want != "" || err == nil && got.String() != want {
			t.Errorf("%q: %v, %v; want %q", text, got, err, want)
		}
		if err == nil && got.Float() != must.Get(strconv.ParseFloat(text, 64))(t) {
			t.Errorf("%q is %v", text, got.Float())
		}
	}
}

func TestOptionsText(t *testing.T) {
	o := Options{Target: "a;b", At: map[string][]string{"x": {"2", "1.50"}}, Rules: Rules{Bound: "2.0"},
		Drop: []string{"z", "c"}}
	n := must.Get(o.Normalized())(t)
	text := n.Text()
	want := `{"target":"a\u003bb","thresholds":10,"at":{"x":["2","1.5"]},"drop":["c","z"],"bound":"2"}`
	must.Equal(t, text, want)
	back := must.Get(ParseOptions(text))(t)
	must.Equal(t, gocmp.Diff(n, back), "")
	for _, other := range []string{"", "{}", `{"target":"y"}`, text + " ", strings.Replace(text, "10", "10,\"x\":1",
		1)} {
		must.Fails(ParseOptions(other))(t)
	}
}

// TestMissingWords takes the words of pandas and R for missing values, and for categories where options of old name no
// list of words; what is neither a word nor a number is noted with its row.
func TestMissingWords(t *testing.T) {
	lines := "y,x\n1,5\n2,5\n3,6\n4,%s\n5,7\n6,7\n"
	for _, c := range []struct {
		cell           string
		missing, first bool
		note           string
	}{
		{cell: "", missing: true, first: true}, {cell: "NA", missing: true, first: true},
		{cell: "?", missing: true, first: true},
		{cell: "n/a", missing: true}, {cell: "#N/A", missing: true}, {cell: "None", missing: true},
		{cell: "<NA>", missing: true},
		{cell: "NaN", missing: true}, {cell: "nan", missing: true},
		{cell: ".", note: `column "x" has categories, since "." in row 4 is not a number, though 5 of its 6 values`},
		{cell: "-", note: `"-" in row 4`},
		{cell: `"2,5"`, note: `"2,5" in row 4 is not a number, though 6 of its 6 values`},
		{cell: `"2,500"`, note: `"2,500" in row 4`}, {cell: "10%", note: `"10%" in row 4`},
		{cell: "none", note: `"none" in row 4`},
	} {
		path := write(t, "t.csv", fmt.Sprintf(lines, c.cell))
		for _, words := range []Words{FirstWords, Pandas} {
			got, err := Read(path, Options{Target: "y", Missing: true, Words: words})
			if words == FirstWords && (c.cell == "NaN" || c.cell == "nan") {
				must.Fail(t, err)
				continue
			}
			must.Do(t, err)
			want := fmt.Sprintf("x = 5;x = 6;x = 7;x = %s", strings.Trim(c.cell, `"`))
			if words == Pandas && c.missing || c.first {
				want = "x >= 6;x >= 7;x is missing"
			}
			must.Equal(t, sorted(got.columnNames()), sorted(strings.Split(want, ";")), c.cell, words, want)
			if note := strings.Join(got.Notes, ";"); (note == "") == (c.note != "") || words == Pandas &&
				!strings.Contains(note, c.note) {
				if words == Pandas || !c.missing {
					t.Errorf("%q by %q: the note %q, want %q", c.cell, words, note, c.note)
				}
			}
			if words == Pandas && c.missing {
				must.Fails(Read(path, Options{Target: "y", Words: words}))(t, "row 4: the value is missing")
			}
		}
	}
	for text, want := range map[string]int{"y,x\n1,a\n2,b\n3,4\n": 0, "y,x\n1,\"1,5\"\n2,\"2,5\"\n3,\"3,5\"\n": 1} {
		got := must.Get(Read(write(t, "t.csv", text), Options{Target: "y", Words: Pandas}))(t)
		must.Equal(t, len(got.Notes), want, text, got.Notes)
	}
	must.Fails(Read(write(t, "t.csv", "y,x\n1,2\n"), Options{Target: "y", Words: "pandas-3"}))(t,
		`missing_words "pandas-3", want "pandas-2"`)
}

// TestThresholdsWithoutEffect: thresholds of a column that gives no yes/no columns are refused.
func TestThresholdsWithoutEffect(t *testing.T) {
	for column, o := range map[string]Options{
		"wt": {Drop: []string{"wt"}}, "w": {RowWeight: "w"}, "y": {},
	} {
		o.Target, o.At = "y", map[string][]string{column: {"2"}}
		must.Fails(o.Normalized())(t, ErrData, "no effect")
	}
}

// FuzzRead reads tables that may be anything: it must end, and what it reads must be an instance.
func FuzzRead(f *testing.F) {
	f.Add([]byte("y,a,b\n1,0,x\n2,1,\n"))
	f.Add([]byte("y;a\n1;0.5\n-2;1e3\n"))
	f.Add([]byte(",w,y,\n0,1.5,yes,\n1,0,no,\n2,2,no,\n"))
	f.Add([]byte("y,a\n0.123456789012345678901,5\nNA,6\n0.5,7\n"))
	f.Add([]byte("y;a;w\n1.000,5;5;0,25\n-2;1e3;7\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		read := func(o Options, c *choices) (*Table, error) {
			return readSome(bytes.NewReader(text), o, func(int64) bool { return true }, c)
		}
		for _, missing := range []bool{false, true} {
			got, err := read(Options{Target: "y", Thresholds: 3, Missing: missing, Rules: Rules{Bound: "2"}}, nil)
			if err != nil {
				continue
			}
			exact := must.Get(got.Exact())(t)
			if exact.Columns() != len(got.Columns) || math.IsNaN(got.Range()) {
				t.Fatal("another instance")
			}
		}
		for _, mark := range []Mark{NoMark, Comma} {
			o := must.Get(Options{Target: "y", RowWeight: "w", Decimal: mark, Words: Pandas}.Normalized())(t)
			if !bytes.Contains(text, []byte("w")) {
				o.RowWeight = ""
			}
			got, err := read(o, &choices{fewer: true})
			if err != nil {
				continue
			}
			again := must.Get(read(must.Get(ParseOptions(got.Options.Text()))(t), nil))(t)
			must.Equal(t, gocmp.Diff(contents(got), contents(again), sameColumns), "")
			must.Get(got.Exact())(t)
		}
	})
}
