package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"feltlab/dataset/data"
	"feltlab/dataset/table"
	"feltlab/internal/plain"
	"feltlab/internal/progress"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// checkFolds refuses an impossible number of folds. The error is a usage error.
func checkFolds(n int) error {
	if n == 1 || n > fit.MostFolds {
		return usage("--folds %d, want 2 to %d", n, fit.MostFolds)
	}
	return nil
}

// outOfSample measures errors out of sample; none without --folds.
func (a *app) outOfSample(ctx context.Context, q fit.CurveQuestion, folds int) (*fit.OutOfSample, error) {
	if folds == 0 {
		return nil, nil
	}
	bar := progress.Start(a.stderr, fmt.Sprintf("folds of %v", q.Subject), 1)
	defer bar.Close()
	q.Progress = func(done, total int, latest string) {
		bar.Of(done, total)
		bar.Latest(latest)
	}
	o, err := fit.CrossValidate(ctx, q, folds)
	return o, badTable(err)
}

// printOutOfSample prints errors out of sample in the target's unit.
func printOutOfSample(w io.Writer, t *data.Table, kind regression.Kind, o *fit.OutOfSample) error {
	if o == nil {
		return nil
	}
	what := "average"
	if kind.UsesMax() {
		what = "largest"
	}
	printWrapped(w, "%s error out of sample: %d folds dealt with seed %d; thresholds and weights from the other "+
		"folds; %d of %d fits proved optimal for their rows", what, o.Folds, o.Seed, o.Proved, o.Fits)
	sheet := table.NewSheet("columns", "error", "standard error", "% of range").Align("r")
	votes := len(o.Points) > 0 && o.Points[0].Misclassified != nil
	if votes {
		sheet.Header = append(sheet.Header, "misclassified")
	}
	if t.Options.Quantile != "" {
		sheet.Header = append(sheet.Header, "at or below")
	}
	for _, p := range o.Points {
		columns := strconv.Itoa(p.MaxFeatures)
		if p.MaxFeatures == o.OneStandardErrorAt {
			columns = "* " + columns
		}
		row := []string{columns, inTarget(t, p.Error*t.Range()), inTarget(t, p.StandardError*t.Range()),
			points(p.Error)}
		if votes {
			row = append(row, fmt.Sprintf("%.2f%%", 100**p.Misclassified))
		}
		if p.UpTo != nil {
			row = append(row, fmt.Sprintf("%.2f%%", 100**p.UpTo))
		}
		sheet.Add(row...)
	}
	if err := sheet.Print(w, "    "); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "    %s\n", wrap(fmt.Sprintf("* the fewest columns whose error is within one "+
		"standard error of the least one, which has %d", o.LeastAt), "    ", lineWidth-4))
	return err
}

// fitAnswer is an answer with what fit adds to it. Results that are read back are the answer alone.
type fitAnswer struct {
	question.Answer
	fitExtras
}

type fitExtras struct {
	// RangePlain is the opponent's range by classes and combos, which other programs read.
	RangePlain string `json:"range_plain,omitempty"`

	Table *tableFacts `json:"table,omitempty"` // the table of the rows
	// Compared has what methods without proofs find, by --compare.
	Compared []fit.Compared `json:"compared,omitempty"`
	// Judged is the formula of another solver, by --judge.
	Judged *fit.Judged `json:"judged,omitempty"`
}

// MarshalJSON writes the answer's keys before the others.
func (f fitAnswer) MarshalJSON() ([]byte, error) {
	if _, _, known := f.Answer.Table().Span(); known {
		f.Compared = slices.Clone(f.Compared)
		for i := range f.Compared {
			f.Compared[i].Scored = f.Compared[i].InTargetUnit(f.Answer.Table())
		}
		if j := f.Judged; j != nil {
			changed := *j
			changed.Scored = j.InTargetUnit(f.Answer.Table())
			f.Judged = &changed
		}
	}
	return plain.Encode(fitKeys{f.InTargetUnit().Keys(), f.fitExtras})
}

// fitKeys are the keys of a fitAnswer.
type fitKeys struct {
	question.AnswerKeys
	fitExtras
}

// tableFacts tells what a table is like, and what an answer's formula does there.
type tableFacts struct {
	Rows      int64 `json:"rows"`      // rows of the file
	Different int   `json:"different"` // rows that differ in yes/no columns or target
	Columns   int   `json:"columns"`   // yes/no columns
	// OneValue lists columns of the file that have one value, so that they make no yes/no column.
	OneValue    []string    `json:"one_value,omitempty"`
	Constant    []string    `json:"constant,omitempty"`    // yes/no columns that are true in no row, or in all
	Duplicates  [][2]string `json:"duplicates,omitempty"`  // a column, and the first that is true in the same rows
	Complements [][2]string `json:"complements,omitempty"` // a column, and the first that is true in the other rows
	// Misclassified is the share of rows whose estimate lies on the other side of 0.5; for targets of 0 and 1.
	Misclassified *float64 `json:"misclassified,omitempty"`
	// BothOutcomes says that rows equal in all columns have the targets 0 and 1: no formula has a largest error below
	// 0.5.
	BothOutcomes bool `json:"both_outcomes,omitempty"`
	// Quantile tells how a formula about a quantile divides the rows.
	Quantile *quantileFacts `json:"quantile,omitempty"`
	// Outcomes compare the estimates with a target of two values.
	Outcomes *question.Outcomes `json:"outcomes,omitempty"`
}

func factsOf(t *data.Table, r *question.Answer) *tableFacts {
	twins := question.TwinsOf(t)
	f := &tableFacts{Rows: t.FileRows, Different: len(t.Rows), Columns: len(t.Columns), OneValue: t.Dull,
		Constant: twins.Constant, Duplicates: twins.Duplicates, Complements: twins.Complements}
	if t.Binary() && r.Found() {
		wrong, mixed := t.Misclassified(r.Formula().Estimate)
		share := float64(wrong) / float64(t.Weight)
		f.Misclassified, f.BothOutcomes = &share, mixed
	}
	if r.Found() {
		f.Outcomes, f.Quantile = outcomesOf(t, r.Formula()), quantileOf(t, r)
	}
	return f
}

// quantileFacts are the loss and the calibration of a formula about a quantile.
type quantileFacts struct {
	Quantile string `json:"quantile"` // the quantile, a decimal
	// PinballLoss is the mean pinball loss in the unit of the target: half of average_error.
	PinballLoss float64 `json:"pinball_loss"`
	Below       float64 `json:"below"`       // share of the rows whose target is below the estimate
	UpTo        float64 `json:"at_or_below"` // share of the rows whose target is at most the estimate
}

// quantileOf returns nil for another error.
func quantileOf(t *data.Table, r *question.Answer) *quantileFacts {
	q := t.Options.Quantile
	if q == "" {
		return nil
	}
	f := &quantileFacts{Quantile: q, PinballLoss: float64(r.AverageError) * t.Range() / 2}
	estimate, near := t.Estimate(r.Formula().Estimate), 1e-9*t.Range() // the rounding of weights
	for _, row := range t.Rows {
		y, share := row.Target.Float()+1e-27*float64(row.Rest), float64(row.Weight)/float64(t.Weight)
		d := estimate(row.Columns) - y
		if d > near {
			f.Below += share
		}
		if d >= -near {
			f.UpTo += share
		}
	}
	return f
}

func printQuantile(w io.Writer, t *data.Table, r *question.Answer) {
	if q := quantileOf(t, r); q != nil {
		above, below := regression.Slopes(t.Rules)
		printWrapped(w, "quantile %s: in the average error a row above its estimate counts %.4g, one below %.4g, so "+
			"it is twice the pinball loss, %s; %.2f%% of the rows are at or below their estimates, %.2f%% below",
			q.Quantile, above, below, inTarget(t, q.PinballLoss), 100*q.UpTo, 100*q.Below)
	}
}
