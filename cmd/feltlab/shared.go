package main

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"feltlab/internal/progress"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/known"
	"feltlab/pipeline/question"
)

// sharedFlags are the flags of the shared command.
type sharedFlags struct {
	Hands []ranges.Hand `flag:"hand" required:"AA,KK,AKs" complete:"hands" help:"your hands, a list such as AA,KK or the flag again"`
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
	return command(&cobra.Command{
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
			task := fit.SharedQuestion{MaxFeatures: f.Features, Step: f.Step, Seed: f.Seed, Kind: f.program(f.Features).Kind}
			for _, h := range f.Hands {
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
	store, err := a.store()
	if err != nil {
		return err
	}
	bar := progress.Start(a.stderr, "shared features", len(f.Hands)+1)
	defer bar.Close()
	if !f.Fresh {
		t.Known = known.Of(store)
	}
	instances := fit.NewInstances(store, 0)
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
	if f.JSON {
		return a.printJSON(r)
	}
	return a.printShared(r, t)
}

func (a *app) printShared(r *fit.SharedAnswer, t fit.SharedQuestion) error {
	fmt.Fprintf(a.stdout, "%d hands against %s, %s(%d): one set of features\n", len(r.Hands), t.Subjects[0].RangeText(), r.Kind, r.MaxFeatures)
	for _, word := range r.Features {
		if feature, err := features.ByID(word.ID); err == nil {
			fmt.Fprintf(a.stdout, "  F%-3d %s\n", word.ID, feature.Sentence)
		}
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "  error\tshared\town set\tcost\t")
	if t.Step != 0 {
		fmt.Fprintf(w, "step %d\t", t.Step)
	}
	for _, word := range r.Features {
		fmt.Fprintf(w, "F%d\t", word.ID)
	}
	fmt.Fprintln(w)
	for i := range r.Hands {
		h := &r.Hands[i]
		fmt.Fprintf(w, "  %s\t%.4f\t%.4f\t%.4f\t", h.Hand, 100*h.Shared.Objective(t.Kind), 100*h.Own.Objective(t.Kind), 100*h.Cost)
		shown := &h.Shared
		if h.Whole != nil {
			fmt.Fprintf(w, "%.4f\t", 100*h.Whole.Objective(t.Kind))
			shown = h.Whole
		}
		for _, word := range r.Features {
			fmt.Fprintf(w, "%s\t", weightOf(shown, word.ID, t.Step))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "  mean\t%.4f\t%.4f\t%.4f\t", 100*r.MeanError, 100*r.OwnError, 100*r.Cost)
	if t.Step != 0 {
		fmt.Fprintf(w, "%.4f\t", 100*r.WholeError)
	}
	fmt.Fprintln(w, strings.Repeat("\t", len(r.Features)))
	if err := w.Flush(); err != nil {
		return err
	}
	if r.LowerBound > 0 {
		fmt.Fprintf(a.stdout, "  proved: no shared set has a mean below %.4f\n", math.Floor(1e6*r.LowerBound)/1e4)
	}
	fmt.Fprintf(a.stdout, "  weights and errors in percentage points; %.1f s\n", r.Seconds)
	return nil
}

// weightOf writes a feature's weight in percentage points, nothing if it has none.
func weightOf(f *question.Scored, id, step int) string {
	for _, w := range f.Features {
		if w.ID == id && step != 0 {
			return fmt.Sprintf("%+.0f", 100*w.Weight)
		} else if w.ID == id {
			return fmt.Sprintf("%+.1f", 100*w.Weight)
		}
	}
	return ""
}
