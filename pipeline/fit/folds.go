package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/pipeline/question"
)

// OutOfSample tells how well formulas about a table do on rows that they were not fitted to. All errors are fractions
// of the target's range.
type OutOfSample struct {
	Folds  int         `json:"folds"`  // parts of the rows; each is held out once
	Seed   int         `json:"seed"`   // of the deal of the rows
	Points []FoldPoint `json:"points"` // by number of columns
	// LeastAt is the number of columns with the least error.
	LeastAt int `json:"least_at"`
	// OneStandardErrorAt is the fewest columns whose error exceeds the least by at most its standard error.
	OneStandardErrorAt int `json:"one_standard_error_at"`
	Fits               int `json:"fits"`   // formulas that were fitted: one for each fold and point
	Proved             int `json:"proved"` // fits that are proved optimal for their rows
}

// FoldPoint is the error out of sample of formulas with at most MaxFeatures columns.
type FoldPoint struct {
	MaxFeatures   int     `json:"max_features"`   // largest number of columns
	Error         float64 `json:"error"`          // mean of the folds' errors by weight of their rows
	StandardError float64 `json:"standard_error"` // of the mean
	// ByFold are the errors of the parts: the average or the largest error of the rows held out.
	ByFold []float64 `json:"by_fold"`
	// Misclassified is the share of the rows held out whose estimate lies on the other side of 0.5; for targets of 0
	// and 1.
	Misclassified *float64 `json:"misclassified,omitempty"`
	// UpTo is the share of the rows held out whose target is at most the estimate; for formulas about a quantile.
	UpTo *float64 `json:"at_or_below,omitempty"`
}

// CrossValidate fits formulas with up to q.MaxFeatures columns to the rows outside each of some folds, and measures
// their errors on the rows inside: as Curve does for all rows, so with proofs where q.Prove gives them time. q.Seed
// deals the rows. Thresholds, categories and the target's range follow from the rows outside a fold alone, and equal
// rows are merged there alone. Nothing known about the whole table is used, and nothing is kept. The error wraps
// question.ErrQuestion or data.ErrData, or is the context's.
//
// The standard error and its rule are those of L. Breiman et al., "Classification and Regression Trees" (1984), section
// 3.4, with the folds' errors in place of the rows', as T. Hastie, R. Tibshirani and J. Friedman, "The Elements of
// Statistical Learning" (2009), section 7.10, have it.
func CrossValidate(ctx context.Context, q CurveQuestion, folds int) (*OutOfSample, error) {
	if !q.Subject.IsTable() {
		return nil, fmt.Errorf("%w: folds are for tables; a formula about a hand is fitted to every flop",
			question.ErrQuestion)
	}
	f, err := readFolds(q.Subject.Table().Path, q.Subject.Table().Options(), folds, uint64(q.Seed))
	if err != nil {
		return nil, err
	}
	out := &OutOfSample{Folds: folds, Seed: q.Seed}
	weights := make([]float64, folds)
	passed := q.Progress
	for part := range folds {
		if passed != nil {
			q.Progress = func(done, total int, latest string) { passed(part*total+done, folds*total, latest) }
		}
		if weights[part], err = out.fold(ctx, q, f, part); err != nil {
			return nil, err
		}
	}
	for i := range out.Points {
		out.Points[i].summarize(weights)
	}
	out.choose()
	return out, nil
}

// fold adds the errors of a part to the points, and returns the weight of its rows.
func (o *OutOfSample) fold(ctx context.Context, q CurveQuestion, f *folds, part int) (weight float64, err error) {
	t, err := f.train(part)
	if err != nil {
		return 0, err
	}
	most := q.MaxFeatures
	q.MaxFeatures, q.Solver = min(most, len(t.Columns)), nil
	curve, err := Curve(ctx, question.InstanceOf(t), q)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return 0, err
	}
	for len(curve) > 0 && curve[len(curve)-1].MaxFeatures < most { // more columns than these rows have
		last := curve[len(curve)-1]
		last.MaxFeatures++
		curve = append(curve, last)
	}
	for i, p := range curve {
		weights := make([]float64, 1+len(t.Columns))
		for _, term := range p.Formula() {
			weights[term.ID] += term.Weight
		}
		held, err := f.held(part, t, weights)
		if err != nil {
			return 0, err
		}
		if part == 0 {
			o.Points = append(o.Points, FoldPoint{MaxFeatures: p.MaxFeatures})
		}
		at, e := &o.Points[i], held.Average
		if q.Kind.UsesMax() {
			e = held.Largest
		}
		at.ByFold = append(at.ByFold, e/f.whole.Range())
		if f.whole.Binary() {
			at.Misclassified = added(at.Misclassified, held.Wrong/f.whole.TotalWeight())
		}
		if q.Subject.Table().Options().Quantile != "" {
			at.UpTo = added(at.UpTo, held.UpTo/f.whole.TotalWeight())
		}
		if o.Fits++; p.Status == question.Optimal {
			o.Proved++
		}
		weight = held.Weight
	}
	return weight, nil
}

func added(sum *float64, x float64) *float64 {
	if sum != nil {
		x += *sum
	}
	return &x
}

// summarize sets the mean of the folds' errors and its standard error, the root of
// sum w (e - mean)^2 / (sum w (folds - 1)): with equal weights their deviation over the root of their number.
func (p *FoldPoint) summarize(weights []float64) {
	total, squares := 0.0, 0.0
	for i, e := range p.ByFold {
		total += weights[i]
		p.Error += weights[i] * e
	}
	p.Error /= total
	for i, e := range p.ByFold {
		squares += weights[i] * (e - p.Error) * (e - p.Error)
	}
	p.StandardError = math.Sqrt(squares / total / float64(len(p.ByFold)-1))
}

// choose finds the point of least error, and the first within one standard error of it.
func (o *OutOfSample) choose() {
	if len(o.Points) == 0 {
		return
	}
	least := slices.MinFunc(o.Points, func(p, q FoldPoint) int { return cmp.Compare(p.Error, q.Error) })
	o.LeastAt = least.MaxFeatures
	for _, p := range o.Points {
		if p.Error <= least.Error+least.StandardError {
			o.OneStandardErrorAt = p.MaxFeatures
			return
		}
	}
}
