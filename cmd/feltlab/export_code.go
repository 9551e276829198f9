package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"feltlab/internal/plain"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
)

type exportCodeFlags struct {
	Format string `flag:"format" required:"python" oneof:"sql,python,go" help:"language: {}"`
	Data   string `flag:"data" help:"the table of the formulas, to read names of columns by"`
	Out    string `flag:"out" help:"file to write (default and -: standard output)"`
}

func (a *app) exportCodeCommand() *cobra.Command {
	f := &exportCodeFlags{}
	return command(&cobra.Command{
		Use:   "export RESULTS",
		Short: "Write formulas as functions to paste",
		Long: `Writes each formula of a sweep's folder, or of a file of regress --json or fit --json, as a function to
paste: an expression for SELECT, or a function of a row. The columns are those of the table, or f1, f2 and so on of
feltlab dataset, and the estimates are those of feltlab regress predict.`,
		Example: `  feltlab regress export diabetes.json --format python --out diabetes.py`,
		RunE:    func(_ *cobra.Command, args []string) error { return a.exportCode(args[0], f) },
	}, f)
}

func (a *app) exportCode(path string, f *exportCodeFlags) error {
	score, err := readScorecard(path)
	if err != nil {
		return err
	}
	var results []*question.Answer
	if score == nil {
		if results, err = readResults(path); err != nil {
			return err
		}
	}
	var names []string
	if f.Data != "" {
		if names, err = fit.Names(f.Data); err != nil {
			return badTable(named(err))
		}
	}
	var functions []handout.Function
	if score != nil {
		functions = append(functions, scoreFunction(score))
	}
	for _, r := range results {
		if !r.Found() {
			continue
		}
		function, err := functionOf(r)
		if err != nil {
			return usage("%s: %w", path, err)
		}
		functions = append(functions, function)
	}
	if len(functions) == 0 {
		return usage("%s: want results of feltlab fit, regress or sweep with formulas; it has %s", path,
			inventory(results))
	}
	return badTable(a.writeTo(f.Out, func(w io.Writer) error {
		return handout.WriteCode(w, f.Format, functions, names)
	}))
}

func functionOf(r *question.Answer) (f handout.Function, err error) {
	if f.Formula, err = tableFormula(r); err != nil {
		return f, err
	}
	f.Name = fmt.Sprintf("%s %v", targetOf(r), r.Program())
	f.Comment = fmt.Sprintf("%v, average error %s%% of the target's range", r, points(r.AverageError))
	if r.IsTable() {
		return f, nil
	}
	f.Bits, f.Says = true, map[string]string{}
	f.Name = fmt.Sprintf("equity %v %v", r.Subject, r.Program())
	f.Comment = fmt.Sprintf("%v, average error %s percentage points; estimates are fractions of 1", r,
		points(r.AverageError))
	for _, w := range r.Features {
		f.Says[featureColumn(w.ID)] = plain.Line(w.Name)
	}
	return f, nil
}
