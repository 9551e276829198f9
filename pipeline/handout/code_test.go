package handout

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"feltlab/dataset/data"
	"feltlab/internal/must"
	"feltlab/pipeline/fit"
)

// codeColumns are columns of all kinds, with names that need quotes.
var codeColumns = []string{"Age", "flag", `the "color", 'hue'`, "gap", "größe"}

// codeRows makes rows as people write them; those of gappy have missing values.
func codeRows(n int, gappy bool) [][]string {
	r := rand.New(rand.NewPCG(7, 8))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	number := func() string {
		x := pick("-20", "-15", "0.9982273516411455", "20", "44.5", "45", "45.25", "-3", "1e2", " 45 ", "45.0")
		if r.IntN(2) == 0 {
			x = strconv.FormatFloat(r.NormFloat64()*40, 'g', -1, 64)
		}
		return x
	}
	var rows [][]string
	for range n {
		row := []string{number(), pick("0", "1", " 1", "true", "FALSE", "1.0", "1.00", "0.000", "1e0"),
			pick("red", " it's", "it's ", `a "b"`, "ré", "  ré", "RED", "red; blue", "it''s", "3", "true"),
			pick("0.5", "2", "3.25", " 2"), number()}
		if gappy && r.IntN(3) == 0 {
			row[r.IntN(len(row))] = pick("", "NA", "n/a", "NaN", "None", "<NA>", "?", " ")
		}
		rows = append(rows, row)
	}
	return rows
}

func codeFunctions() (strict, gappy Function) {
	term := func(name string, w float64) fit.Term { return fit.Term{Name: name, Weight: w} }
	color := codeColumns[2]
	terms := []fit.Term{term("Age >= 45", 0.1), term("Age >= 0.9982273516411455", 7), term("Age >= -20", 1e-9),
		term("Age >= 45.25", -0.7), term("flag", 1e-3), term(color+" = it's", 12),
		term(color+` = a "b"`, -0.30000000000000004), term(color+" = ré", 3), term(color+" = true", 1e8),
		term("größe >= 7.5", 1.0/3),
		{Name: "a product", Weight: 0.7, Parts: []string{"flag", color + " = it's"}},
		{Name: "another", Weight: -0.9, Parts: []string{"Age >= 45", "größe >= 7.5"}}}
	strict = Function{Name: "price AVGERR(7)", Comment: "a price\nof 2 lines",
		Formula: fit.Formula{Intercept: 72.3, Terms: terms, Words: data.Pandas}}
	gappy = Function{Name: "price AVGERR(7)", Comment: "another", Formula: fit.Formula{Intercept: -1, Missing: true,
		Words: data.Pandas,
		Terms: append(slices.Clone(terms), term("gap is missing", 5), term("gap >= 2", 0.2),
			term(color+" is missing", 0.01))}}
	return strict, gappy
}

// predicted returns what fit.Predict says of rows in a CSV file.
func predicted(t *testing.T, f fit.Formula, rows [][]string) (file string, estimates []float64) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "new.csv")
	var b bytes.Buffer
	must.Do(t, csv.NewWriter(&b).WriteAll(append([][]string{codeColumns}, rows...)))
	must.Do(t, os.WriteFile(file, b.Bytes(), 0o600))
	_, err := fit.Predict(file, f, "none", nil, func(estimate float64, _ []string) error {
		estimates = append(estimates, estimate)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return file, estimates
}

func codeOf(t *testing.T, language string, functions ...Function) string {
	t.Helper()
	var text bytes.Buffer
	must.Do(t, WriteCode(&text, language, functions, codeColumns))
	return text.String()
}

// run returns the numbers that a program prints as a list in JSON; null is NaN.
func run(t *testing.T, name string, args ...string) (numbers []float64) {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	command := exec.Command(program, args...)
	command.Stderr = os.Stderr
	out := must.Get(command.Output())(t)
	var found []*float64
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, x := range found {
		if x == nil {
			numbers = append(numbers, math.NaN())
		} else {
			numbers = append(numbers, *x)
		}
	}
	return numbers
}

func holdNumbers(t *testing.T, what string, got, want []float64, within float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= within) && !(math.IsNaN(got[i]) && math.IsNaN(want[i])) {
			t.Errorf("%s: row %d is %v, want %v", what, i+1, got[i], want[i])
		}
	}
}

func script(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// TestPython runs the functions on the rows of a file, whose cells are text.
func TestPython(t *testing.T) {
	strict, gappy := codeFunctions()
	const rest = `


import csv, json, sys
class NA:  # as that of pandas
    def __eq__(self, other): return self
    __ne__ = __eq__
    def __bool__(self): raise TypeError("boolean value of NA is ambiguous")
    def __repr__(self): return "<NA>"
def of(path, function, missing=None):
    rows = list(csv.DictReader(open(path, newline="", encoding="utf-8")))
    if missing is not None:
        rows = [{k: missing if _missing(v) else v for k, v in row.items()} for row in rows]
    return [function(row) for row in rows]
gaps = of(sys.argv[2], price_avgerr_7_2)
assert gaps == of(sys.argv[2], price_avgerr_7_2, NA()) == of(sys.argv[2], price_avgerr_7_2, float("nan"))
print(json.dumps(of(sys.argv[1], price_avgerr_7) + gaps))
for odd in "2", 0.5, True + True, "yes", "1_0", "inf":
    try:
        price_avgerr_7({"Age": 1, "flag": odd, 'the "color", \'hue\'': "red", "größe": 1})
    except ValueError:
        continue
    raise SystemExit("a column of 0 and 1 with %r is accepted" % odd)
try:
    of(sys.argv[2], price_avgerr_7)
except ValueError as e:
    assert str(e).endswith("is missing"), e
else:
    raise SystemExit("a missing value is accepted")
`
	full, want := predicted(t, strict.Formula, codeRows(1000, false))
	gaps, more := predicted(t, gappy.Formula, codeRows(1000, true))
	path := script(t, "f.py", codeOf(t, "python", strict, gappy)+rest)
	holdNumbers(t, "Python", run(t, "python3", "-B", path, full, gaps), append(want, more...), 0)
}

// knownRows returns what fit.Predict says of rows by codeFunctions: of each by the first, NaN if a value is missing,
// and by the second.
func knownRows(t *testing.T, rows [][]string) (file string, want []float64) {
	t.Helper()
	strict, gappy := codeFunctions()
	var full [][]string
	known := func(row []string) bool {
		return !slices.ContainsFunc(slices.Concat(row[:3], row[4:]), func(cell string) bool {
			return slices.Contains(data.Pandas.List(), strings.TrimSpace(cell))
		})
	}
	for _, row := range rows {
		if known(row) {
			full = append(full, row)
		}
	}
	_, first := predicted(t, strict.Formula, full)
	file, second := predicted(t, gappy.Formula, rows)
	for i, row := range rows {
		x := math.NaN()
		if known(row) {
			x, first = first[0], first[1:]
		}
		want = append(want, x, second[i])
	}
	return file, want
}

// TestSQL selects the expressions in SQLite: from columns of texts, as its .import makes them, and of numbers and
// texts.
func TestSQL(t *testing.T) {
	const rest = `import csv, json, sqlite3, sys
def typed(cell):
    try:
        return float(cell)
    except ValueError:
        return cell or None
def select(kind, cell):
    db = sqlite3.connect(":memory:")
    names = ", ".join('"%s" %s' % (name.replace('"', '""'), kind) for name in rows[0])
    db.execute("CREATE TABLE t (%s)" % names)
    db.executemany("INSERT INTO t VALUES (%s)" % ", ".join("?" * len(rows[0])),
        ([cell(c) for c in r] for r in rows[1:]))
    found = db.execute("SELECT\n" + open(sys.argv[2], encoding="utf-8").read() + "FROM t ORDER BY rowid")
    assert [c[0] for c in found.description] == ["price_avgerr_7", "price_avgerr_7_2"]
    return [x for row in found for x in row]
rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8")))
print(json.dumps(select("TEXT", str) + (select("", typed) if len(sys.argv) == 3 else [])))
`
	file, want := knownRows(t, codeRows(1000, true))
	strict, gappy := codeFunctions()
	sql, program := script(t, "f.sql", codeOf(t, "sql", strict, gappy)), script(t, "f.py", rest)
	holdNumbers(t, "SQL", run(t, "python3", "-B", program, file, sql), append(want, want...), 1e-12)
	odd, _ := predicted(t, fit.Formula{}, [][]string{{"1", "2", "red", "2", "1"}, {"1", "yes", "red", "2", "1"}})
	nan := math.NaN()
	holdNumbers(t, "SQL", run(t, "python3", "-B", program, odd, sql, "texts"), []float64{nan, nan, nan, nan}, 0)
}

// TestGo compiles the functions and has them read a file.
func TestGo(t *testing.T) {
	strict, gappy := codeFunctions()
	rows := codeRows(1000, true)
	file, want := knownRows(t, rows)
	program := `package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

` + codeOf(t, "go", strict, gappy) + `
func number(cell string) float64 {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "true":
		return 1
	case "false":
		return 0
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

func show(x float64, known bool) {
	if known {
		fmt.Printf(", %v", x)
	} else {
		fmt.Print(", null")
	}
}

func main() {
	in, _ := os.Open(os.Args[1])
	rows, _ := csv.NewReader(in).ReadAll()
	fmt.Print("[0")
	for _, r := range append(rows[1:], []string{"1", "2", "red", "2", "1"}) {
		show(PriceAVGERR7(PriceAVGERR7Row{Age: number(r[0]), Flag: number(r[1]), TheColorHue: r[2], GrE: number(r[4])}))
		show(PriceAVGERR7_2(PriceAVGERR7_2Row{Age: number(r[0]), Flag: number(r[1]), TheColorHue: r[2],
			Gap: number(r[3]), GrE: number(r[4])}))
	}
	fmt.Println("]")
}
`
	want = append(append([]float64{0}, want...), math.NaN(), math.NaN())
	holdNumbers(t, "Go", run(t, "go", "run", script(t, "main.go", program), file), want, 0)
}

// TestMeanings reads names of yes/no columns without a table.
func TestMeanings(t *testing.T) {
	one := func(name string) Function {
		return Function{Name: "y", Formula: fit.Formula{Terms: []fit.Term{{Name: name, Weight: 1}}}}
	}
	for name, want := range map[string]string{
		"Age >= 45":    `CAST("Age" AS DOUBLE PRECISION) >= 45e0 `,
		"color = red":  `TRIM(CAST("color" AS VARCHAR)) IN ('red') `,
		`c = "a\tb"`:   "TRIM(CAST(\"c\" AS VARCHAR)) IN ('a\tb') ",
		"x is missing": `COALESCE(TRIM(CAST("x" AS VARCHAR)), '') IN ('', 'NA', 'N/A', 'null', 'NULL', '?') `,
		"flag":         `LOWER(TRIM(CAST("flag" AS VARCHAR))) IN ('true') `,
		"a >= b":       `LOWER(TRIM(CAST("a >= b" AS VARCHAR))) IN ('true') `,
	} {
		var text strings.Builder
		if err := WriteCode(&text, "sql", []Function{one(name)}, nil); err != nil || !strings.Contains(text.String(),
			want) {
			t.Errorf("%s: %v\n%s", name, err, text.String())
		}
	}
	for want, err := range map[string]error{
		`may be about the column "a" or "a = b"; name the table with --data`: WriteCode(io.Discard, "go",
			[]Function{one("a = b = c")}, nil),
		`the table has none; its columns are b`: WriteCode(io.Discard, "go",
			[]Function{one("a = c")}, []string{"b"}),
		`want sql, python, go, did you mean "python"`: WriteCode(io.Discard, "pyton", nil, nil),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if got := identifier("3% of größe", false); got != "x_3_of_gr_e" {
		t.Error(got)
	}
	if got := strconv.Itoa(len(identifier(strings.Repeat("long ", 40), true))); got != "60" {
		t.Error(got)
	}
}
