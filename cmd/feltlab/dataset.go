package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/atomicfile"
	"feltlab/dataset/matrix"
	"feltlab/model/nearest"
	"feltlab/model/ranges"
	"feltlab/pipeline/progress"
)

// allFile is where --all writes unless --out says otherwise.
const allFile = "all.parquet"

var datasetFormats = []string{"parquet", "csv"}

func (a *app) datasetCommand() *cobra.Command {
	var hand, rng, format, out string
	var all bool
	cmd := &cobra.Command{
		Use:   "dataset",
		Short: "Write the matrix of features and exact equities as Parquet or CSV",
		Long: `Writes one row for each of the 19,600 flops of a hand: the flop, the 73 features,
equity, wins, ties, opponent combos and orbit weight. With --all, one file with all
1,286,792 hand-flop pairs up to suits, against the ranges RUS, RS, RML and ATC.`,
		Example: `  feltlab dataset --hand AA --range ATC --out aa.parquet
  feltlab dataset --hand AhKd --range "77+, ATs+" --out akd.csv
  feltlab dataset --all`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" && all {
				out = allFile
			}
			if out == "" {
				return usage("dataset: --out is missing, such as --out aa.parquet")
			}
			if format == "" {
				format = strings.TrimPrefix(filepath.Ext(out), ".")
			}
			if !slices.Contains(datasetFormats, format) {
				return usage("dataset: format %q, want %s%s (by --format or the ending of --out)",
					format, strings.Join(datasetFormats, " or "), nearest.Hint(format, datasetFormats))
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
	flags.StringVar(&format, "format", "", "parquet or csv (default: by the ending of --out)")
	flags.StringVar(&out, "out", "", "file to write (default for --all: "+allFile+")")
	flags.BoolVar(&all, "all", false, "every hand on every flop, against the four ranges of the source")
	return cmd
}

func (a *app) writeDataset(ctx context.Context, hand, rng, format, out string) error {
	if hand == "" {
		return usage("dataset: want --hand, such as --hand AA, or --all")
	}
	if _, err := ranges.ParseHand(hand); err != nil {
		return usage("--hand: %w", err)
	}
	if _, err := ranges.Parse(rng); err != nil {
		return usage("--range: %w", err)
	}
	if err := writable(out); err != nil {
		return err
	}
	m, err := matrix.Build(ctx, hand, rng, 0)
	if err != nil {
		return err
	}
	if format == "csv" {
		err = a.writeTo(out, func(w io.Writer) error { return matrix.WriteCSV(w, m) })
	} else {
		err = matrix.WriteParquet(out, m)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "%s: %d flops, %s against %s\n", out, len(m.Flops), m.Hand, m.Range)
	return nil
}

func (a *app) writeAll(ctx context.Context, out string) error {
	if err := writable(out); err != nil {
		return err
	}
	bar := progress.Start(a.stderr, "all hands on all flops", 0)
	defer bar.Close()
	err := atomicfile.Write(out, func(w io.Writer) error { return matrix.EncodeAll(ctx, w, 0, bar.Of) })
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "%s: %d hand-flop pairs\n", out, matrix.NumPairs)
	return nil
}
