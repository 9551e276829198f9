package handout

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
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
)

// codeColumns are columns of all kinds, with names that need quotes.
var codeColumns = []string{"Age", "flag", `the "color", 'hue'`, "gap", "größe"}

// codeRows makes rows; those of gappy have missing values.
func codeRows(n int, gappy bool) [][]string {
	r := rand.New(rand.NewPCG(7, 8))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var rows [][]string
	for range n {
		row := []string{pick("44.5", "45", "45.25", "-3", "1e2"), pick("0", "1"), pick("red", "it's", `a "b"`, "ré"),
			pick("0.5", "2", "3.25"), pick("1", "7.5", "120")}
		if gappy && r.IntN(3) == 0 {
			row[r.IntN(len(row))] = ""
		}
		rows = append(rows, row)
	}
	return rows
}

func codeFunctions() (strict, gappy Function) {
	term := func(name string, w float64) data.Term { return data.Term{Name: name, Weight: w} }
	color := codeColumns[2]
	terms := []data.Term{term("Age >= 45", 0.1), term("Age >= 45.25", -0.7), term("flag", 1e-3), term(color+" = it's", 12),
		term(color+` = a "b"`, -0.30000000000000004), term(color+" = ré", 3), term("größe >= 7.5", 1.0/3)}
	strict = Function{Name: "price AVGERR(7)", Comment: "a price\nof 2 lines", Formula: data.Formula{Intercept: 72.3, Terms: terms}}
	gappy = Function{Name: "price AVGERR(7)", Comment: "another", Formula: data.Formula{Intercept: -1, Missing: true,
		Terms: append(slices.Clone(terms), term("gap is missing", 5), term("gap >= 2", 0.2), term(color+" is missing", 0.01))}}
	return strict, gappy
}

// predicted returns what data.Predict says of rows in a CSV file.
func predicted(t *testing.T, f data.Formula, rows [][]string) (file string, estimates []float64) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "new.csv")
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(append([][]string{codeColumns}, rows...)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	err := data.Predict(file, f, "none", func(estimate float64, _ string) error {
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
	if err := WriteCode(&text, language, functions, codeColumns); err != nil {
		t.Fatal(err)
	}
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
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
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
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPython runs the functions on the rows of a file, whose cells are text.
func TestPython(t *testing.T) {
	strict, gappy := codeFunctions()
	const rest = `

import csv, json, sys
def of(path, function):
    return [function(row) for row in csv.DictReader(open(path, newline="", encoding="utf-8"))]
print(json.dumps(of(sys.argv[1], price_avgerr_7) + of(sys.argv[2], price_avgerr_7_2)))
try:
    of(sys.argv[2], price_avgerr_7)
except ValueError as e:
    assert str(e).endswith("is missing"), e
else:
    raise SystemExit("a missing value is accepted")
`
	full, want := predicted(t, strict.Formula, codeRows(60, false))
	gaps, more := predicted(t, gappy.Formula, codeRows(60, true))
	path := script(t, "f.py", codeOf(t, "python", strict, gappy)+rest)
	holdNumbers(t, "Python", run(t, "python3", "-B", path, full, gaps), append(want, more...), 0)
}

// TestSQL selects the expressions in SQLite, from columns of numbers and texts.
func TestSQL(t *testing.T) {
	strict, gappy := codeFunctions()
	const rest = `import csv, json, sqlite3, sys
def number(cell):
    try:
        return float(cell)
    except ValueError:
        return cell or None
rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8")))
db = sqlite3.connect(":memory:")
names = ", ".join('"' + name.replace('"', '""') + '"' for name in rows[0])
db.execute("CREATE TABLE t (%s)" % names)
db.executemany("INSERT INTO t VALUES (%s)" % ", ".join("?" * len(rows[0])), ([number(c) for c in r] for r in rows[1:]))
found = db.execute("SELECT\n" + open(sys.argv[2], encoding="utf-8").read() + "FROM t ORDER BY rowid")
assert [c[0] for c in found.description] == ["price_avgerr_7", "price_avgerr_7_2"]
print(json.dumps([x for row in found for x in row]))
`
	rows := codeRows(60, true)
	file, more := predicted(t, gappy.Formula, rows)
	var want []float64
	for i, row := range rows {
		known := row[0] != "" && row[1] != "" && row[2] != "" && row[4] != ""
		x := math.NaN()
		if known {
			_, one := predicted(t, strict.Formula, rows[i:i+1])
			x = one[0]
		}
		want = append(want, x, more[i])
	}
	sql := script(t, "f.sql", codeOf(t, "sql", strict, gappy))
	holdNumbers(t, "SQL", run(t, "python3", "-B", script(t, "f.py", rest), file, sql), want, 1e-12)
}

// TestGo compiles the functions and calls them.
func TestGo(t *testing.T) {
	strict, gappy := codeFunctions()
	rows := codeRows(40, true)
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\"fmt\"\n\"math\"\n)\n\nvar nan = math.NaN()\n" + codeOf(t, "go", strict, gappy) +
		"\nfunc main() {\nfmt.Print(\"[0\")\n")
	want := []float64{0}
	_, more := predicted(t, gappy.Formula, rows)
	for i, row := range rows {
		number := func(at int) string {
			if row[at] == "" {
				return "nan"
			}
			return row[at]
		}
		common := fmt.Sprintf("Age: %s, Flag: %s, TheColorHue: %q, GrE: %s", number(0), number(1), row[2], number(4))
		fmt.Fprintf(&b, "{ x, known := PriceAVGERR7(PriceAVGERR7Row{%s}); if !known { x = -1000 }; fmt.Printf(\", %%v\", x) }\n", common)
		fmt.Fprintf(&b, "fmt.Printf(\", %%v\", PriceAVGERR7_2(PriceAVGERR7_2Row{%s, Gap: %s}))\n", common, number(3))
		x := -1000.0
		if row[0] != "" && row[1] != "" && row[2] != "" && row[4] != "" {
			_, one := predicted(t, strict.Formula, rows[i:i+1])
			x = one[0]
		}
		want = append(want, x, more[i])
	}
	b.WriteString("fmt.Println(\"]\")\n}\n")
	holdNumbers(t, "Go", run(t, "go", "run", script(t, "main.go", b.String())), want, 0)
}

// TestMeanings reads names of yes/no columns without a table.
func TestMeanings(t *testing.T) {
	one := func(name string) Function {
		return Function{Name: "y", Formula: data.Formula{Terms: []data.Term{{Name: name, Weight: 1}}}}
	}
	for name, want := range map[string]string{
		"Age >= 45":    `"Age" >= 45 `,
		"color = red":  `"color" = 'red' `,
		`c = "a\tb"`:   "\"c\" = 'a\tb' ",
		"x is missing": `"x" IS NULL `,
		"flag":         `CAST("flag" AS INTEGER) = 1 `,
		"a >= b":       `CAST("a >= b" AS INTEGER) = 1 `,
	} {
		var text strings.Builder
		if err := WriteCode(&text, "sql", []Function{one(name)}, nil); err != nil || !strings.Contains(text.String(), want) {
			t.Errorf("%s: %v\n%s", name, err, text.String())
		}
	}
	for want, err := range map[string]error{
		`may be about the column "a" or "a = b"; name the table with --data`: WriteCode(io.Discard, "go", []Function{one("a = b = c")}, nil),
		`the table has none; its columns are b`:                              WriteCode(io.Discard, "go", []Function{one("a = c")}, []string{"b"}),
		`want sql, python, go, did you mean "python"`:                        WriteCode(io.Discard, "pyton", nil, nil),
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
