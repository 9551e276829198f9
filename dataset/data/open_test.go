package data

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
)

// TestOpen reads tables as R, pandas and spreadsheets write them. What Open decides is in the options, by which Read
// makes the same table.
func TestOpen(t *testing.T) {
	long := strings.Repeat("1234567890", 4)
	var names, wide strings.Builder
	names.WriteString("name,x,y\n")
	for i := range 200 {
		fmt.Fprintf(&names, "n%d,%d,%d\n", i, i%3, i%5)
	}
	wide.WriteString("a,b,c,d,e,f,g,h,i,j,k,l,m,y\n")
	for i := range 40 {
		for j := range 13 {
			fmt.Fprintf(&wide, "%d,", (i*(2*j+3))%41)
		}
		fmt.Fprintf(&wide, "%d\n", i%7)
	}
	for _, x := range []struct {
		text string
		o    Options
		want string // what differs from the options that were given
		note string
	}{
		{",x,y\n0,5,1\n1,7,2\n2,5,4\n", Options{}, `"drop":["column 1"]`,
			"column 1, which has no name, is left out: it counts the rows from 0 on"},
		{"\"\",x,y\n\"1\",5,1\n\"2\",7,2\n", Options{}, `"drop":["column 1"]`, "counts the rows from 1 on"},
		{",x,y\nMazda,5,1\nFiat,7,2\n", Options{}, `"drop":["column 1"]`, "its text differs in each row"},
		{",x,y\n17,5,1\n4,7,2\n", Options{}, `"drop":["column 1"]`, "its whole number differs in each row"},
		{"x,y\na,5,1\nb,7,2\n", Options{}, `"drop":["column 1"]`, "its text differs in each row"}, // a header of R
		{",x,y\n0.5,5,1\n1.25,7,2\n", Options{}, ``, "column 1 has no name, so that is its name here"},
		{",x,y\nred,5,1\nred,7,2\nblue,1,1\n", Options{}, ``, "column 1 has no name"},
		{"x,y,,\n5,1,,\n7,2,,\n", Options{}, `"drop":["column 3","column 4"]`, "it has no values"},
		{"x,e,y\n5,,1\n7,NA,2\n", Options{}, `"drop":["e"]`, `column "e" is left out: it has no values`},
		{names.String(), Options{}, `"drop":["name"]`, `column "name" is left out: it has 200 categories`},
		{wide.String(), Options{}, `"thresholds":9`, "columns of numbers have 9 thresholds, not 10"},
		{"x,y\n5,TRUE\n7,FALSE\n5,TRUE\n", Options{}, `"target":"y=TRUE"`, "the target is 1 where y is TRUE, and 0"},
		{"x,y\n5,no\n7,Yes\n", Options{}, `"target":"y=Yes"`, "1 where y is Yes"},
		{"x,y\n5,a\n7,b\n9,c\n", Options{Target: "y = b"}, `"target":"y=b"`, ""},
		{"y=b,y,x\n1,a,5\n2,b,6\n", Options{Target: "y=b"}, ``, ""}, // a column's own name comes first
		{"x,y\n5,0." + long + "\n7,1\n", Options{}, `"digits":18`, `target "y" is rounded to 1e-18`},
		{"x,y\n5,0.25\n7,1e-40\n", Options{}, `"digits":19`, `target "y" is rounded to 1e-19`},
		{"x,y\n5,1.25e13\n7,3\n", Options{}, `"power":12`, "count in units of 1e12"},
		{"x,y\n5,1100000000\n7,1200000000\n", Options{}, `"power":9`, "count in units of 1e9"},
		{"x,y\n5,2e-18\n7,-9e-18\n", Options{}, `"power":-18`, "count in units of 1e-18"},
		{"x,y\n5,2e-40\n7,9e-41\n", Options{}, `"power":-42`, "count in units of 1e-42"},
		{"x;y\n1.250,5;2,5\n7,25;-1\n", Options{Decimal: Comma}, ``, ""},
		{"x,y\n5,1\n6,NA\n7,3\n", Options{}, ``, "1 rows without a target, or with the weight 0, are left out"},
		{"id,x,y\n" + strings.Repeat("1,5,1\n", 1) + "2,3,4\n3,3,4\n4,3,4\n5,3,4\n6,3,4\n7,3,4\n8,3,4\n9,3,4\n10,3,4\n",
			Options{}, ``, `column "id" may say nothing: it counts the rows from 1 on; --drop leaves it out`},
	} {
		if x.o.Target == "" {
			x.o.Target = "y"
		}
		x.o.Words = Pandas
		path := write(t, "t.csv", x.text)
		got, err := Open(path, x.o)
		if err != nil {
			t.Errorf("%.40q: %v", x.text, err)
			continue
		}
		given := must.Get(x.o.Normalized())(t).Text()
		if text := got.Options.Text(); !strings.Contains(text, x.want) || x.want == "" && text != given {
			t.Errorf("%.40q: %s, want %s", x.text, text, x.want)
		}
		if note := strings.Join(got.Notes, "; "); !strings.Contains(note, x.note) || x.note == "" && note != "" {
			t.Errorf("%.40q: the note %q, want %q", x.text, note, x.note)
		}
		again := must.Get(Read(path, must.Get(ParseOptions(got.Options.Text()))(t)))(t)
		must.Equal(t, gocmp.Diff(contents(got), contents(again), sameColumns), "",
			"is read in another way by its options", x.text)
		must.Get(got.Exact())(t)
	}
	for text, want := range map[string]string{
		"x,y\n5,a\n7,b\n8,c\n":            `target "y" has texts; name the one that counts as 1, as in --target "y=c"`,
		"x,y\n5,1\n7,2\n8,3\n9,-\n":       `target "y", row 4: "-": not a number`,
		"x,y\n5,\"1,5\"\n7,2\n8,3\n":      `--decimal , reads numbers such as 1.234,5`,
		"x,y\n5,\"1,500.5\"\n7,2\n8,3\n":  `--decimal . reads numbers such as 1,234.5`,
		"x y\n5 1\n7 2\n":                 `fields are separated by commas, semicolons, tabs or bars`,
		"x,y\n5,1e400\n7,2e400\n8,3e20\n": `digits`,
	} {
		_, err := Open(write(t, "t.csv", text), Options{Target: "y"})
		must.Fail(t, err, want)
	}
	must.Fails(Open(write(t, "t.csv", "x,y\n5,a\n7,b\n"), Options{Target: "y=B"}))(t,
		`no cell of column "y" is "B", did you mean "b"`)
}

// TestRounded compares the targets of tables of any size and digits with big ratios that are rounded.
func TestRounded(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		size, digits, rows := r.IntN(80)-40, 1+r.IntN(45), 3+r.IntN(5)
		var b strings.Builder
		b.WriteString("x,y\n")
		var targets []*big.Rat
		for i := range rows {
			y := []string{"", "-"}[r.IntN(2)] + "0."
			for range digits {
				y += fmt.Sprint(r.IntN(10) * r.IntN(2))
			}
			y += fmt.Sprintf("1e%d", size)
			ratio, _ := new(big.Rat).SetString(y)
			fmt.Fprintf(&b, "%d,%s\n", i, y)
			targets = append(targets, ratio)
		}
		path := write(t, "t.csv", b.String())
		got, err := Open(path, Options{Target: "y"})
		if err != nil {
			if !strings.Contains(err.Error(), "a formula needs a target that varies") {
				t.Fatalf("%v\n%s", err, b.String())
			}
			continue
		}
		scale := new(big.Rat).SetFrac(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(got.Options.Power,
			-got.Options.Power))), nil), big.NewInt(1))
		if got.Options.Power > 0 {
			scale.Inv(scale)
		}
		low, size2 := big.NewRat(int64(got.Low), billion), big.NewRat(int64(got.High-got.Low), billion)
		want := map[string]int{}
		for _, y := range targets {
			y.Mul(y, scale)
			if got.Options.Digits > 0 {
				y.SetString(y.FloatString(got.Options.Digits)) // halves away from zero
			}
			y.Sub(y, low)
			want[y.Quo(y, size2).String()]++
		}
		for _, ratio := range got.ExactRows() {
			want[new(big.Rat).SetFrac(new(big.Int).SetUint64(ratio.Numerator),
				new(big.Int).SetUint64(ratio.Denominator)).String()]--
		}
		for y, n := range want {
			must.Equal(t, n, 0, y, got.Options.Power, got.Options.Digits, b.String())
		}
		if math.IsNaN(got.Range()) {
			t.Fatal(got.Range())
		}
	}
}

// TestFractionWeights reads weights with fractions as the table whose rows are repeated in their proportion, without
// the rows of weight 0.
func TestFractionWeights(t *testing.T) {
	o := Options{Target: "y", RowWeight: "w"}
	a := must.Get(Read(write(t, "a.csv", "x,w,y\n1,0.75,2\n2,1.5,3\n1,0,7\n3,2.25,5\n9,0.0,1\n"), o))(t)
	b := must.Get(Read(write(t, "b.csv", "x,w,y\n1,1,2\n2,2,3\n3,3,5\n"), o))(t)
	if diff := gocmp.Diff(a.Rows, b.Rows, sameColumns); diff != "" || a.Unit != 0.75 || a.TotalWeight() != 4.5 ||
		a.Left != 2 || b.Unit != 0 || b.TotalWeight() != 6 {
		t.Errorf("%s\n%+v\n%+v", diff, a, b)
	}
}

func TestMarks(t *testing.T) {
	for text, want := range map[string][2]string{ // by point and comma
		"1234": {"1234", "1234"}, "1,234": {"1234", "1.234"}, "1.234": {"1.234", "1234"},
		"-1.234.567,5e3": {"", "-1234567.5e3"}, "1,234,567.25": {"1234567.25", ""}, "1'234.5": {"1234.5", ""},
		"1\u202f234,5": {"", "1234.5"}, "1 234": {"1234", "1234"}, "12.5": {"12.5", ""}, "2,5": {"", "2.5"},
		"31.12.2024": {"", ""}, "NA": {"NA", "NA"}, "true": {"true", "true"}, "1,23": {"", "1.23"}, ".5": {".5", ""},
		"1.2345": {"1.2345", ""}, "10%": {"", ""}, "": {"", ""},
	} {
		for i, m := range []Mark{Point, Comma} {
			must.Equal(t, m.Plain(text), want[i], text, string(m))
		}
		must.Equal(t, NoMark.Plain(text), text)
	}
}
