package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

type curveFlags struct {
	Hand []string `flag:"hand" complete:"hands"`
	_    string   `help:"your hand: a class such as AA or AKs, or two cards such as AhKd"`
	rangeFlag
	streetFlag
	togetherFlags
	setFlag
	dataFlags
	foldsFlag
	Features int `flag:"features" default:"12" complete:"features" help:"largest number of features"`
	lossFlag
	stepsFlag
	Prove     bool          `flag:"prove" help:"search and prove each point for the time of --time-limit"`
	TimeLimit time.Duration `flag:"time-limit" default:"1m"`
	_         string        `help:"time limit of each proof: seconds, or a time such as 90s or 2h"`
	seedFlag
	Out string `flag:"out" help:"also draw the curve to this .svg or .png file"`
	jsonFlag
}

func (a *app) curveCommand() *cobra.Command {
	f := &curveFlags{}
	return a.stored(&cobra.Command{
		Use:   "curve",
		Short: "List the smallest error for every number of features",
		Long: `Finds the best formulas with 1, 2, ... features in one search, so that you can choose
how many features to learn. It lists what each further feature gains and what weights in
multiples of 5 or 1 percentage points cost. No formula has an error below the bound.
--prove spends up to --time-limit on each point to improve formula and bound. Ctrl-C
prints the points found so far.`,
		Example: `  feltlab curve --hand AA --range ATC --features 12 --out aa.svg
  feltlab curve --hand JTs --range RML --step 5,1 --json
  feltlab curve --hand AA --range RUS --features 4 --prove
  feltlab curve --data diabetes.csv --target progression --features 6 --folds 10`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			task, err := f.task(cmd)
			if err != nil {
				return usageError{err}
			}
			return a.runCurve(cmd, f, task)
		},
	}, f)
}

// task turns the flags into a question. Every error is a usage error.
func (f *curveFlags) task(cmd *cobra.Command) (fit.CurveQuestion, error) {
	t := fit.CurveQuestion{MaxFeatures: f.Features, Steps: f.Steps, Seed: f.Seed, Kind: f.program(1).Kind}
	err := cmp.Or(f.notWithData(cmd, "hand", "range", "step", "street", "feature-set", "together", "estimate"),
		f.withoutData(cmd), f.togetherFlags.check(cmd, "street"))
	switch {
	case err != nil:
	case f.Data != "":
		t.Subject, err = f.table(cmd)
		err = cmp.Or(err, f.foldsFlag.check())
	case len(f.Hand) > 1 && !f.Together:
		err = usage("--hand: the flag takes one hand here, such as AA; --together takes several, for one formula")
	case len(f.Hand) == 0:
		err = usage("--hand is missing, such as --hand AA; or --data FILE with a table of your own")
	default:
		t.Subject, err = f.subject()
	}
	if err != nil {
		return t, err
	}
	if f.Prove {
		t.Prove = f.TimeLimit
	} else if cmd.Flags().Changed("time-limit") {
		return t, usage("--time-limit is for --prove")
	}
	if ext := filepath.Ext(f.Out); f.Out != "" && ext != ".svg" && ext != ".png" {
		return t, usage("--out %s, want a name that ends in .svg or .png", f.Out)
	}
	return t, t.Validate()
}

func (f *curveFlags) subject() (question.Subject, error) {
	all, err := f.subjects(f.Hand, f.Range, &f.setFlag, f.streetFlag)
	if err != nil {
		return question.Subject{}, err
	}
	return all[0], nil
}

func (a *app) runCurve(cmd *cobra.Command, f *curveFlags, t fit.CurveQuestion) error {
	if err := writable(f.Out); err != nil {
		return err
	}
	t.Solver = fit.NewSolver(a.kept, 0)
	inst, err := t.Solver.Instances.Get(cmd.Context(), t.Subject)
	if err != nil {
		return badTable(err)
	}
	if t.Subject.IsData() {
		whole, err := t.Solver.Instances.Table(t.Subject)
		if err != nil {
			return badTable(err)
		}
		t.Subject.Data = t.Subject.Data.Of(whole)
	}
	outOfSample, asked := (*fit.OutOfSample)(nil), t
	bar := progress.Start(a.stderr, fmt.Sprintf("curve of %v", t.Subject), 1)
	defer bar.Close()
	t.Progress = func(done, total int, latest string) {
		bar.Of(done, total)
		bar.Latest(latest)
	}
	points, err := fit.Curve(cmd.Context(), inst, t)
	bar.Close()
	if err != nil && (len(points) == 0 || !errors.Is(err, context.Canceled)) {
		return err
	}
	if err == nil {
		outOfSample, err = a.outOfSample(cmd.Context(), asked, f.Folds)
	}
	if err := a.showCurve(f, inst, t, points, outOfSample); err != nil {
		return err
	}
	if err != nil && errors.Is(err, context.Canceled) {
		return interrupted("with %d of %d points, as good as they are so far", len(points), t.MaxFeatures)
	}
	return err
}

func (a *app) showCurve(f *curveFlags, inst *regression.Instance, t fit.CurveQuestion, points []fit.CurvePoint,
	o *fit.OutOfSample) error {
	if f.Out != "" {
		figure := curveChart(inst, t, points)
		write := draw.SVG
		if filepath.Ext(f.Out) == ".png" {
			write = draw.PNG
		}
		if err := a.writeTo(f.Out, func(w io.Writer) error { return write(w, figure) }); err != nil {
			return err
		}
	}
	first, second := t.Subject.Names()
	answer := &curveAnswer{Hand: first, Range: second, Program: t.Kind.String(), Points: points, OutOfSample: o}
	if t.Subject.IsData() {
		answer.Hand, answer.Range, answer.Data = "", "", &t.Subject.Data
	} else {
		answer.Range = t.Subject.Range.String()
	}
	if t.Subject.IsTogether() {
		answer.Hand = ""
	}
	answer.Common = t.Subject.Common
	if t.Subject.OwnFeatures() {
		answer.FeatureSet = &t.Subject.FeatureSet
	}
	answer.Street = t.Subject.Street
	return a.show(f.JSON, answer, func(w io.Writer) error {
		if err := printCurve(w, t.Subject, answer, t.Steps, t.Kind); err != nil || !t.Subject.IsData() {
			return err
		}
		whole, err := t.Solver.Instances.Table(t.Subject)
		if err != nil {
			return err
		}
		if printCurveFormulas(w, whole, answer); o == nil {
			return nil
		}
		return printOutOfSample(w, whole, t.Kind, o)
	})
}

type curveAnswer struct {
	Hand string `json:"hand,omitempty"` // the hand
	question.Common
	Range string         `json:"range,omitempty"` // the opponent's range
	Data  *question.Data `json:"data,omitempty"`  // the table, in place of hand and range
	// FeatureSet has the features of the hand; without one they are those of the paper.
	FeatureSet *question.FeatureSet `json:"feature_set,omitempty"`
	Street     cards.Street         `json:"street,omitzero"` // turn or river; without it the boards are flops

	Program string           `json:"program"` // the program
	Points  []fit.CurvePoint `json:"points"`  // the best formulas by number of features
	// OutOfSample are the errors out of sample, by --folds.
	OutOfSample *fit.OutOfSample `json:"out_of_sample,omitempty"`
}

func curveChart(inst *regression.Instance, t fit.CurveQuestion, points []fit.CurvePoint) draw.Figure {
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
	title := fmt.Sprintf("%s against %s", inst.Hand, inst.Range)
	if t.Subject.IsData() {
		title = t.Subject.String()
	}
	label := "average error, percentage points"
	if t.Kind.UsesMax() {
		label = "largest error, percentage points"
	}
	return draw.Chart{
		Title:  title,
		X:      draw.Axis{Label: "features", Integers: true},
		Y:      draw.Axis{Label: label, Zero: true},
		Series: append(append([]draw.Series{free}, whole...), bound),
	}
}

type sharedFlags struct {
	Hands []ranges.Hand `flag:"hand" required:"AA,KK,AKs" complete:"hands"`
	_     string        `help:"your hands, a list such as AA,KK or the flag again"`
	rangeFlag
	Features int `flag:"features" default:"8" complete:"features" help:"largest number of features"`
	lossFlag
	Step int `flag:"step" help:"also solve for weights that are multiples of this many percentage points, such as 5"`
	seedFlag
	freshFlag
	jsonFlag
}

func (a *app) sharedCommand() *cobra.Command {
	f := &sharedFlags{}
	return a.stored(&cobra.Command{
		Use:   "shared",
		Short: "Find one set of features for several hands",
		Long: `Finds one set of features for several hands against a range: the set with the smallest
mean of the hands' errors. Each hand has its own weights. You learn the features once,
and a few numbers for each hand. Costs compare the shared set with the best known set of
each hand. Where the hands' bounds are known, their mean is a bound on every shared set.`,
		Example: `  feltlab shared --hand AA,KK,QQ --range RS --features 8
  feltlab shared --hand AKs --hand AKo --range ATC --features 6 --step 5 --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			task := fit.SharedQuestion{MaxFeatures: f.Features, Step: f.Step, Seed: f.Seed, Kind: f.program(1).Kind}
			for i, h := range f.Hands {
				if slices.Contains(f.Hands[:i], h) {
					return usage("--hand: %v is named twice", h)
				}
				task.Subjects = append(task.Subjects, f.Range.against(h))
			}
			if err := task.Validate(); err != nil {
				return usageError{err}
			}
			return a.runShared(cmd, f, task)
		},
	}, f)
}

func (a *app) runShared(cmd *cobra.Command, f *sharedFlags, t fit.SharedQuestion) error {
	bar := progress.Start(a.stderr, "shared features", len(f.Hands)+1)
	defer bar.Close()
	if !f.Fresh {
		t.Known = ledger.Of(a.kept)
	}
	instances := fit.NewInstances(a.kept, 0)
	var insts []*regression.Instance
	for _, s := range t.Subjects {
		inst, err := instances.Get(cmd.Context(), s)
		if err != nil {
			return err
		}
		insts = append(insts, inst)
		bar.Step("flops of " + s.Hand.Text)
	}
	t.Improved = func(mean float64) { bar.Latest(fmt.Sprintf("best so far %.4f points", 100*mean)) }
	r, err := fit.Shared(cmd.Context(), insts, t)
	if err != nil {
		return err
	}
	bar.Close()
	return a.show(f.JSON, r, func(w io.Writer) error { return printShared(w, r, t) })
}
