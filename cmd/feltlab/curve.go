package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"feltlab/internal/progress"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// curveFlags are the flags of a curve, besides those that say what it is about.
type curveFlags struct {
	Features int    `flag:"features" default:"5" complete:"features"`
	Loss     string `flag:"loss" default:"average" oneof:"average,max"`
	Prove    bool   `flag:"prove" help:"look for better formulas and prove bounds, each point for up to --time-limit"`
	solveTimeFlag
	seedFlag
	Out string `flag:"out" help:"also draw the curve to this .svg or .png file" file:".svg,.png"`
	jsonFlag
}

const curveHelp = `Finds the best formulas with 1, 2, ... features in one search, so that you can choose how many
features to learn. It lists what each further feature gains. No formula has an error below the bound. --prove spends
up to --time-limit on each point to improve formula and bound. Ctrl-C prints the points found so far.`

func (a *app) curveCommand() *cobra.Command {
	f := &struct {
		question.AskHands
		Steps []int `flag:"step"`
		curveFlags
	}{}
	return a.stored(&cobra.Command{
		Use:   "curve [HAND...]",
		Short: "List the smallest error for every number of features",
		Long: curveHelp + ` --step adds what weights in
multiples of 5 or 1 percentage points cost.`,
		Example: `  feltlab curve AA --range ATC --features 12 --out aa.svg
  feltlab curve JTs --range RML --step 5,1 --json
  feltlab curve AA --range RUS --features 4 --prove`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ask := question.NewAsk()
			ask.AskHands = f.AskHands
			return a.curveOf(cmd, &ask, f.Steps, 0, &f.curveFlags)
		},
	}, f)
}

func (a *app) regressCurveCommand() *cobra.Command {
	f := &struct {
		question.AskTables
		Folds int `flag:"folds" min:"0"`
		curveFlags
	}{}
	return a.stored(&cobra.Command{
		Use:   "curve FILE",
		Short: "List the smallest error for every number of columns of a table",
		Long:  curveHelp + " --folds adds errors out of sample.",
		Example: `  feltlab regress curve examples/diabetes.csv.gz --target progression \
    --features 3 --folds 10`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFolds(f.Folds); err != nil {
				return err
			}
			ask := question.NewAsk()
			ask.AskTables, ask.Data = f.AskTables, args
			return a.curveOf(cmd, &ask, nil, f.Folds, &f.curveFlags)
		},
	}, f)
}

// curveOf prints the curve of the one subject that a person asks about.
func (a *app) curveOf(cmd *cobra.Command, ask *question.Ask, steps []int, folds int, f *curveFlags) error {
	q := fit.CurveQuestion{MaxFeatures: f.Features, Steps: steps, Seed: f.Seed,
		Kind: (&question.AskGoals{Loss: f.Loss}).Kind()}
	subjects, impossible, err := ask.Subjects()
	switch {
	case err != nil:
		return asking(err)
	case len(impossible) > 0:
		return usageError{impossible[0]}
	case len(subjects) != 1:
		return usage("a curve takes one hand, range and street, or one target; this asks for %d curves", len(subjects))
	}
	of, goals := question.Capped(subjects[0], []regression.Program{{Kind: q.Kind, N: q.MaxFeatures}})
	q.Subject, q.MaxFeatures = of, goals[0].N
	if f.Prove {
		q.Prove = f.TimeLimit
	} else if cmd.Flags().Changed("time-limit") {
		return usage("--time-limit is for --prove")
	}
	if err := q.Validate(); err != nil {
		return usageError{err}
	}
	return a.runCurve(cmd.Context(), q, folds, f)
}

func (a *app) runCurve(ctx context.Context, q fit.CurveQuestion, folds int, f *curveFlags) error {
	q.Solver = fit.NewSolver(a.kept, 0)
	inst, err := q.Solver.Instances.Get(ctx, q.Subject)
	if err != nil {
		return badTable(err)
	}
	asked, outOfSample := q, (*fit.OutOfSample)(nil)
	bar := progress.Start(a.stderr, fmt.Sprintf("curve of %v", q.Subject), 1)
	defer bar.Close()
	q.Progress = func(done, total int, latest string) {
		bar.Of(done, total)
		bar.Latest(latest)
	}
	points, err := fit.Curve(ctx, inst, q)
	bar.Close()
	if err != nil && (len(points) == 0 || !errors.Is(err, context.Canceled)) {
		return err
	}
	if err == nil {
		outOfSample, err = a.outOfSample(ctx, asked, folds)
	}
	if errors.Is(err, context.Canceled) {
		err = interrupted("with %d of %d points, as good as they are so far", len(points), q.MaxFeatures)
	}
	return cmp.Or(a.showCurve(f, q, points, outOfSample), err)
}

func (a *app) showCurve(f *curveFlags, t fit.CurveQuestion, points []fit.CurvePoint, o *fit.OutOfSample) error {
	if f.Out != "" {
		write := draw.SVG
		if formatOf(f.Out) == "png" {
			write = draw.PNG
		}
		if err := a.writeTo(f.Out, func(w io.Writer) error { return write(w, curveChart(t, points)) }); err != nil {
			return err
		}
	}
	answer := &curveAnswer{SubjectKeys: t.Subject.Keys(), RangePlain: t.Subject.Against().Plain(),
		Program: t.Kind.String(), Points: points, OutOfSample: o}
	if f.JSON {
		answer.toUnit(t.Subject.Table())
	}
	return a.show(f.JSON, answer, func(w io.Writer) error {
		if err := printCurve(w, t, answer); err != nil || !t.Subject.IsTable() {
			return err
		}
		whole, err := t.Solver.Instances.Table(t.Subject)
		if err != nil {
			return err
		}
		printCurveFormulas(w, whole, answer)
		return printOutOfSample(w, whole, t.Kind, o)
	})
}

// curveAnswer is a curve with what it is about.
type curveAnswer struct {
	question.SubjectKeys
	// RangePlain is the opponent's range by classes and combos, which other programs read.
	RangePlain string `json:"range_plain,omitempty"`
	Program    string `json:"program"` // the program
	// Unit is the column whose unit errors, bounds, weights and intercepts of a table have.
	Unit   string           `json:"unit,omitempty"`
	Points []fit.CurvePoint `json:"points"` // the best formulas by number of features
	// OutOfSample are the errors out of sample, by --folds.
	OutOfSample *fit.OutOfSample `json:"out_of_sample,omitempty"`
}

// toUnit puts the numbers of a curve about a table into the unit of its target.
func (c *curveAnswer) toUnit(of question.Table) {
	_, size, known := of.Span()
	if !known {
		return
	}
	c.Unit, c.Points = of.Unit(), slices.Clone(c.Points)
	for i := range c.Points {
		p := &c.Points[i]
		p.Scored, p.LowerBound = p.InTargetUnit(of), question.Digits15(size*p.LowerBound)
	}
	if c.OutOfSample == nil {
		return
	}
	o := *c.OutOfSample
	o.Points = slices.Clone(o.Points)
	for i := range o.Points {
		p := &o.Points[i]
		p.Error, p.StandardError, p.ByFold = size*p.Error, size*p.StandardError, slices.Clone(p.ByFold)
		for k := range p.ByFold {
			p.ByFold[k] *= size
		}
	}
	c.OutOfSample = &o
}

func curveChart(t fit.CurveQuestion, points []fit.CurvePoint) draw.Figure {
	free := draw.Series{Name: "free weights", Style: draw.Line}
	bound := draw.Series{Name: "lower bound", Style: draw.Trend}
	whole := make([]draw.Series, len(t.Steps))
	for _, p := range points {
		x := float64(p.MaxFeatures)
		free.Points = append(free.Points, draw.Point{X: x, Y: 100 * p.Objective(t.Kind)})
		bound.Points = append(bound.Points, draw.Point{X: x, Y: 100 * p.LowerBound})
		for k, s := range p.Steps {
			whole[k].Name, whole[k].Style = fmt.Sprintf("multiples of %d", s.StepPercent), draw.Line
			whole[k].Points = append(whole[k].Points, draw.Point{X: x, Y: 100 * s.Objective(t.Kind)})
		}
	}
	label := "average error, percentage points"
	if t.Kind.UsesMax() {
		label = "largest error, percentage points"
	}
	return draw.Chart{
		Title:  t.Subject.String(),
		X:      draw.Axis{Label: "features", Integers: true},
		Y:      draw.Axis{Label: label, Zero: true},
		Series: append(append([]draw.Series{free}, whole...), bound),
	}
}
