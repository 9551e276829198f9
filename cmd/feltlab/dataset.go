package main

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/allin"
	"feltlab/dataset/matrix"
	"feltlab/internal/plain"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/question"
)

var datasetFormats = []string{"arrow", "csv", "parquet"}

type datasetFlags struct {
	Hand   ranges.Hand  `flag:"hand" complete:"hands"`
	Range  versus       `flag:"range" default:"any" complete:"ranges"`
	Street cards.Street `flag:"street" default:"flop" oneof:"flop,turn,river"`
	setFlag
	Format string `flag:"format" oneof:"parquet,arrow,csv" help:"{} (default by the ending of --out)"`
	Out    string `flag:"out" file:""`
	All    bool   `flag:"all" help:"write every hand on every flop, against the four ranges of the source"`
	AllIn  string `flag:"allin" oneof:"pairs,triples" help:"write all-in results before the flop, counted: {}"`
}

func (a *app) datasetCommand() *cobra.Command {
	f := &datasetFlags{}
	return command(&cobra.Command{
		Use:   "dataset [HAND]",
		Short: "Write the matrix of features and exact equities as Parquet, Arrow or CSV",
		Long: `Writes one row for each of the 19,600 flops of a hand: the flop, the 73 features, equity, wins, ties,
opponent combos and orbit weight. --feature-set has features of your own in place of the 73. --street turn or river
writes one row for each orbit of boards that differ by suits alone, with the features of that street. --all writes one
file with all 1,286,792 pairs of a hand and a flop that differ by more than suits, against the ranges RUS, RS, RML and
ATC. --allin writes how all deals before the flop end, counted: pairs is every class of starting hands against every
class, triples every three classes in every order of finish. CSV is compressed by gzip if the name of --out ends in
.csv.gz.`,
		Example: `  feltlab dataset AA --range ATC --out aa.parquet
  feltlab dataset AhKd --range "77+, ATs+" --out akd.csv
  feltlab dataset AKs --range RS --street turn --out aks.parquet
  feltlab dataset --all
  feltlab dataset --allin pairs --out pairs.csv.gz
  feltlab dataset --allin triples --out triples.parquet`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.dataset(cmd, f) },
	}, f)
}

func (a *app) dataset(cmd *cobra.Command, f *datasetFlags) error {
	subject := cmd.Flags().Changed("hand") || cmd.Flags().Changed("range")
	if f.Out == "" && f.All {
		f.Out = "all.parquet"
	}
	if f.Out == "" {
		return usage("--out is missing, such as --out aa.parquet")
	}
	format := f.Format
	if format == "" {
		format = formatOf(strings.TrimSuffix(f.Out, zipped))
	}
	switch {
	case !slices.Contains(datasetFormats, format):
		return usage("format %q, want %s%s (by --format or the ending of --out)",
			format, strings.Join(datasetFormats, ", "), plain.Hint(format, datasetFormats))
	case strings.HasSuffix(f.Out, zipped) && format != "csv":
		return usage("--out %s: only CSV is compressed by gzip; Parquet is compressed by itself", f.Out)
	case f.AllIn != "" && (subject || f.All || f.Set != ""):
		return usage("--allin takes no hand, --range, --feature-set or --all")
	case f.Set != "" && f.All:
		return usage("--feature-set is for a hand")
	case f.Street != cards.Flop && f.All:
		return usage("--street is for a hand")
	case f.All && (subject || format != "parquet"):
		return usage("--all takes no hand and no --range and writes Parquet")
	case f.All:
		return a.writeAll(cmd.Context(), f.Out)
	case f.AllIn != "":
		return a.writeAllIn(cmd.Context(), f.AllIn, format, f.Out)
	case !cmd.Flags().Changed("hand"):
		return usage("want a hand, such as AA, or --all, or --allin pairs")
	}
	set, err := question.OfSet(f.Set, f.Street)
	if err != nil {
		return usageError{named(err)}
	}
	against := f.Range.Against
	against.Street = f.Street
	of := question.Subject{Source: question.Hand{Hand: f.Hand, Against: against.By(set)}}
	return a.writeDataset(cmd.Context(), of, format, f.Out)
}

func (a *app) writeDataset(ctx context.Context, subject question.Subject, format, out string) error {
	m, err := fit.NewInstances(nil, 0).Rows(ctx, subject)
	if err != nil {
		return err
	}
	if err := a.writeTo(out, func(w io.Writer) error { return m.Write(w, format) }); err != nil {
		return err
	}
	rows := fmt.Sprintf("%d flops", len(m.List))
	if m.Street != cards.Flop {
		rows = fmt.Sprintf("%d of %d boards", len(m.List), m.Street.Boards())
	}
	fmt.Fprintf(a.messages(out), "%s: %s, %v\n", out, rows, subject)
	if subject.Against().Own() {
		printDull(a.messages(out), m.Set, m.Instance().Features)
	}
	return nil
}

func (a *app) writeAll(ctx context.Context, out string) error {
	if err := writable(out); err != nil {
		return err
	}
	bar := progress.Start(a.stderr, "all hands on all flops", 0)
	defer bar.Close()
	if err := a.writeTo(out, func(w io.Writer) error { return matrix.EncodeAll(ctx, w, 0, bar.Of) }); err != nil {
		return err
	}
	bar.Close()
	fmt.Fprintf(a.messages(out), "%s: %d hand-flop pairs\n", out, matrix.NumPairs)
	return nil
}

// writeAllIn writes the results of two or three hands that are all-in before the flop.
func (a *app) writeAllIn(ctx context.Context, hands, format, out string) error {
	rows, write := cards.NumClasses*cards.NumClasses, func(w io.Writer) error { return allin.Pairs().Write(w, format) }
	if hands == "triples" {
		store, err := a.store()
		if err != nil {
			return err
		}
		bar := progress.Start(a.stderr, "all-in results of three hands", 0)
		triples, err := jamfold.AllInTriples(ctx, store, 0, bar.Of)
		bar.Close()
		if err != nil {
			return err
		}
		rows, write = allin.NumTriples, func(w io.Writer) error { return triples.Write(w, format) }
	}
	bar := progress.Start(a.stderr, "MB written", 0)
	defer bar.Close()
	watched := func(w io.Writer) error { return write(&watchedWriter{ctx: ctx, to: w, bar: bar}) }
	if err := a.writeTo(out, zip(out, watched)); err != nil {
		return err
	}
	bar.Close()
	fmt.Fprintf(a.messages(out), "%s: all-in results of %d %s of classes\n", out, rows, hands)
	return nil
}

// watchedWriter shows how much is written, and ends with the context.
type watchedWriter struct {
	ctx     context.Context
	to      io.Writer
	bar     *progress.Bar
	written int
}

func (w *watchedWriter) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.to.Write(p)
	w.written += n
	w.bar.Set(w.written >> 20)
	return n, err
}

// zipped ends the name of a file that is compressed by gzip.
const zipped = ".gz"

// zip returns write with its output compressed, if the name of the file asks for it.
func zip(path string, write func(io.Writer) error) func(io.Writer) error {
	if !strings.HasSuffix(path, zipped) {
		return write
	}
	return func(w io.Writer) error {
		z := gzip.NewWriter(w)
		if err := write(z); err != nil {
			return err
		}
		return z.Close()
	}
}
