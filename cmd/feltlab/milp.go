package main

import (
	"context"

	"github.com/spf13/cobra"

	"feltlab/model/mip"
	"feltlab/pipeline/question"
)

// milpFlags are the flags of an integer program, besides those that say what it is about.
type milpFlags struct {
	question.AskGoals
	question.AskProgram
	question.AskSolve
	Out string `flag:"out" help:"write the integer program to this file (free MPS) instead of solving it"`
	Log string `flag:"log" help:"write incumbent and bound over time to this CSV file"`
	freshFlag
	jsonFlag
}

const milpHelp = `the published integer program of a formula, or a stronger formulation of it. What
HiGHS reports is printed next to the bound that feltlab proves; "optimal by HiGHS" means
that only HiGHS says so. --out writes the program as free MPS for other solvers; errors
are fractions of 1, or of the target's range. --log writes seconds, incumbent, bound
(fractions of 1), nodes and engine.`

func (a *app) milpCommand() *cobra.Command {
	f := &struct {
		question.AskHands
		matrixFlag
		question.AskWeights
		milpFlags
	}{}
	return command(&cobra.Command{
		Use:         "milp [HAND...]",
		Annotations: firstFlagsOf("hand range features formulation out"),
		Short:       "Solve the published integer program with HiGHS, or write it as MPS",
		Long:        "Solves with HiGHS " + milpHelp,
		Example: `  feltlab milp AA --features 3 --loss max --formulation plain --start none
  feltlab milp AA --features 5 --log aa.csv
  feltlab milp JJ --range RML --features 5 --loss max --out jj.mps`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ask := f.ask()
			ask.AskHands, ask.AskWeights = f.AskHands, f.AskWeights
			return a.runMILP(cmd, &ask, f.Dataset, &f.milpFlags)
		},
	}, f)
}

func (a *app) regressMILPCommand() *cobra.Command {
	f := &struct {
		question.AskTables
		milpFlags
	}{}
	return command(&cobra.Command{
		Use:         "milp FILE",
		Annotations: firstFlagsOf("target features formulation out"),
		Short:       "Solve the integer program of a table with HiGHS, or write it as MPS",
		Long:        "Solves with HiGHS " + milpHelp,
		Example: `  feltlab regress milp examples/mammo.csv.gz --target Malignant --features 3 \
    --out mammo.mps`,
		Args: exactArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ask := f.ask()
			ask.AskTables, ask.Data = f.AskTables, args
			return a.runMILP(cmd, &ask, "", &f.milpFlags)
		},
	}, f)
}

func (f *milpFlags) ask() question.Ask {
	ask := question.NewAsk()
	ask.AskGoals, ask.AskProgram, ask.AskSolve = f.AskGoals, f.AskProgram, f.AskSolve
	ask.Engine = []question.Engine{question.HiGHS}
	return ask
}

// runMILP solves integer programs, or writes one.
func (a *app) runMILP(cmd *cobra.Command, ask *question.Ask, dataset string, f *milpFlags) error {
	questions, err := a.questions(cmd, ask, dataset)
	switch {
	case err != nil:
		return err
	case f.Out != "" && f.Log != "":
		return usage("--out solves nothing; leave out --log")
	case (f.Out != "" || f.Log != "") && len(questions) > 1:
		return usage("--out and --log write a file of one question; this asks %d: name one hand", len(questions))
	case f.Out != "":
		return a.writeProgram(cmd.Context(), questions[0], f.Out)
	}
	return a.answerAll(cmd.Context(), questions, &answerFlags{freshFlag: f.freshFlag, jsonFlag: f.jsonFlag, log: f.Log})
}

// writeProgram writes the integer program of a question.
func (a *app) writeProgram(ctx context.Context, q question.Question, path string) error {
	x, _, err := a.openFit(ctx, q)
	if err != nil {
		return err
	}
	built, err := mip.Build(x.inst, q.Program, q.Formulation)
	if err != nil {
		return err
	}
	unit := "1"
	if x.table != nil {
		unit = "the target's range"
	}
	return a.writeModel(path, built.Model, mip.WriteMPS, "; errors are fractions of "+unit)
}
