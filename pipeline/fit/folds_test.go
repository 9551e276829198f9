package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"feltlab/dataset/data"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// TestCrossValidate deals the rows of made-up tables again, writes those outside and inside each fold to files, fits
// formulas to the first as to any table, and estimates the second row by row.
func TestCrossValidate(t *testing.T) {
	for seed, x := range []struct {
		kind   regression.Kind
		binary bool
		with   []string
	}{{regression.AvgErr, false, nil}, {regression.MaxErr, false, nil}, {regression.AvgErr, true, []string{"x >= 2"}}} {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		lines := []string{"y,x,z,c"}
		for range 60 {
			a, b, c := r.IntN(5), r.NormFloat64(), r.IntN(3)
			y := 3*float64(a) + 2*b + float64(c) + r.NormFloat64()
			if x.binary {
				y = math.Round(1 / (1 + math.Exp(6-y)))
			}
			lines = append(lines, fmt.Sprintf("%.2f,%d,%.2f,%s", y, a, b, []string{"red", "green", "blue"}[c]))
		}
		o := data.Options{Target: "y", Thresholds: 5, Rules: data.Rules{With: x.with}}
		checkCrossValidation(t, lines, o, x.kind, x.binary, uint64(seed))
	}
}

func checkCrossValidation(t *testing.T, lines []string, o data.Options, kind regression.Kind, binary bool,
	seed uint64) {
	t.Helper()
	const folds, most = 5, 3
	s := must.Get(question.OfTable(writeLines(t, lines...), o))(t)
	q := CurveQuestion{Subject: s, Kind: kind, MaxFeatures: most, Prove: 1 << 40, Seed: int(seed), Workers: 1}
	got := must.Get(CrossValidate(t.Context(), q, folds))(t)
	whole := must.Get(s.Table().Read())(t)
	parts := make([][]string, folds)
	for place, row := range rand.New(rand.NewPCG(seed, 0)).Perm(len(lines) - 1) {
		parts[place%folds] = append(parts[place%folds], lines[1+row])
	}
	errs, wrong := map[int][]float64{}, map[int]int{}
	for k := range parts {
		outside := lines[:1:1]
		for other, part := range parts {
			if other != k {
				outside = append(outside, part...)
			}
		}
		train := must.Get(data.Read(writeLines(t, outside...), o))(t)
		curve := must.Get(Curve(t.Context(), question.InstanceOf(train), q))(t)
		inside := writeLines(t, append(lines[:1:1], parts[k]...)...)
		for _, p := range curve {
			average, largest, w := predicted(t, inside, train, p)
			if kind.UsesMax() {
				average = largest
			}
			errs[p.MaxFeatures] = append(errs[p.MaxFeatures], average/whole.Range())
			wrong[p.MaxFeatures] += w
		}
	}
	first := max(1, len(o.With))
	if len(got.Points) != most-first+1 || got.Fits != folds*len(got.Points) || got.Proved != got.Fits {
		t.Fatalf("%+v", got)
	}
	for _, p := range got.Points {
		mean, se := textbook(errs[p.MaxFeatures])
		if math.Abs(p.Error-mean) > 1e-9 || math.Abs(p.StandardError-se) > 1e-9 {
			t.Errorf("%v(%d): %v, %v, want %v, %v", kind, p.MaxFeatures, p.Error, p.StandardError, mean, se)
		}
		if (p.Misclassified != nil) != binary ||
			binary && math.Abs(*p.Misclassified-float64(wrong[p.MaxFeatures])/float64(len(lines)-1)) > 1e-12 {
			t.Errorf("%v(%d): misclassified %v, want %d rows", kind, p.MaxFeatures, p.Misclassified,
				wrong[p.MaxFeatures])
		}
	}
	checkChoice(t, got)
}

func checkChoice(t *testing.T, o *OutOfSample) {
	t.Helper()
	of := map[int]FoldPoint{}
	for _, p := range o.Points {
		of[p.MaxFeatures] = p
	}
	least, chosen := of[o.LeastAt], of[o.OneStandardErrorAt]
	limit := least.Error + least.StandardError
	for n, p := range of {
		if p.Error < least.Error || p.Error <= limit && n < o.OneStandardErrorAt {
			t.Errorf("least at %d and one standard error at %d, but %d has %v", o.LeastAt, o.OneStandardErrorAt, n,
				p.Error)
		}
	}
	if chosen.Error > limit {
		t.Errorf("%v is above %v", chosen.Error, limit)
	}
}

// textbook returns the mean and its standard error of numbers of equal weight.
func textbook(all []float64) (mean, standardError float64) {
	for _, e := range all {
		mean += e / float64(len(all))
	}
	variance := 0.0
	for _, e := range all {
		variance += (e - mean) * (e - mean) / float64(len(all)-1)
	}
	return mean, math.Sqrt(variance) / math.Sqrt(float64(len(all)))
}

func predicted(t *testing.T, path string, train *data.Table, p CurvePoint) (average, largest float64, wrong int) {
	t.Helper()
	f := Formula{Intercept: train.InTarget(p.Intercept)}
	for _, w := range p.Features {
		f.Terms = append(f.Terms, Term{Name: w.Name, Weight: w.Weight * train.Range()})
	}
	rows := 0.0
	must.Get(Predict(path, f, "y", nil, func(estimate float64, cells []string) error {
		y, err := strconv.ParseFloat(cells[0], 64)
		rows++
		average += math.Abs(estimate - y)
		largest = max(largest, math.Abs(estimate-y))
		if (estimate >= 0.5-1e-9) != (y != 0) {
			wrong++
		}
		return err
	}))(t)
	return average / rows, largest, wrong
}

func writeLines(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.csv")
	must.Do(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	return path
}

// TestCurveWith compares a curve of formulas that all have some columns with all sets of columns.
func TestCurveWith(t *testing.T) {
	for _, with := range [][]string{{"OvalShape"}, {"OvalShape", "Density >= 2"}} {
		o := data.Options{Target: "Malignant", Thresholds: 4, Rules: data.Rules{With: with}}
		q, in := ask(t, tables+"mammo.csv.gz", o, regression.Program{Kind: regression.AvgErr, N: 3})
		curve, err := Curve(t.Context(), in, CurveQuestion{Subject: q.Subject, Kind: regression.AvgErr, MaxFeatures: 3,
			Prove: q.TimeLimit, Workers: 1})
		if err != nil || len(curve) != 4-len(with) || curve[0].MaxFeatures != len(with) {
			t.Fatalf("%v, %+v", err, curve)
		}
		for _, p := range curve {
			want := leastByEnumeration(t, in, regression.AvgErr, p.MaxFeatures)
			if math.Abs(p.AverageError-want) > 1e-7 || p.Status != question.Optimal {
				t.Errorf("with %v, %d columns: %v %s, want %v", with, p.MaxFeatures, p.AverageError, p.Status, want)
			}
		}
	}
}
