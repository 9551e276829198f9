package data

import (
	"encoding/csv"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/proof"
)

// reference makes the rows of a CSV text in the obvious way: each cell is read again for each yes/no column, quantiles
// count all rows one by one, and targets are big ratios.
func reference(t *testing.T, text string, o Options) (names []string, rows map[string]int64) {
	t.Helper()
	lines := must.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	header, lines := lines[0], lines[1:]
	weightOf := func(line []string) int {
		if o.RowWeight == "" {
			return 1
		}
		return must.Get(strconv.Atoi(line[slices.Index(header, o.RowWeight)]))(t)
	}
	var tests []func(line []string) bool
	add := func(name string, test func(line []string) bool) {
		names, tests = append(names, name), append(tests, test)
	}
	for j, name := range header {
		if name == o.Target || name == o.RowWeight || slices.Contains(o.Drop, name) {
			continue
		}
		var values []float64 // one for each row by weight
		var texts []string
		number, gaps := true, false
		for _, line := range lines {
			if line[j] == "" {
				gaps = true
				continue
			}
			texts = append(texts, line[j])
			x, err := strconv.ParseFloat(line[j], 64)
			number = number && err == nil
			for range weightOf(line) {
				values = append(values, x)
			}
		}
		slices.Sort(values)
		different := slices.Compact(slices.Clone(values))
		atLeast := func(v float64) func(line []string) bool {
			return func(line []string) bool {
				x, err := strconv.ParseFloat(line[j], 64)
				return err == nil && x >= v
			}
		}
		switch {
		case !number:
			slices.Sort(texts)
			for _, text := range slices.Compact(texts) {
				add(name+" = "+text, func(line []string) bool { return line[j] == text })
			}
		case o.At[name] != nil:
			for _, text := range o.At[name] {
				v, _ := strconv.ParseFloat(text, 64)
				add(name+" >= "+text, atLeast(v))
			}
		case len(different) > 0 && !slices.ContainsFunc(different, func(x float64) bool { return x != 0 && x != 1 }):
			add(name, func(line []string) bool { return line[j] != "" && atLeast(1)(line) })
		default:
			q, last := o.Thresholds, values[0]
			if len(different) <= q+1 {
				for _, v := range different[1:] {
					add(name+" >= "+NumberText(v), atLeast(v))
				}
				break
			}
			for k := 1; k <= q; k++ {
				if v := values[k*len(values)/(q+1)]; v != last {
					add(name+" >= "+NumberText(v), atLeast(v))
					last = v
				}
			}
		}
		if gaps {
			add(name+" is missing", func(line []string) bool { return line[j] == "" })
		}
	}
	least, most := new(big.Rat), new(big.Rat)
	target := func(line []string) *big.Rat {
		y, ok := new(big.Rat).SetString(line[slices.Index(header, o.Target)])
		if !ok {
			t.Fatal(line)
		}
		return y
	}
	for i, line := range lines {
		if y := target(line); i == 0 || y.Cmp(least) < 0 {
			least = y
		}
		if y := target(line); i == 0 || y.Cmp(most) > 0 {
			most = y
		}
	}
	least, most = toBillionths(least, false), toBillionths(most, true)
	rows = map[string]int64{}
	for _, line := range lines {
		var v proof.Vector
		for id, test := range tests {
			if test(line) {
				v = v.With(id + 1)
			}
		}
		e := new(big.Rat).Sub(target(line), least)
		e.Quo(e, new(big.Rat).Sub(most, least))
		rows[fmt.Sprint(v.IDs(), e)] += int64(weightOf(line))
	}
	return names, rows
}

// toBillionths rounds a number to billionths, up or down.
func toBillionths(x *big.Rat, up bool) *big.Rat {
	scaled := new(big.Rat).Mul(x, big.NewRat(billion, 1))
	whole := new(big.Int).Div(scaled.Num(), scaled.Denom()) // rounds down
	if up && !scaled.IsInt() {
		whole.Add(whole, big.NewInt(1))
	}
	return new(big.Rat).SetFrac(whole, big.NewInt(billion))
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func checkAgainstReference(t *testing.T, text string, o Options) {
	t.Helper()
	got, err := Read(write(t, "table.csv", text), o)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	names, want := reference(t, text, got.Options)
	must.Equal(t, gocmp.Diff(names, got.columnNames()), "", text)
	rows := map[string]int64{}
	for _, r := range got.ExactRows() {
		e := big.NewRat(int64(r.Numerator), int64(r.Denominator))
		rows[fmt.Sprint(r.Columns.IDs(), e)] += r.Weight
	}
	must.Equal(t, gocmp.Diff(want, rows), "", text)
	must.Equal(t, len(rows), len(got.Rows))
	must.Get(got.Exact())(t)
}

// randomTable writes a table with columns of all kinds.
func randomTable(r *rand.Rand, rows int) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var b strings.Builder
	b.WriteString("y,flag,few,many,color,w,gap\n")
	long := r.IntN(3) == 0
	for range rows {
		y := strconv.FormatFloat(float64(r.IntN(2000)-1000)/float64([]int{1, 8, 100}[r.IntN(3)]), 'f', -1, 64)
		if long { // at most 17 digits
			y = pick("", "-") + fmt.Sprint(1+r.IntN(9)) + pick("e-11", "e-17", "",
				"."+strings.Repeat("0", r.IntN(9))+"125")
			if r.IntN(2) == 0 {
				y = strconv.FormatFloat(float64(1+r.IntN(30))/31, 'f', -1, 64)
			}
		}
		fmt.Fprintf(&b, "%s,%d,%d,%s,%s,%d,%s\n", y, r.IntN(2), r.IntN(5)-2,
			strconv.FormatFloat(r.NormFloat64(), 'g', 4+r.IntN(6), 64), pick("red", "green", "3"), 1+r.IntN(3),
			pick("", "1", "0", "2.5"))
	}
	return b.String()
}

func TestReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		o := Options{Target: "y", Thresholds: 1 + r.IntN(12), Missing: true, Drop: []string{"w"}}
		if r.IntN(2) == 0 {
			o.Drop, o.RowWeight = nil, "w"
		}
		if r.IntN(3) == 0 {
			o.At = map[string][]string{"many": {"-0.5", "0", "1.25"}}
		}
		checkAgainstReference(t, randomTable(r, 3+r.IntN(60)), o)
	}
}

// TestWideColumns has more different values in a column than are kept as texts.
func TestWideColumns(t *testing.T) {
	var b strings.Builder
	b.WriteString("y,x,flag\n")
	r := rand.New(rand.NewPCG(3, 4))
	order := r.Perm(mostCodes + 5000)
	for _, i := range order {
		fmt.Fprintf(&b, "%d.5,%d.25,%d\n", i-100, (i*7919)%(len(order)), i%2)
	}
	checkAgainstReference(t, b.String(), Options{Target: "y"})
	checkAgainstReference(t, strings.ReplaceAll(b.String(), "7.5,", "7.5000000000125,"), Options{Target: "y"})
	gaps := strings.Replace(b.String(), "\n"+strconv.Itoa(order[3]-100)+".5,", "\n"+strconv.Itoa(order[3]-100)+".5,NA",
		1)
	must.Fails(Read(write(t, "t.csv", gaps), Options{Target: "y"}))(t)
}

// TestWeightedRowsAreRepeatedRows reads a table with weights and the same table with its rows repeated.
func TestWeightedRowsAreRepeatedRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		lines := strings.Split(strings.TrimSpace(randomTable(r, 40)), "\n")
		repeated := []string{lines[0]}
		for _, line := range lines[1:] {
			n, _ := strconv.Atoi(strings.Split(line, ",")[5])
			repeated = append(repeated, slices.Repeat([]string{line}, n)...)
		}
		a := must.Get(Read(write(t, "a.csv", strings.Join(lines, "\n")), Options{Target: "y", RowWeight: "w",
			Missing: true}))(t)
		b := must.Get(Read(write(t, "b.csv", strings.Join(repeated, "\n")), Options{Target: "y", Drop: []string{"w"},
			Missing: true}))(t)
		if diff := gocmp.Diff(a.Rows, b.Rows, sameColumns); diff != "" || !reflect.DeepEqual(a.Columns, b.Columns) {
			t.Fatal(diff)
		}
	}
}

// contents are what a table gives the programs.
func contents(t *Table) []any { return []any{t.ExactRows(), t.columnNames(), t.Rules, t.With} }
