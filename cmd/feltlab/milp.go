package main

import (
	"context"

	"github.com/spf13/cobra"

	"feltlab/internal/disk"
	"feltlab/model/mip"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// milpFlags are the flags of an integer program, besides those that say what it is about.
type milpFlags struct {
	question.AskGoals
	question.AskProgram
	question.AskSolve
	Out   string `flag:"out" help:"write the integer program to this file (free MPS) instead of solving it"`
	Judge string `flag:"judge" help:"judge the solution file of another solver for this program, and start from it"`
	Log   string `flag:"log" help:"write incumbent and bound over time to this CSV file"`
	freshFlag
	jsonFlag
}

const milpHelp = `the published integer program of a formula, or a stronger formulation of it. What HiGHS reports is
printed next to the bound that feltlab proves; "optimal by HiGHS" means that only HiGHS says so. --out writes the
program as free MPS for other solvers; errors are fractions of 1, or of the target's range. --judge reads what HiGHS,
CBC, GLPK, SCIP, Gurobi or CPLEX found for it, computes the errors of that formula exactly, and proves without HiGHS
how good it is (docs/highs.md). --log writes seconds, incumbent, bound (fractions of 1), nodes and engine.`

func (a *app) milpCommand() *cobra.Command {
	f := &struct {
		question.AskHands
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
  feltlab milp JJ --range RML --features 5 --loss max --out jj.mps
  feltlab milp JJ --range RML --features 5 --loss max --judge jj.sol`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ask := f.ask()
			ask.AskHands, ask.AskWeights = f.AskHands, f.AskWeights
			return a.runMILP(cmd, &ask, &f.milpFlags)
		},
	}, f)
}

func (a *app) regressMILPCommand() *cobra.Command {
	f := &struct {
		question.AskTables
		Steps   []float64 `flag:"step"`
		Allowed []float64 `flag:"allowed-weights"`
		milpFlags
	}{}
	return command(&cobra.Command{
		Use:         "milp FILE",
		Annotations: firstFlagsOf("target features formulation out"),
		Short:       "Solve the integer program of a table with HiGHS, or write it as MPS",
		Long:        "Solves with HiGHS " + milpHelp,
		Example: `  feltlab regress milp examples/mammo.csv.gz --target Malignant --features 3 \
    --out mammo.mps`,
		RunE: func(cmd *cobra.Command, args []string) error {
			ask := f.ask()
			ask.AskTables, ask.Data, ask.Steps, ask.Allowed = f.AskTables, args, f.Steps, f.Allowed
			return a.runMILP(cmd, &ask, &f.milpFlags)
		},
	}, f)
}

func (f *milpFlags) ask() question.Ask {
	ask := question.NewAsk()
	ask.AskGoals, ask.AskProgram, ask.AskSolve = f.AskGoals, f.AskProgram, f.AskSolve
	if ask.Engine = []question.Engine{question.HiGHS}; f.Judge != "" {
		ask.Engine = []question.Engine{question.Auto}
	}
	return ask
}

func (a *app) runMILP(cmd *cobra.Command, ask *question.Ask, f *milpFlags) error {
	for _, name := range []string{"start", "highs", "out"} {
		if f.Judge != "" && cmd.Flags().Changed(name) {
			return usage("--judge proves without HiGHS and writes no program; leave out --%s", name)
		}
	}
	questions, err := a.questions(ask)
	if n := len(questions); (f.Out != "" || f.Judge != "") && n == 2 && questions[0].Weights != questions[1].Weights {
		questions = questions[1:] // the program with these weights
	}
	switch {
	case err != nil:
		return err
	case f.Out != "" && f.Log != "":
		return usage("--out solves nothing; leave out --log")
	case (f.Out != "" || f.Log != "" || f.Judge != "") && (len(questions) > 1 || len(f.Formulation) > 1):
		return usage("--out, --judge and --log are for a file of one question; this asks %d: name one hand and "+
			"formulation", len(questions)*len(f.Formulation))
	case f.Out != "":
		questions[0].Formulation = f.Formulation[0]
		return a.writeProgram(cmd.Context(), questions[0], f.Out)
	}
	o := &answerFlags{freshFlag: f.freshFlag, jsonFlag: f.jsonFlag, log: f.Log}
	if f.Judge != "" {
		o.judge = func(inst *regression.Instance) (*fit.Judged, error) {
			return readJudged(f.Judge, inst, questions[0].Program, f.Formulation[0])
		}
	}
	return a.answerAll(cmd.Context(), questions, o)
}

// readJudged judges the solution in a file. A file that is none is a usage error.
func readJudged(path string, inst *regression.Instance, p regression.Program,
	f regression.Formulation) (*fit.Judged, error) {
	file, err := disk.Open(path, disk.MostText)
	if err != nil {
		return nil, usageError{named(err)}
	}
	defer file.Close()
	j, err := fit.Judge(inst, p, f, file)
	if err != nil {
		return nil, usage("%s: %w", path, err)
	}
	j.File = path
	return j, nil
}

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
