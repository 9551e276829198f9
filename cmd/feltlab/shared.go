package main

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"feltlab/internal/progress"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/known"
	"feltlab/pipeline/question"
	"feltlab/pipeline/vocabulary"
)

// sharedFlags are the flags of the shared command as typed.
type sharedFlags struct {
	hands                []string
	rng, loss            string
	features, step, seed int
	json, fresh          bool
}

func (a *app) sharedCommand() *cobra.Command {
	f := &sharedFlags{}
	cmd := &cobra.Command{
		Use:   "shared",
		Short: "Find one set of features for several hands",
		Long: `Finds the features that serve several hands against a range best, each hand with
weights of its own: the set with the least mean of the hands' errors. So you learn one
vocabulary and a few numbers for each hand. The cost is told against the best set that
each hand has for itself, which begins with what is known of it. Where bounds are known,
their mean is one on every shared set.`,
		Example: `  feltlab shared --hands AA,KK,QQ --range RS --features 8
  feltlab shared --hands AKs,AKo,AQs --range ATC --features 6 --step 5 --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			task, err := f.task()
			if err != nil {
				return usageError{err}
			}
			return a.runShared(cmd, f, task)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.hands, "hands", nil, "your hands, such as AA,KK,AKs")
	flags.StringVar(&f.rng, "range", "any", "the opponent's range")
	flags.IntVar(&f.features, "features", 8, "the largest number of features")
	flags.StringVar(&f.loss, "loss", "average", "the error that counts: average or max")
	flags.IntVar(&f.step, "step", 0, "also weights that are multiples of so many percentage points, such as 5")
	flags.IntVar(&f.seed, "seed", 1, "seed of the random choices")
	flags.BoolVar(&f.fresh, "fresh", false, "search from nothing, not from what is known")
	flags.BoolVar(&f.json, "json", false, "print as JSON, see docs/json.md")
	return cmd
}

// task turns the flags into a question; every error is a usage error.
func (f *sharedFlags) task() (vocabulary.Task, error) {
	t := vocabulary.Task{MaxFeatures: f.features, Step: f.step, Seed: f.seed}
	if len(f.hands) == 0 {
		return t, usage("shared: --hands is missing, such as --hands AA,KK,QQ")
	}
	seen := map[string]bool{}
	for _, hand := range f.hands {
		s, err := parseSubject(strings.TrimSpace(hand), f.rng)
		if err != nil {
			return t, err
		}
		if seen[s.Hand.Text] {
			return t, usage("shared: --hands names %s twice", s.Hand)
		}
		seen[s.Hand.Text] = true
		t.Subjects = append(t.Subjects, s)
	}
	kind, err := lossKind(f.loss)
	t.Kind = kind
	if err != nil {
		return t, err
	}
	return t, t.Validate()
}

func (a *app) runShared(cmd *cobra.Command, f *sharedFlags, t vocabulary.Task) error {
	store, err := a.store()
	if err != nil {
		return err
	}
	bar := progress.Start(a.stderr, "shared features", len(f.hands)+1)
	defer bar.Close()
	if !f.fresh {
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
	r, err := vocabulary.Solve(cmd.Context(), insts, t)
	if err != nil {
		return err
	}
	bar.Close()
	if f.json {
		a.command = "shared" // whichever command asked
		return a.printJSON(r)
	}
	return a.printShared(r, t)
}

func (a *app) printShared(r *vocabulary.Result, t vocabulary.Task) error {
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
