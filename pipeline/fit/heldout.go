package fit

import (
	"fmt"
	"math"
	"math/rand/v2"

	"feltlab/dataset/data"
)

// folds are the rows of a file, dealt at random into parts whose sizes differ by at most one row, to measure errors out
// of sample. A row with a weight stays in one part. The file is read again for each part.
type folds struct {
	whole *data.Table // made from all rows
	count int         // of the parts, numbered from 0

	path string
	of   []uint8 // part of each row
}

// rounding is that of the weights, a share of the target's range.
const rounding = 1e-9

// MostFolds is the largest number of folds.
const MostFolds = 100

// readFolds reads a file and deals its rows: the same seed deals the same rows. The error is that of Read, or wraps
// data.ErrData.
func readFolds(path string, o data.Options, count int, seed uint64) (*folds, error) {
	if count < 2 || count > MostFolds {
		return nil, bad("%d folds, want 2 to %d", count, MostFolds)
	}
	t, err := data.Read(path, o)
	if err != nil {
		return nil, err
	}
	if t.FileRows < int64(count) {
		return nil, bad("%s: %d folds, but only %d rows; ask for fewer", path, count, t.FileRows)
	}
	f := &folds{whole: t, count: count, path: path, of: make([]uint8, t.FileRows+t.Left)}
	for place, row := range rand.New(rand.NewPCG(seed, 0)).Perm(len(f.of)) {
		f.of[row] = uint8(place % count)
	}
	return f, nil
}

// has reports whether a row, counted from 1, is in a part; one that the file did not have before is in none.
func (f *folds) has(part int, row int64) bool {
	return row <= int64(len(f.of)) && int(f.of[row-1]) == part
}

// train returns the table of the rows outside a part, as Read returns it for a file that has only these rows:
// thresholds, categories and the range of targets follow from them alone. The error is that of Read.
func (f *folds) train(part int) (*data.Table, error) {
	t, err := data.ReadRows(f.path, f.whole.Options, func(row int64) bool { return !f.has(part, row) })
	if err != nil {
		return nil, fmt.Errorf("the rows outside fold %d of %d: %w", part+1, f.count, err)
	}
	t.File, t.Notes = f.whole.File, nil // the notes on the whole table say it
	return t, nil
}

type heldOut struct {
	Weight  float64 // of the rows, as the file has it
	Average float64 // weighted mean of the absolute errors, in the target's unit; with a quantile as that counts rows
	UpTo    float64 // weight of the rows whose target is at most the estimate
	Largest float64 // absolute error, in the target's unit
	// Wrong is the weight of the rows whose estimate lies on the other side of 0.5 than a target of 0 or 1.
	Wrong float64
}

// held applies a formula about the table that train made for a part to the rows of the part. Its weights are the
// intercept and those of all columns, as fractions of the range. A category that no row of the table has is none of the
// formula's, and only 1 is true in a column that has 0 and 1 in the table. The error is that of Predict.
func (f *folds) held(part int, t *data.Table, weights []float64) (heldOut, error) {
	o := &t.Options
	rule := Formula{Missing: o.Missing, Words: o.Words, Decimal: o.Decimal, lenient: true}
	if o.NoIntercept {
		rule.Intercept = -t.Low.Float() / t.Range()
	}
	rule.Intercept += weights[0]
	for j, c := range t.Columns {
		if w := weights[j+1]; w != 0 {
			rule.Terms = append(rule.Terms, Term{c.Name, w, c.Parts})
		}
	}
	out, sum := heldOut{}, 0.0
	above, below := t.Rules.Slopes()
	known := []string{o.Target, o.RowWeight}
	_, err := apply(f.path, &rule, known, nil, func(row int64) bool { return f.has(part, row) },
		func(x float64, cells []string) error {
			w, y := 1.0, 0.0
			err := error(nil)
			if y, err = data.ParseTarget(cells[0]); err == nil && o.RowWeight != "" {
				w, err = data.ParseTarget(cells[1])
			}
			if cells[0] == "" || w == 0 {
				return nil // Read leaves the row out
			}
			d := t.InTarget(x) - y/math.Pow10(o.Power)
			sum += w * max(float64(below)*d, -float64(above)*d) / float64((above+below)/2)
			out.Weight, out.Largest = out.Weight+w, max(out.Largest, math.Abs(d))
			if d >= -rounding*t.Range() {
				out.UpTo += w
			}
			if (x*t.Range()+t.Low.Float() >= 0.5-rounding) != (y != 0) {
				out.Wrong += w
			}
			return err
		})
	out.Average = sum / out.Weight
	return out, err
}
