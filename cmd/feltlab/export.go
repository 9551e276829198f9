package main

import (
	"io"

	"github.com/spf13/cobra"

	"feltlab/pipeline/sweep"
)

type exportFlags struct {
	Format string   `flag:"format" default:"csv" oneof:"csv,markdown,latex,latex-grid,json,parquet,arrow" help:"{}; latex-grid is hands by ranges, features in words"`
	Out    string   `flag:"out" help:"file to write (default and -: standard output)"`
	Top    int      `flag:"top" min:"0" help:"number of largest weights, as in the source's tables (0: all)"`
	With   []string `flag:"with" oneof:"textures,worst,outs,shared,curve" help:"more columns, computed again: {}"`
}

func (a *app) exportCommand() *cobra.Command {
	f := &exportFlags{}
	return command(&cobra.Command{
		Use:   "export FOLDER",
		Short: "Write the weight tables of a sweep for papers and programs",
		Example: `  feltlab export results/demo --format markdown
  feltlab export results/demo --format latex --top 5 --out table.tex
  feltlab export results/demo --format latex-grid --top 5 --out paper.tex
  feltlab export results/demo --with textures,worst,outs,shared,curve`,
		Args: exactArgs("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkColumns(f.With, f.Format); err != nil {
				return err
			}
			results, err := sweep.Read(args[0])
			if err != nil {
				return named(err)
			}
			more, err := a.columns(cmd.Context(), results, f.With)
			if err != nil {
				return err
			}
			return a.writeTo(f.Out, func(w io.Writer) error { return sweep.Export(w, results, f.Format, f.Top, more...) })
		},
	}, f)
}
