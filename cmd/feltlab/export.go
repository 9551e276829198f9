package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/internal/nearest"
	"feltlab/pipeline/sweep"
)

func (a *app) exportCommand() *cobra.Command {
	var format, out string
	var top int
	var with []string
	cmd := &cobra.Command{
		Use:   "export FOLDER",
		Short: "Write the weight tables of a sweep for papers and programs",
		Example: `  feltlab export results/demo --format markdown
  feltlab export results/demo --format latex --top 5 --out table.tex
  feltlab export results/demo --format latex-grid --top 5 --out paper.tex
  feltlab export results/demo --with textures,worst,outs,shared,curve`,
		Args: exactArgs("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(sweep.Formats, format) {
				return usage("--format %q, want %s%s", format, strings.Join(sweep.Formats, ", "), nearest.Hint(format, sweep.Formats))
			}
			if top < 0 {
				return usage("--top %d, want 0 (all weights) or more", top)
			}
			if err := checkColumns(with, format); err != nil {
				return err
			}
			results, err := sweep.Read(args[0])
			if err != nil {
				return named(err)
			}
			more, err := a.columns(cmd.Context(), results, with)
			if err != nil {
				return err
			}
			return a.writeTo(out, func(w io.Writer) error { return sweep.Export(w, results, format, top, more...) })
		},
	}
	cmd.Flags().StringVar(&format, "format", "csv", "csv, markdown, latex, latex-grid (hands by ranges,\nfeatures in words), json, parquet or arrow")
	cmd.Flags().StringVar(&out, "out", "", "file to write (default and -: standard output)")
	cmd.Flags().IntVar(&top, "top", 0, "only the largest weights, as the source prints them (0: all)")
	cmd.Flags().StringSliceVar(&with, "with", nil, "more columns, computed anew: "+strings.Join(columnNames, ", "))
	return cmd
}
