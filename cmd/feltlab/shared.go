package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"feltlab/internal/progress"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

type sharedFlags struct {
	Hands []string `flag:"hand" required:"AA,KK,AKs" complete:"hands"`
	Range string   `flag:"range" default:"any" complete:"ranges"`
	sizeFlags
	Step int `flag:"step"`
	seedFlag
	freshFlag
	jsonFlag
}

func (a *app) sharedCommand() *cobra.Command {
	f := &sharedFlags{}
	return a.stored(&cobra.Command{
		Use:   "shared [HAND...]",
		Short: "Find one set of features for several hands",
		Long: `Finds one set of features for several hands against a range: the set with the smallest
mean of the hands' errors. Each hand has its own weights. You learn the features once,
and a few numbers for each hand. Costs compare the shared set with the best known set of
each hand. Where the hands' bounds are known, their mean is a bound on every shared set.`,
		Example: `  feltlab shared AA,KK,QQ --range RS --features 8
  feltlab shared AKs AKo --range ATC --features 6 --step 5 --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			task := fit.SharedQuestion{MaxFeatures: f.Features, Step: f.Step, Seed: f.Seed, Kind: f.kind()}
			ask := question.NewAsk()
			ask.Hands, ask.Ranges = f.Hands, []string{f.Range}
			var err error
			if task.Subjects, _, err = ask.Subjects(); err != nil {
				return asking(err)
			}
			if err := twice(ask.Each()); err != nil {
				return err
			}
			if err := task.Validate(); err != nil {
				return usageError{err}
			}
			return a.runShared(cmd, f, task)
		},
	}, f)
}

func (a *app) runShared(cmd *cobra.Command, f *sharedFlags, t fit.SharedQuestion) error {
	bar := progress.Start(a.stderr, "shared features", len(t.Subjects)+1)
	defer bar.Close()
	solver := fit.NewSolver(a.kept, 0)
	if !f.Fresh {
		t.Solver = solver
	}
	var insts []*regression.Instance
	for _, s := range t.Subjects {
		inst, err := solver.Instances.Get(cmd.Context(), s)
		if err != nil {
			return err
		}
		insts = append(insts, inst)
		bar.Step("flops of " + s.HandText())
	}
	t.Improved = func(mean float64) { bar.Latest(fmt.Sprintf("best so far %.4f points", 100*mean)) }
	r, err := fit.Shared(cmd.Context(), insts, t)
	if err != nil {
		return err
	}
	bar.Close()
	return a.show(f.JSON, r, func(w io.Writer) error { return printShared(w, r, t) })
}
