package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"feltlab/dataset/matrix"
	"feltlab/model/features"
	"feltlab/model/mip"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/solvers/lattice"
)

type fitFlags struct {
	handFlag
	rangeFlag
	Dataset  string  `flag:"dataset"`
	_        string  `help:"take hand, range and flops from this matrix, a Parquet or CSV file of feltlab dataset"`
	Features int     `flag:"features" complete:"features"`
	_        string  `help:"find the smallest error with at most this many features"`
	MaxError float64 `flag:"max-error" help:"find the fewest features within this error, in percentage points"`
	lossFlag
	stepsFlag
	Engine      question.Engine        `flag:"engine" default:"auto" oneof:"auto,exact,highs,search"`
	_           string                 `help:"{}; search proves only the relaxation's bound"`
	Formulation regression.Formulation `flag:"formulation" default:"pattern" oneof:"plain,merged,pattern"`
	_           string                 `help:"integer program for HiGHS: {}; plain is the published one"`
	Start       question.Start         `flag:"start" default:"search" oneof:"search,none"`
	_           string                 `help:"--engine highs starts from our incumbent (search) or nothing (none)"`
	solveTimeFlag
	seedFlag
	freshFlag
	MPS      string `flag:"mps" help:"write the integer program to this file instead of solving it"`
	Log      string `flag:"log" help:"write incumbent and bound over time to this CSV file"`
	Progress bool   `flag:"progress" help:"show incumbent and bound on standard error as they change"`
	jsonFlag
}

func (a *app) fitCommand() *cobra.Command {
	f := &fitFlags{}
	return command(&cobra.Command{
		Use:   "fit",
		Short: "Find the best formula for a hand's equity on the flop",
		Long: `Finds the features of a flop, and their weights, whose sum best estimates a hand's
equity. With --features N it finds the smallest error of at most N features. With
--max-error E it finds the fewest features within E percentage points. The answer has a
formula and a bound: status "optimal" means that no formula is better. --step 5 adds the
best formula whose weights are multiples of 5 percentage points.

--engine highs solves the integer program with HiGHS. What HiGHS reports is printed next
to the bound that feltlab proves; "optimal by HiGHS" means that only HiGHS says so. The
time limit covers all steps. --log writes seconds, incumbent, bound (fractions of 1),
nodes and engine.`,
		Example: `  feltlab fit --hand AA --range ATC --features 3
  feltlab fit --hand KQs --range RS --max-error 2.5 --time-limit 5m --json
  feltlab fit --hand AA --features 3 --loss max --engine highs --start none
  feltlab fit --hand AA --features 5 --engine highs --log aa.csv --progress
  feltlab fit --dataset aa.parquet --features 5
  feltlab fit --hand AA --range ATC --features 5 --step 5,1
  feltlab fit --hand JJ --range RML --features 5 --loss max --mps jj.mps`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			q, err := f.question(cmd)
			if err != nil {
				return usageError{err}
			}
			return a.runFit(cmd.Context(), q, f)
		},
	}, f)
}

// question turns the flags into a question. Every error is a usage error.
func (f *fitFlags) question(cmd *cobra.Command) (question.Question, error) {
	q := question.Question{
		TimeLimit: f.TimeLimit, Seed: f.Seed, Steps: f.Steps,
		Formulation: f.Formulation, Engine: f.Engine, Start: f.Start,
	}
	given := cmd.Flags().Changed
	switch {
	case f.Dataset != "" && (given("hand") || given("range")):
		return q, errors.New("--dataset holds hand and range; leave out --hand and --range")
	case f.Dataset == "" && !given("hand"):
		return q, errors.New("--hand is missing, such as --hand AA")
	case given("features") == given("max-error"):
		return q, errors.New("want one of --features N and --max-error PERCENT")
	case given("max-error") && !(f.MaxError >= 0 && f.MaxError < 100):
		return q, fmt.Errorf("--max-error %v, want percentage points from 0 to below 100", f.MaxError)
	case f.MPS != "" && (f.Log != "" || f.Progress):
		return q, errors.New("--mps solves nothing; leave out --log and --progress")
	}
	for _, step := range f.Steps {
		if err := lattice.CheckStep(step); err != nil {
			return q, fmt.Errorf("--step: %w", err)
		}
	}
	q.Program = f.program(f.Features)
	if given("max-error") {
		q.Program = f.within(f.MaxError / 100)
	}
	if f.Dataset != "" { // holds hand and range
		return q, q.Program.Validate(features.Count)
	}
	q.Subject = f.Range.against(f.Hand)
	return q, q.Validate()
}

// matrix reads the matrix of a question from a file, or from the store where file is "".
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

// solveFit starts from what is known, except with --fresh. It keeps nothing of a file: its rows need
// not be those of the hand and range that it names.
func (a *app) solveFit(
	ctx context.Context, inst *regression.Instance, t question.Question, f *fitFlags, o fit.Options,
) (*question.Answer, error) {
	if f.Dataset != "" {
		return fit.Solve(ctx, inst, t, o)
	}
	store, err := a.store()
	if err != nil {
		return nil, err
	}
	solver := fit.NewSolver(store, 0)
	if f.Fresh {
		return solver.Measure(ctx, t, o)
	}
	r, _, err := solver.Answer(ctx, t, false, o)
	return r, err
}

func (a *app) runFit(ctx context.Context, task question.Question, f *fitFlags) error {
	m, err := a.matrix(ctx, task, f.Dataset)
	if err != nil {
		return err
	}
	if f.Dataset != "" {
		if task.Subject, err = question.ParseSubject(m.Hand, m.Range); err != nil {
			return err
		}
	}
	inst := m.Instance()
	if f.MPS != "" {
		built, err := regression.Build(inst, task.Program, task.Formulation)
		if err != nil {
			return err
		}
		return a.writeTo(f.MPS, func(w io.Writer) error { return mip.WriteMPS(w, built.Model) })
	}
	watch, stop, err := a.watchFit(task, f)
	if err != nil {
		return err
	}
	solved := false
	o := fit.Options{Progress: func(p fit.Progress) { solved = true; watch(p) }}
	result, err := a.solveFit(ctx, inst, task, f, o)
	if result != nil && !solved {
		watch(fit.ProgressOf(result)) // the answer was known
	}
	err = cmp.Or(err, stop())
	if result == nil {
		return err
	}
	if err := a.show(f.JSON, result, func(w io.Writer) error { return printFit(w, m, inst, result) }); err != nil {
		return err
	}
	return cmp.Or(ctx.Err(), err)
}
