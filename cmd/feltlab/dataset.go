package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/matrix"
	"feltlab/internal/disk"
	"feltlab/internal/nearest"
	"feltlab/internal/progress"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
)

// allFile is where --all writes unless --out says otherwise.
const allFile = "all.parquet"

// datasetFormats are the formats of a matrix.
var datasetFormats = map[string]func(io.Writer, *matrix.Matrix) error{
	"parquet": matrix.EncodeParquet, "csv": matrix.WriteCSV, "arrow": matrix.EncodeArrow,
}

func (a *app) datasetCommand() *cobra.Command {
	var hand, rng, format, out, config string
	var all bool
	cmd := &cobra.Command{
		Use:   "dataset",
		Short: "Write the matrix of features and exact equities as Parquet, Arrow or CSV",
		Long: `Writes one row for each of the 19,600 flops of a hand: the flop, the 73 features,
equity, wins, ties, opponent combos and orbit weight. With --config, one file for each
hand and range of a sweep. With --all, one file with all 1,286,792 hand-flop pairs up
to suits, against the ranges RUS, RS, RML and ATC.`,
		Example: `  feltlab dataset --hand AA --range ATC --out aa.parquet
  feltlab dataset --hand AhKd --range "77+, ATs+" --out akd.csv
  feltlab dataset --config configs/paper.yaml --format arrow --out matrices
  feltlab dataset --all`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" && all {
				out = allFile
			}
			if out == "" {
				return usage("dataset: --out is missing, such as --out aa.parquet")
			}
			if format == "" && config != "" {
				format = "parquet"
			}
			if format == "" {
				format = strings.TrimPrefix(filepath.Ext(out), ".")
			}
			if names := slices.Sorted(maps.Keys(datasetFormats)); datasetFormats[format] == nil {
				return usage("dataset: format %q, want %s%s (by --format or the ending of --out)",
					format, strings.Join(names, ", "), nearest.Hint(format, names))
			}
			if config != "" {
				if hand != "" || cmd.Flags().Changed("range") || all {
					return usage("dataset: --config takes no --hand, --range or --all")
				}
				return a.writeDatasets(cmd.Context(), config, format, out)
			}
			if all {
				if hand != "" || cmd.Flags().Changed("range") || format != "parquet" {
					return usage("dataset: --all takes no --hand and no --range and writes Parquet")
				}
				return a.writeAll(cmd.Context(), out)
			}
			return a.writeDataset(cmd.Context(), hand, rng, format, out)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&hand, "hand", "", "a class such as AA or AKs, or two cards such as AhKd")
	flags.StringVar(&rng, "range", "any", "the opponent's range")
	flags.StringVar(&format, "format", "", "parquet, arrow or csv (default: by the ending of --out)")
	flags.StringVar(&out, "out", "", "file to write, - for standard output (default for --all: "+allFile+"), for --config the folder")
	flags.StringVar(&config, "config", "", "write a matrix for each hand and range of this sweep")
	flags.BoolVar(&all, "all", false, "every hand on every flop, against the four ranges of the source")
	return cmd
}

func (a *app) writeDataset(ctx context.Context, hand, rng, format, out string) error {
	if hand == "" {
		return usage("dataset: want --hand, such as --hand AA, or --all")
	}
	subject, err := parseSubject(hand, rng)
	if err != nil {
		return err
	}
	if err := writable(out); err != nil {
		return err
	}
	m, err := matrix.Build(ctx, hand, rng, 0)
	if err != nil {
		return err
	}
	encode := datasetFormats[format]
	if err := a.writeTo(out, func(w io.Writer) error { return encode(w, m) }); err != nil {
		return err
	}
	fmt.Fprintf(a.beside(out), "%s: %d flops, %v\n", out, len(m.Flops), subject)
	return nil
}

// writeDatasets writes the matrices of a sweep to a folder.
func (a *app) writeDatasets(ctx context.Context, config, format, folder string) error {
	c, err := sweep.Load(config)
	if err != nil {
		return usageError{err}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	store, err := a.store()
	if err != nil {
		return err
	}
	instances := fit.NewInstances(store, 0)
	var files []string // to be written, and whose matrix
	of := map[string]question.Subject{}
	for _, q := range c.Questions {
		file := filepath.Join(folder, disk.Name(q.Hand.Text+"-"+q.RangeText())+"."+format)
		if _, ok := of[file]; !ok {
			files = append(files, file)
		}
		of[file] = q.Subject
	}
	bar := progress.Start(a.stderr, "matrices", len(files))
	defer bar.Close()
	if err := instances.ExpectQuestions(c.Questions); err != nil {
		return err
	}
	for _, file := range files {
		m, err := instances.Matrix(ctx, of[file])
		if err != nil {
			return err
		}
		if err := disk.Write(file, func(w io.Writer) error { return datasetFormats[format](w, m) }); err != nil {
			return err
		}
		bar.Step(file)
	}
	fmt.Fprintf(a.stdout, "%s: %d matrices\n", folder, len(files))
	return nil
}

func (a *app) writeAll(ctx context.Context, out string) error {
	if err := writable(out); err != nil {
		return err
	}
	bar := progress.Start(a.stderr, "all hands on all flops", 0)
	defer bar.Close()
	err := a.writeTo(out, func(w io.Writer) error { return matrix.EncodeAll(ctx, w, 0, bar.Of) })
	if err != nil {
		return err
	}
	bar.Close()
	fmt.Fprintf(a.beside(out), "%s: %d hand-flop pairs\n", out, matrix.NumPairs)
	return nil
}
