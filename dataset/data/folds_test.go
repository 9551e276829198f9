package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
)

// TestFolds deals the rows of random tables, writes those outside and inside each part to files of their own, and
// compares the tables made from the first and the errors on the second, row by row with Predict.
func TestFolds(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 40 {
		text := randomTable(r, 12+r.IntN(60))
		o := Options{Target: "y", Thresholds: 1 + r.IntN(12), Missing: true, RowWeight: "w"}
		o.NoIntercept = i%4 == 0
		checkFolds(t, r, text, o, 2+r.IntN(5))
	}
	var b strings.Builder
	b.WriteString("y,x,w\n")
	for i := range mostCodes + 3000 {
		// targets of more digits than a proof.Decimal's
		fmt.Fprintf(&b, "%d.%011d,%d.5,1\n", i%7, i, (i*7919)%(mostCodes+3000))
	}
	checkFolds(t, r, b.String(), Options{Target: "y", RowWeight: "w"}, 3)
}

func checkFolds(t *testing.T, r *rand.Rand, text string, o Options, count int) {
	t.Helper()
	folds := must.Get(ReadFolds(write(t, "t.csv", text), o, count, 5))(t)
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
		want := must.Get(Read(write(t, "outside.csv", strings.Join(outside, "\n")), o))(t)
		got := must.Get(folds.Train(part))(t)
		want.Notes = nil
		want.Digest, want.File = got.Digest, got.File
		if diff := gocmp.Diff(want, got, sameColumns); diff != "" {
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
		held := must.Get(folds.Held(part, got, f))(t)
		checkHeld(t, held, heldByPredict(t, write(t, "inside.csv", strings.Join(inside, "\n")), got, f))
	}
	for _, n := range sizes {
		if n < sizes[0]-1 || n > sizes[0]+1 {
			t.Errorf("parts of %v rows", sizes)
		}
	}
}

// heldByPredict applies a formula to a file by the names of its columns. Weights are in the last column but one, or 1.
func heldByPredict(t *testing.T, path string, tab *Table, f []float64) (want HeldOut) {
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
	_, err := Predict(path, Formula{}, "w", nil, func(_ float64, cells []string) error {
		w, err := strconv.ParseFloat(cells[0], 64)
		weights = append(weights, w)
		return err
	})
	must.Do(t, err)
	row := 0
	_, err = Predict(path, named, "y", nil, func(estimate float64, cells []string) error {
		y := must.Get(strconv.ParseFloat(cells[0], 64))(t)
		w := weights[row]
		row++
		want.Weight += w
		want.Average += w * math.Abs(estimate-y)
		want.Largest = max(want.Largest, math.Abs(estimate-y))
		if (estimate >= half) != (y != 0) {
			want.Wrong += w
		}
		return nil
	})
	must.Do(t, err)
	want.Average /= want.Weight
	return want
}

func checkHeld(t *testing.T, got, want HeldOut) {
	t.Helper()
	const rounding = 1e-9
	if math.Abs(got.Average-want.Average) > rounding || math.Abs(got.Largest-want.Largest) > rounding ||
		got.Weight != want.Weight || got.Wrong != want.Wrong {
		t.Errorf("held out: %+v, want %+v", got, want)
	}
}

func TestBadFolds(t *testing.T) {
	o := Options{Target: "y"}
	rare := "y,a,c\n" + strings.Repeat("0,1,x\n1,0,x\n", 4) + "5,1,z\n"
	for _, x := range []struct {
		text  string
		o     Options
		count int
		want  string
	}{
		{"y,a\n1,0\n2,1\n", o, 1, "1 folds, want 2 to 100"},
		{"y,a\n1,0\n2,1\n", o, 3, "3 folds, but only 2 rows"},
		{"y,a\n1,0\n2,1\n", o, 2, `the rows outside fold 1 of 2: bad data: target "y" is`},
		{rare, Options{Target: "y", Rules: Rules{With: []string{"c = z"}}}, 9,
			`column of every formula "c = z" does not exist`},
	} {
		folds, err := ReadFolds(write(t, "t.csv", x.text), x.o, x.count, 1)
		for part := 0; err == nil && part < x.count; part++ {
			_, err = folds.Train(part)
		}
		must.Fail(t, err, x.want)
	}
}

// TestHeldOutNumber holds out the only row with a 2 in a column of 0 and 1: the column is not true there.
func TestHeldOutNumber(t *testing.T) {
	folds := must.Get(ReadFolds(write(t, "t.csv", "y,n\n1,0\n2,1\n3,1\n4,2\n5,0\n"), Options{Target: "y"}, 5, 1))(t)
	found := 0
	for part := range folds.Count {
		train := must.Get(folds.Train(part))(t)
		if train.Columns[0].Kind != Itself {
			continue
		}
		found++
		held, err := folds.Held(part, train, append([]float64{0, 100}, make([]float64, len(train.Columns)-1)...))
		must.Do(t, err)
		if held.Average != 3 {
			t.Errorf("part %d: the error %v, want 4 - 1", part, held.Average)
		}
	}
	if found != 1 {
		t.Errorf("%d parts", found)
	}
}
