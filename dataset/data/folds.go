package data

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"feltlab/dataset/tablefile"
	"feltlab/model/regression"
)

// Folds are the rows of a file, dealt at random into parts whose sizes differ by at most one row, to measure errors out
// of sample. A row with a weight stays in one part.
type Folds struct {
	Whole *Table // made from all rows
	Count int    // of the parts, numbered from 0

	columns []*source
	of      []uint8         // part of each row
	targets func(int) exact // by row
	weights func(int) int64 // by row
}

// MostFolds is the largest number of folds.
const MostFolds = 100

// ReadFolds reads a file and deals its rows: the same seed deals the same rows. The error is that of Read, or wraps
// ErrData.
func ReadFolds(path string, o Options, count int, seed uint64) (*Folds, error) {
	if count < 2 || count > MostFolds {
		return nil, bad("%d folds, want 2 to %d", count, MostFolds)
	}
	return open(path, o, func(file tablefile.Source, o Options) (*Folds, error) {
		t, columns, err := load(file, o)
		if err != nil {
			return nil, err
		}
		if t.FileRows < int64(count) {
			return nil, bad("%d folds, but only %d rows; ask for fewer", count, t.FileRows)
		}
		f := &Folds{Whole: t, Count: count, columns: columns, of: make([]uint8, t.FileRows)}
		f.targets, f.weights = rowsOf(columns)
		for place, row := range rand.New(rand.NewPCG(seed, 0)).Perm(int(t.FileRows)) {
			f.of[row] = uint8(place % count)
		}
		whole := make([]*source, len(columns))
		for i, s := range columns {
			kept := *s // make forgets what reading needs
			whole[i] = &kept
		}
		return f, t.make(whole)
	})
}

// Train returns the table of the rows outside a part, as Read returns it for a file that has only these rows:
// thresholds, categories and the range of targets follow from them alone. The error wraps ErrData.
func (f *Folds) Train(part int) (*Table, error) {
	t := &Table{File: f.Whole.File, Digest: f.Whole.Digest, Options: f.Whole.Options}
	for _, of := range f.of {
		if int(of) != part {
			t.FileRows++
		}
	}
	columns := make([]*source, len(f.columns))
	for i, s := range f.columns {
		columns[i] = s.some(func(row int) bool { return int(f.of[row]) != part })
	}
	if err := t.make(columns); err != nil {
		return nil, fmt.Errorf("the rows outside fold %d of %d: %w", part+1, f.Count, err)
	}
	t.Notes = nil // those of the whole table say it
	return t, nil
}

// some returns the column of some rows, in the same order.
func (s *source) some(in func(row int) bool) *source {
	part := &source{name: s.name, role: s.role, words: s.words, codes: map[string]uint16{}}
	renamed := make([]int, len(s.texts)) // numbers of texts in the part, from 1
	row := 0
	for _, chunk := range s.narrow {
		for _, code := range chunk {
			if in(row) {
				if renamed[code] == 0 {
					part.texts, part.first = append(part.texts, s.texts[code]), append(part.first, int64(row)+1)
					renamed[code] = len(part.texts)
				}
				part.narrow = appendChunked(part.narrow, uint16(renamed[code]-1))
				part.rows++
			}
			row++
		}
	}
	for i, chunk := range s.wide {
		for j, value := range chunk {
			if in(row) {
				part.wide = appendChunked(part.wide, value)
				if s.rests != nil {
					part.rests = appendChunked(part.rests, s.rests[i][j])
				}
				part.rows++
			}
			row++
		}
	}
	return part
}

// HeldOut is how a formula does on rows that it was not fitted to.
type HeldOut struct {
	Weight  int64   // of the rows
	Average float64 // weighted mean of the absolute errors, in the target's unit
	Largest float64 // absolute error, in the target's unit
	// Wrong is the weight of the rows whose estimate lies on the other side of 0.5 than a target of 0 or 1.
	Wrong int64
}

// Held applies a formula about the table that Train made for a part to the rows of the part. A category that no row of
// the table has is none of the formula's, and only 1 is true in a column that has 0 and 1 in the table. The error wraps
// ErrData: a number of the table's column is a text here.
func (f *Folds) Held(part int, t *Table, formula regression.Formula) (HeldOut, error) {
	out, sum := HeldOut{}, 0.0
	estimate := f.estimator(t, formula)
	for row := range f.of {
		if int(f.of[row]) != part {
			continue
		}
		x, err := estimate(row)
		if err != nil {
			return out, fmt.Errorf("fold %d of %d: %w", part+1, f.Count, err)
		}
		w, y := f.weights(row), f.targets(row)
		e := math.Abs(t.InTarget(x) - y.Float())
		sum += float64(w) * e
		out.Weight, out.Largest = out.Weight+w, max(out.Largest, e)
		if (x*t.Range()+t.Low.Float() >= half) != (y != exact{}) {
			out.Wrong += w
		}
	}
	out.Average = sum / float64(out.Weight)
	return out, nil
}

// estimator returns the estimates of a formula about a table by row of the file, fractions of the target's range above
// the least target of the table.
func (f *Folds) estimator(t *Table, formula regression.Formula) func(row int) (float64, error) {
	start := 0.0
	if t.Options.NoIntercept {
		start = -t.Low.Float() / t.Range()
	}
	var weights []float64
	var truths []func(row int) (bool, error)
	for _, term := range formula {
		if term.ID == 0 {
			start += term.Weight
			continue
		}
		c := t.Columns[term.ID-1]
		c.Text = printable(c.Text)
		for _, s := range f.columns {
			if s.name == c.From {
				truths = append(truths, s.truth(&c, t.Options.Missing))
			}
		}
		weights = append(weights, term.Weight)
	}
	return func(row int) (float64, error) {
		sum := start
		for i, truth := range truths {
			is, err := truth(row)
			if err != nil {
				return 0, err
			}
			if is {
				sum += weights[i]
			}
		}
		return sum, nil
	}
}

// truth returns whether a yes/no column made from the column is true, by row of the file.
func (s *source) truth(c *Column, allowMissing bool) func(row int) (bool, error) {
	if s.wide != nil {
		return func(row int) (bool, error) {
			x := math.Float64frombits(s.wide[row/chunkRows][row%chunkRows])
			if c.Kind == Missing || c.Kind == Category {
				return c.Kind == Missing && math.IsNaN(x), nil
			}
			return x >= c.Threshold && (c.Kind != Itself || x == 1), nil
		}
	}
	const unknown, no, yes = 0, 1, 2
	known := make([]uint8, len(s.texts))
	return func(row int) (bool, error) {
		code := s.narrow[row/chunkRows][row%chunkRows]
		if known[code] == unknown {
			is, err := c.holds(s.texts[code], int64(row)+1, s.words, allowMissing)
			if err != nil && !errors.Is(err, errNeverSeen) {
				return false, err
			}
			if known[code] = no; is {
				known[code] = yes
			}
		}
		return known[code] == yes, nil
	}
}
