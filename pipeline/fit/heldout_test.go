package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"feltlab/dataset/data"
	"feltlab/internal/must"
	"feltlab/model/proof"
)

// TestFolds deals the rows of random tables, writes those outside and inside each part to files of their own, and
// compares the tables made from the first and the errors on the second, row by row with Predict.
func TestFolds(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 40 {
		text := randomText(r, 12+r.IntN(60))
		o := data.Options{Target: "y", Thresholds: 1 + r.IntN(12), Missing: true, RowWeight: "w"}
		o.NoIntercept = i%4 == 0
		checkFolds(t, r, text, o, 2+r.IntN(5))
	}
	var b strings.Builder
	b.WriteString("y,x,w\n")
	for i := range mostTexts + 3000 {
		// targets of more digits than a proof.Decimal's
		fmt.Fprintf(&b, "%d.%011d,%d.5,1\n", i%7, i, (i*7919)%(mostTexts+3000))
	}
	checkFolds(t, r, b.String(), data.Options{Target: "y", RowWeight: "w"}, 3)
}

// mostTexts is more different texts than are kept of a column.
const mostTexts = 1 << 16

func randomText(r *rand.Rand, rows int) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var b strings.Builder
	b.WriteString("y,flag,few,many,color,w,gap\n")
	for range rows {
		fmt.Fprintf(&b, "%.2f,%d,%d,%.5f,%s,%d,%s\n", 10*r.NormFloat64(), r.IntN(2), r.IntN(5)-2, r.NormFloat64(),
			pick("red", "green", "3"), 1+r.IntN(3), pick("", "1", "0", "2.5"))
	}
	return b.String()
}

func checkFolds(t *testing.T, r *rand.Rand, text string, o data.Options, count int) {
	t.Helper()
	folds := must.Get(readFolds(writeLines(t, text), o, count, 5))(t)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	sizes := make([]int, count)
	for part := range count {
		inside, outside := lines[:1:1], lines[:1:1]
		for row, line := range lines[1:] {
			if int(folds.of[row]) == part {
				inside = append(inside, line)
				sizes[part]++
			} else {
				outside = append(outside, line)
			}
		}
		want := must.Get(data.Read(writeLines(t, outside...), o))(t)
		got := must.Get(folds.train(part))(t)
		want.Notes, want.Digest, want.File = nil, got.Digest, got.File
		if diff := gocmp.Diff(want, got, gocmp.Comparer(func(a, b proof.Vector) bool { return a == b })); diff != "" {
			t.Fatalf("fold %d:\n%s\n%s", part, diff, text)
		}
		f := make([]float64, 1+len(got.Columns))
		if !o.NoIntercept {
			f[0] = r.Float64()
		}
		for id := range got.Columns {
			if r.IntN(3) == 0 {
				f[id+1] = r.Float64() - 0.5
			}
		}
		held := must.Get(folds.held(part, got, f))(t)
		checkHeld(t, held, heldByPredict(t, writeLines(t, inside...), got, f))
	}
	for _, n := range sizes {
		if n < sizes[0]-1 || n > sizes[0]+1 {
			t.Errorf("parts of %v rows", sizes)
		}
	}
}

// heldByPredict applies a formula to a file by the names of its columns. Weights are in the last column but one, or 1.
func heldByPredict(t *testing.T, path string, tab *data.Table, f []float64) (want heldOut) {
	t.Helper()
	low, span := tab.Low.Float(), tab.Range()
	named := Formula{Intercept: low, Missing: true}
	if tab.Options.NoIntercept {
		named.Intercept = 0
	}
	named.Intercept += span * f[0]
	for j, c := range tab.Columns {
		if f[j+1] != 0 {
			named.Terms = append(named.Terms, Term{Name: c.Name, Weight: span * f[j+1]})
		}
	}
	var weights []float64
	must.Get(Predict(path, Formula{}, "w", nil, func(_ float64, cells []string) error {
		weights = append(weights, must.Get(strconv.ParseFloat(cells[0], 64))(t))
		return nil
	}))(t)
	row := 0
	must.Get(Predict(path, named, "y", nil, func(estimate float64, cells []string) error {
		y, w := must.Get(strconv.ParseFloat(cells[0], 64))(t), weights[row]
		row++
		want.Weight += w
		want.Average += w * math.Abs(estimate-y)
		want.Largest = max(want.Largest, math.Abs(estimate-y))
		if (estimate >= 0.5-rounding) != (y != 0) {
			want.Wrong += w
		}
		return nil
	}))(t)
	want.Average /= want.Weight
	return want
}

func checkHeld(t *testing.T, got, want heldOut) {
	t.Helper()
	if math.Abs(got.Average-want.Average) > rounding || math.Abs(got.Largest-want.Largest) > rounding ||
		got.Weight != want.Weight || got.Wrong != want.Wrong {
		t.Errorf("held out: %+v, want %+v", got, want)
	}
}

func TestBadFolds(t *testing.T) {
	o := data.Options{Target: "y"}
	rare := "y,a,c\n" + strings.Repeat("0,1,x\n1,0,x\n", 4) + "5,1,z\n"
	for _, x := range []struct {
		text  string
		o     data.Options
		count int
		want  string
	}{
		{"y,a\n1,0\n2,1\n", o, 1, "1 folds, want 2 to 100"},
		{"y,a\n1,0\n2,1\n", o, 3, "3 folds, but only 2 rows"},
		{"y,a\n1,0\n2,1\n", o, 2, "the rows outside fold 1 of 2: "},
		{rare, data.Options{Target: "y", Rules: data.Rules{With: []string{"c = z"}}}, 9,
			`column of every formula "c = z" does not exist`},
	} {
		folds, err := readFolds(writeLines(t, x.text), x.o, x.count, 1)
		for part := 0; err == nil && part < x.count; part++ {
			_, err = folds.train(part)
		}
		must.Fail(t, err, x.want)
	}
}

// TestHeldOutNumber holds out the only row with a 2 in a column of 0 and 1: the column is not true there.
func TestHeldOutNumber(t *testing.T) {
	folds := must.Get(readFolds(writeLines(t, "y,n\n1,0\n2,1\n3,1\n4,2\n5,0\n"), data.Options{Target: "y"}, 5, 1))(t)
	found := 0
	for part := range folds.count {
		train := must.Get(folds.train(part))(t)
		if train.Columns[0].Kind != data.Itself {
			continue
		}
		found++
		weights := append([]float64{0, 100}, make([]float64, len(train.Columns)-1)...)
		held := must.Get(folds.held(part, train, weights))(t)
		must.Equal(t, held.Average, 3, "part", part)
	}
	must.Equal(t, found, 1)
}
