package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/internal/progress"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/question"
	"feltlab/report"
)

// reportFlags are the flags that reports share, written to a file or served.
type reportFlags struct {
	title string
	flops []string

	tournament string
}

func (f *reportFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.title, "title", "", "title of the page (default from the paths)")
	flags.StringVar(&f.tournament, "tournament", "", "folder of feltlab jamfold tournament to show (default what the cache has of the preset default)")
	flags.StringSliceVar(&f.flops, "flops", nil, "also show the flops of these hands and ranges, such as AA/ATC,TT/RUS")
}

func (a *app) reportCommand() *cobra.Command {
	f := &reportFlags{}
	var out string
	cmd := &cobra.Command{
		Use:   "report PATH...",
		Short: "Write one page for everything that results hold",
		Long: `Writes one HTML file that shows results: every hand and range with its error and what is
proved, error against number of features, formulas in words, where they are wrong, and flops to try. The file
holds its data, loads nothing and opens without a network, so that it can be mailed and archived.

PATH is a folder that feltlab sweep or feltlab reproduce wrote, a folder of such folders, or a
file of feltlab fit --json. Flop by flop the page shows the hands and ranges of Dalpasso &
Lancia, and those of --flops.`,
		Example: `  feltlab report results --out report.html
  feltlab report results/table4 --out table4.html --title "Table 4"
  feltlab report results/demo --out demo.html --flops TT/ATC`,
		Args: wantPaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if out == "" {
				return usage("report: --out is missing, such as --out report.html")
			}
			if err := writable(out); err != nil {
				return err
			}
			options, err := a.reportOptions(f, paths)
			if err != nil {
				return err
			}
			page, err := report.New(cmd.Context(), paths, options)
			if err != nil {
				return named(err)
			}
			if err := a.writeTo(out, page.Write); err != nil {
				return err
			}
			fmt.Fprintln(a.beside(out), out)
			return nil
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&out, "out", "", "HTML file to write, such as report.html; - for standard output")
	return cmd
}

// wantPaths demands at least one path.
func wantPaths(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usage("%s: want PATH..., such as results; see %s --help", commandName(cmd), cmd.CommandPath())
	}
	return nil
}

// reportOptions turns the flags into options.
func (a *app) reportOptions(f *reportFlags, paths []string) (report.Options, error) {
	o := report.Options{Title: f.title, Version: version()}
	if o.Title == "" {
		var names []string
		for _, path := range paths {
			names = append(names, filepath.Base(path))
		}
		o.Title = "feltlab: " + strings.Join(names, ", ")
	}
	for _, text := range f.flops {
		hand, rng, found := strings.Cut(text, "/")
		if !found {
			return o, usage("%s: --flops %q, want HAND/RANGE such as AA/ATC", a.command, text)
		}
		subject, err := question.ParseSubject(hand, rng)
		if err != nil {
			return o, usage("%s: --flops %q: %w", a.command, text, err)
		}
		o.Flops = append(o.Flops, subject)
	}
	store, err := a.store()
	if err != nil {
		return o, err
	}
	o.Tournament, o.Lab = f.tournament, &jamfold.Lab{Store: store, Progress: a.stderr}
	o.Instances = fit.NewInstances(store, 0)
	o.Progress = func(name string, parts int) (func(string), func()) {
		bar := progress.Start(a.stderr, name, parts)
		return bar.Step, bar.Close
	}
	return o, nil
}
