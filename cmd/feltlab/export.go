package main

import (
	"io"

	"github.com/spf13/cobra"

	"feltlab/pipeline/ledger"
	"feltlab/pipeline/sweep"
)

type exportFlags struct {
	Format string `flag:"format" default:"csv" oneof:"csv,markdown,latex,latex-grid,json,parquet,arrow"`
	Out    string `flag:"out" help:"file to write (default and -: standard output)"`
	Top    int    `flag:"top" min:"0" help:"number of largest weights, as in the source's tables (0: all)"`
}

func (a *app) exportCommand() *cobra.Command {
	f := &exportFlags{}
	return command(&cobra.Command{
		Use:   "export RESULTS",
		Short: "Write the weight tables of a sweep",
		Long: `Writes the table of weights of a sweep's folder for papers and programs. feltlab regress export writes
formulas as functions to paste.`,
		Example: `  feltlab export results/demo --format markdown
  feltlab export results/demo --format latex --top 5 --out table.tex
  feltlab export results/demo --format latex-grid --top 5 --out paper.tex`,
		RunE: func(_ *cobra.Command, args []string) error {
			results, err := ledger.Read(args[0])
			if err != nil {
				return named(err)
			}
			return a.writeTo(f.Out, func(w io.Writer) error { return sweep.Export(w, results, f.Format, f.Top) })
		},
	}, f)
}
