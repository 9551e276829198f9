package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/progress"
	"feltlab/model/regression"
	"feltlab/pipeline/curve"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/known"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// curveFlags are the flags of the curve command as typed.
type curveFlags struct {
	hand, rng, loss, out string
	maxFeatures, seed    int
	steps                []int
	prove                durationFlag
	json                 bool
}

func (a *app) curveCommand() *cobra.Command {
	f := &curveFlags{}
	cmd := &cobra.Command{
		Use:   "curve",
		Short: "Tell the least error for every number of features",
		Long: `Finds the best formulas with 1, 2, ... features in one search, so that you can choose
how many to learn: what each more is worth, and what weights that are multiples of 5 or
1 percentage points cost. The bound says below what error no formula gets; with --prove
every point has that much time for a better one. Ctrl-C prints the points so far.`,
		Example: `  feltlab curve --hand AA --range ATC --max-features 12 --out aa.svg
  feltlab curve --hand JTs --range RML --step 5,1 --json
  feltlab curve --hand AA --range RUS --max-features 4 --prove 1m`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			task, err := f.task()
			if err != nil {
				return usageError{err}
			}
			return a.runCurve(cmd, f, task)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.hand, "hand", "", "your hand: a class such as AA or AKs, or two cards such as AhKd")
	flags.StringVar(&f.rng, "range", "any", "the opponent's range")
	flags.IntVar(&f.maxFeatures, "max-features", 12, "the largest number of features")
	flags.StringVar(&f.loss, "loss", "average", "the error that counts: average or max")
	flags.IntSliceVar(&f.steps, "step", nil, "also weights that are multiples of these percentage points, such as 5,1")
	flags.Var(&f.prove, "prove", "time to prove each point: seconds, or a time such as 90s (default none)")
	flags.IntVar(&f.seed, "seed", 1, "seed of the random choices")
	flags.StringVar(&f.out, "out", "", "also draw the curve to this .svg or .png file")
	flags.BoolVar(&f.json, "json", false, "print as JSON, see docs/json.md")
	return cmd
}

// task turns the flags into a question; every error is a usage error.
func (f *curveFlags) task() (curve.Task, error) {
	t := curve.Task{MaxFeatures: f.maxFeatures, Steps: f.steps, Prove: time.Duration(f.prove), Seed: f.seed}
	if f.hand == "" {
		return t, usage("curve: --hand is missing, such as --hand AA")
	}
	var err error
	if t.Subject, err = parseSubject(f.hand, f.rng); err != nil {
		return t, err
	}
	if ext := filepath.Ext(f.out); f.out != "" && ext != ".svg" && ext != ".png" {
		return t, usage("curve: --out %s, want a name that ends in .svg or .png", f.out)
	}
	if t.Kind, err = lossKind(f.loss); err != nil {
		return t, err
	}
	return t, t.Validate()
}

// lossKind is the program that minimises a loss for a number of features.
func lossKind(loss string) (regression.Kind, error) {
	p, err := program(loss, true, 1, 0)
	return p.Kind, err
}

func (a *app) runCurve(cmd *cobra.Command, f *curveFlags, t curve.Task) error {
	if f.out != "" {
		if err := writable(f.out); err != nil {
			return err
		}
	}
	store, err := a.store()
	if err != nil {
		return err
	}
	t.Known, t.Instances = known.Of(store), fit.NewInstances(store, 0)
	inst, err := t.Instances.Get(cmd.Context(), t.Subject)
	if err != nil {
		return err
	}
	bar := progress.Start(a.stderr, fmt.Sprintf("curve of %v", t.Subject), 1)
	defer bar.Close()
	t.Progress = func(done, total int, latest string) {
		bar.Of(done, total)
		bar.Latest(latest)
	}
	points, err := curve.Compute(cmd.Context(), inst, t)
	bar.Close()
	if err != nil && (len(points) == 0 || !errors.Is(err, context.Canceled)) {
		return err
	}
	if err := a.showCurve(f, inst, t, points); err != nil {
		return err
	}
	if err != nil {
		return interrupted("with %d of %d points, as good as they are so far", len(points), t.MaxFeatures)
	}
	return nil
}

// showCurve draws and prints points.
func (a *app) showCurve(f *curveFlags, inst *regression.Instance, t curve.Task, points []curve.Point) error {
	if f.out != "" {
		figure := curveChart(inst, t, points)
		write := draw.SVG
		if filepath.Ext(f.out) == ".png" {
			write = draw.PNG
		}
		if err := a.writeTo(f.out, func(w io.Writer) error { return write(w, figure) }); err != nil {
			return err
		}
	}
	if f.json {
		return a.printJSON(struct {
			Hand    string        `json:"hand"`
			Range   string        `json:"range"`
			Program string        `json:"program"`
			Points  []curve.Point `json:"points"`
		}{inst.Hand, inst.Range, t.Kind.String(), points})
	}
	return a.printCurve(inst, t, points)
}

func (a *app) printCurve(inst *regression.Instance, t curve.Task, points []curve.Point) error {
	fmt.Fprintf(a.stdout, "%s against %s, %v\n", inst.Hand, inst.Range, t.Kind)
	fmt.Fprintln(a.stdout, "  error and weights in percentage points; a bound is an error that no formula gets below")
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "features\tbound\terror\tgain\t")
	for _, step := range t.Steps {
		fmt.Fprintf(w, "step %d\t", step)
	}
	fmt.Fprintln(w, "  largest weights")
	last := 0.0
	for i, p := range points {
		e := p.Objective(t.Kind)
		gain := ""
		if i > 0 {
			gain = fmt.Sprintf("%.4f", 100*(last-e))
		}
		last = e
		bound := fmt.Sprintf("%.4f", 100*p.LowerBound)
		switch {
		case p.Status == question.Optimal:
			bound = "optimal"
		case p.LowerBound == 0:
			bound = "none"
		}
		fmt.Fprintf(w, "%d\t%s\t%.4f\t%s\t", p.MaxFeatures, bound, 100*e, gain)
		for k := range t.Steps {
			if k < len(p.Steps) {
				fmt.Fprintf(w, "%.4f", 100*p.Steps[k].Objective(t.Kind))
			}
			fmt.Fprint(w, "\t")
		}
		fmt.Fprintf(w, "  %s\n", topWeights(p.Features, 5))
	}
	return w.Flush()
}

// topWeights lists the largest weights in percentage points.
func topWeights(all []question.Weight, most int) string {
	text := ""
	sorted := (&question.Answer{Features: all}).ByWeight()
	for i, w := range sorted {
		if i == most {
			return text + " ..."
		}
		if i > 0 {
			text += "  "
		}
		text += fmt.Sprintf("F%d %+.1f", w.ID, 100*w.Weight)
	}
	return text
}

// curveChart draws errors, bounds and the errors of whole multiples.
func curveChart(inst *regression.Instance, t curve.Task, points []curve.Point) draw.Figure {
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
		Title:  fmt.Sprintf("%s against %s", inst.Hand, inst.Range),
		X:      draw.Axis{Label: "features", Integers: true},
		Y:      draw.Axis{Label: label, Zero: true},
		Series: append(append([]draw.Series{free}, whole...), bound),
	}
}
