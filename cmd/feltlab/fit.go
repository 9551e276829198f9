package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/matrix"
	"feltlab/model/features"
	"feltlab/model/mip"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/known"
	"feltlab/pipeline/question"
	"feltlab/solvers/lattice"
)

// fitFlags are the flags of the fit command as typed.
type fitFlags struct {
	hand, rng, dataset, loss, formulation, engine, start, mpsFile, log string
	features                                                           int
	maxErrorPercent                                                    float64
	timeLimit                                                          durationFlag
	seed                                                               int
	json, fresh, progress                                              bool
	steps                                                              []int
	shared                                                             []string
}

func (a *app) fitCommand() *cobra.Command {
	f := &fitFlags{timeLimit: durationFlag(time.Minute)}
	cmd := &cobra.Command{
		Use:   "fit",
		Short: "Find the best formula for a hand's equity on the flop",
		Long: `Finds the features of a flop, and their weights, whose sum estimates a hand's equity
best: with --features at most N of them and the smallest error, with --max-error as
few as possible within an error of E percentage points. The result is an incumbent
and a bound; status "optimal" says that no formula is better. With --step 5 a formula
whose weights are multiples of 5 percentage points follows, solved as such. With --shared
KK,QQ one set of features is found for these hands too, as by feltlab shared.

With --engine highs the integer program goes to HiGHS, in the formulation of your choice,
with our incumbent or, with --start none, without. What HiGHS says of it stands beside
the bound that is proved; where HiGHS calls it optimal and there is no proof, it says
"optimal by HiGHS". The time limit bounds all of it. --log writes what was known when:
seconds, incumbent, bound (errors as fractions of 1), nodes and engine.`,
		Example: `  feltlab fit --hand AA --range ATC --features 3
  feltlab fit --hand KQs --range RS --max-error 2.5 --time-limit 5m --json
  feltlab fit --hand AA --features 3 --loss max --engine highs --start none
  feltlab fit --hand AA --features 5 --engine highs --log aa.csv --progress
  feltlab fit --dataset aa.parquet --features 5
  feltlab fit --hand AA --range ATC --features 5 --step 5,1
  feltlab fit --hand AA --range RS --features 8 --shared KK,QQ
  feltlab fit --hand JJ --range RML --features 5 --loss max --write-mps jj.mps`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if len(f.shared) > 0 {
				return a.fitShared(cmd, f)
			}
			task, err := f.task(cmd)
			if err != nil {
				return usageError{err}
			}
			return a.runFit(cmd.Context(), task, f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.hand, "hand", "", "your hand: a class such as AA or AKs, or two cards such as AhKd")
	flags.StringVar(&f.rng, "range", "any", "the opponent's range")
	flags.StringVar(&f.dataset, "dataset", "", "take hand, range and flops from this matrix, Parquet or CSV")
	flags.IntVar(&f.features, "features", 0, "use at most this many features, for the smallest error")
	flags.Float64Var(&f.maxErrorPercent, "max-error", 0, "stay within this error in percentage points, with the fewest features")
	flags.StringVar(&f.loss, "loss", "average", "the error that counts: average or max")
	flags.StringVar(&f.formulation, "formulation", "pattern", "of the integer program for HiGHS: plain (as published), merged or pattern")
	flags.StringVar(&f.engine, "engine", "auto", "auto, exact, highs or search (bound by the relaxation only)")
	flags.StringVar(&f.start, "start", "search", "what --engine highs begins with: search (our incumbent) or none")
	flags.StringVar(&f.log, "log", "", "write incumbent and bound over time to this file, as CSV")
	flags.BoolVar(&f.progress, "progress", false, "show incumbent and bound on standard error as they change")
	flags.Var(&f.timeLimit, "time-limit", "seconds, or a time such as 90s or 2h")
	flags.IntVar(&f.seed, "seed", 0, "seed of the random choices")
	flags.StringVar(&f.mpsFile, "write-mps", "", "write the integer program to this file instead of solving it")
	flags.IntSliceVar(&f.steps, "step", nil, "also solve for weights that are multiples of these percentage points, such as 5,1")
	flags.StringSliceVar(&f.shared, "shared", nil, "find one set of features for --hand and these hands, such as KK,QQ")
	flags.BoolVar(&f.fresh, "fresh", false, "solve from nothing, not from what is known")
	flags.BoolVar(&f.json, "json", false, "print as JSON, see docs/json.md")
	return cmd
}

// fitShared asks for one set of features for several hands.
func (a *app) fitShared(cmd *cobra.Command, f *fitFlags) error {
	for _, other := range []string{"dataset", "max-error", "write-mps", "engine", "formulation", "start", "time-limit", "log", "progress"} {
		if cmd.Flags().Changed(other) {
			return usage("fit: --shared goes with --hand, --range, --features, --loss, --step, --seed, --fresh and --json, not with --%s", other)
		}
	}
	if f.hand == "" || !cmd.Flags().Changed("features") || len(f.steps) > 1 {
		return usage("fit: --shared wants --hand, --features and at most one --step")
	}
	s := &sharedFlags{hands: append([]string{f.hand}, f.shared...), rng: f.rng, loss: f.loss, features: f.features, seed: f.seed, json: f.json, fresh: f.fresh}
	if len(f.steps) == 1 {
		s.step = f.steps[0]
	}
	task, err := s.task()
	if err != nil {
		return usageError{err}
	}
	return a.runShared(cmd, s, task)
}

// task turns the flags into a question; every error is a usage error.
func (f *fitFlags) task(cmd *cobra.Command) (question.Question, error) {
	t := question.Question{TimeLimit: time.Duration(f.timeLimit), Seed: f.seed, Steps: f.steps}
	bySize, byError := cmd.Flags().Changed("features"), cmd.Flags().Changed("max-error")
	switch {
	case f.dataset != "" && (f.hand != "" || cmd.Flags().Changed("range")):
		return t, errors.New("fit: --dataset holds hand and range; leave out --hand and --range")
	case f.dataset == "" && f.hand == "":
		return t, errors.New("fit: --hand is missing, such as --hand AA")
	}
	if bySize == byError {
		return t, errors.New("fit: want one of --features N and --max-error PERCENT")
	}
	for _, step := range f.steps {
		if err := lattice.CheckStep(step); err != nil {
			return t, fmt.Errorf("fit: --step: %w", err)
		}
	}
	var err error
	if e := f.maxErrorPercent; byError && !(e >= 0 && e < 100) {
		return t, fmt.Errorf("fit: --max-error %v, want percentage points from 0 to below 100", e)
	}
	if t.Program, err = program(f.loss, bySize, f.features, f.maxErrorPercent/100); err != nil {
		return t, err
	}
	if t.Formulation, err = regression.ParseFormulation(f.formulation); err != nil {
		return t, err
	}
	if t.Engine, err = question.ParseEngine(f.engine); err != nil {
		return t, err
	}
	if t.Start, err = question.ParseStart(f.start); err != nil {
		return t, err
	}
	if f.mpsFile != "" && (f.log != "" || f.progress) {
		return t, errors.New("fit: --write-mps solves nothing; leave out --log and --progress")
	}
	if f.dataset != "" { // holds hand and range
		return t, t.Program.Validate(features.Count)
	}
	if t.Subject, err = parseSubject(f.hand, f.rng); err != nil {
		return t, err
	}
	return t, t.Validate()
}

func program(loss string, bySize bool, n int, e float64) (regression.Program, error) {
	switch {
	case loss == "average" && bySize:
		return regression.Program{Kind: regression.AvgErr, N: n}, nil
	case loss == "average":
		return regression.Program{Kind: regression.FeatAvgErr, E: e}, nil
	case loss == "max" && bySize:
		return regression.Program{Kind: regression.MaxErr, N: n}, nil
	case loss == "max":
		return regression.Program{Kind: regression.FeatMaxErr, E: e}, nil
	}
	return regression.Program{}, usage("fit: --loss %q, want average or max", loss)
}

// matrix reads the matrix of a task from a file, or else takes it from the store.
func (a *app) matrix(ctx context.Context, t question.Question, file string) (*matrix.Matrix, error) {
	if file != "" {
		m, err := matrix.Read(file)
		return m, named(err)
	}
	store, err := a.store()
	if err != nil {
		return nil, err
	}
	return fit.NewInstances(store, 0).Matrix(ctx, t.Subject)
}

// solveFit answers a task from what is known, unless it is to be fresh. What a file says of its hand
// and range is not known of these.
func (a *app) solveFit(ctx context.Context, inst *regression.Instance, t question.Question, f *fitFlags, o fit.Options) (*question.Answer, error) {
	if f.dataset != "" {
		return fit.Solve(ctx, inst, t, o)
	}
	store, err := a.store()
	if err != nil {
		return nil, err
	}
	instances, base := fit.NewInstances(store, 0), known.Of(store)
	if f.fresh {
		return base.Measure(ctx, instances, t, o)
	}
	r, _, err := base.Solve(ctx, instances, t, false, o)
	return r, err
}

func (a *app) runFit(ctx context.Context, task question.Question, f *fitFlags) error {
	m, err := a.matrix(ctx, task, f.dataset)
	if err != nil {
		return err
	}
	if f.dataset != "" {
		if task.Subject, err = question.ParseSubject(m.Hand, m.Range); err != nil {
			return err
		}
	}
	inst := m.Instance()
	if f.mpsFile != "" {
		built, err := regression.Build(inst, task.Program, task.Formulation)
		if err != nil {
			return err
		}
		return a.writeTo(f.mpsFile, func(w io.Writer) error { return mip.WriteMPS(w, built.Model) })
	}
	watch, stop, err := a.watchFit(task, f)
	if err != nil {
		return err
	}
	told := false
	result, err := a.solveFit(ctx, inst, task, f, fit.Options{Progress: func(p fit.Progress) { told = true; watch(p) }})
	if result != nil && !told {
		watch(fit.ProgressOf(result)) // it was known
	}
	err = cmp.Or(err, stop())
	if result == nil {
		return err
	}
	if err := a.printFit(m, inst, result, f.json); err != nil {
		return err
	}
	return cmp.Or(ctx.Err(), err)
}
