package main

import (
	"github.com/spf13/cobra"

	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

func (a *app) regressCommand() *cobra.Command {
	f := &struct {
		question.AskTables
		question.AskGoals
		Steps   []float64 `flag:"step"`
		Allowed []float64 `flag:"allowed-weights"`
		Gap     float64   `flag:"gap"`
		Best    int       `flag:"best" max:"100"`
		question.AskSolve
		scoreFlags
		answerFlags
	}{}
	cmd := command(&cobra.Command{
		Use:         "regress FILE",
		Annotations: firstFlagsOf("target features max-error loss"),
		Short:       "Find the best formula for a column of a table of your own",
		Long: `Finds the best formula for a column of a table: a CSV, Parquet or Arrow file (docs/data.md). The
formula estimates --target by an intercept and the weights of yes/no columns, which the other columns make. The
programs and the proofs are those of feltlab fit.

For a target of two values, --loss wrong finds the score, points of at most --features columns (default 3, at most 5)
and a cut, that gets the fewest rows wrong.`,
		Example: `  feltlab regress examples/diabetes.csv.gz --target progression --features 3
  feltlab regress examples/mammo.csv.gz --target Malignant --features 3 \
    --loss max --column-groups "*"
  feltlab regress examples/mammo.csv.gz --target Malignant --features 3 \
    --loss wrong --points 2
  feltlab regress examples/diabetes.csv.gz --target progression --features 3 \
    --best 10
  feltlab regress examples/diabetes.csv.gz --target progression --features 3 \
    --step 10 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			ask := question.NewAsk()
			ask.AskTables, ask.Data, ask.AskGoals, ask.AskSolve = f.AskTables, args, f.AskGoals, f.AskSolve
			ask.Steps, ask.Allowed, ask.GapPercent = f.Steps, f.Allowed, f.Gap
			switch {
			case f.Best != 0 && (f.Loss == question.WrongLoss || len(f.MaxErrorsPercent) > 0):
				return usage("--best lists the sets of columns with the least error: it goes with --features, not " +
					"with --max-error or --loss wrong")
			case f.Best == 1:
				return usage("--best 1: want 2 to %d sets; the answer has the first", fit.MostBest)
			case f.Loss == question.WrongLoss:
				return a.regressScores(cmd, &ask, &f.scoreFlags, f.JSON)
			case f.Points != 0 || len(f.OutcomeWeights) > 0:
				return usage("--points and --outcome-weights are for --loss wrong")
			}
			f.best = f.Best
			return a.answerAsk(cmd.Context(), &ask, &f.answerFlags)
		},
	}, f)
	cmd.AddCommand(a.regressCurveCommand(), a.predictCommand(), a.exportCodeCommand(), a.regressMILPCommand())
	return cmd
}
