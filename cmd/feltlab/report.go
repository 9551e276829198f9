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

// reportFlags are the flags that report and serve share.
type reportFlags struct {
	Title      string   `flag:"title" help:"title of the page (default from the paths)"`
	Tournament string   `flag:"tournament"`
	_          string   `help:"folder of feltlab jamfold tournament to show (default: the preset default, if cached)"`
	Flops      []string `flag:"flops" help:"also show the flops of these hands and ranges, such as AA/ATC,TT/RUS"`
}

func (a *app) reportCommand() *cobra.Command {
	f := &struct {
		reportFlags
		Out string `flag:"out" required:"report.html"`
		_   string `help:"HTML file to write, such as report.html; - for standard output"`
	}{}
	return command(&cobra.Command{
		Use:   "report PATH...",
		Short: "Write one HTML page that shows results",
		Long: `Writes one HTML file that shows results: every hand and range with its error and what is
proved, error against number of features, formulas in words, the flops where they are
wrong, and flops to try. The file holds its data and needs no network: you can mail and
archive it.

PATH is a folder of feltlab sweep or feltlab reproduce, a folder of such folders, or a
file of feltlab fit --json. The page shows single flops for the hands and ranges of
Dalpasso & Lancia and for those of --flops.`,
		Example: `  feltlab report results --out report.html
  feltlab report results/table4 --out table4.html --title "Table 4"
  feltlab report results/demo --out demo.html --flops TT/ATC`,
		Args: someArgs("PATH...", "results"),
		RunE: func(cmd *cobra.Command, paths []string) error {
			if err := writable(f.Out); err != nil {
				return err
			}
			options, err := a.reportOptions(&f.reportFlags, paths)
			if err != nil {
				return err
			}
			page, err := report.New(cmd.Context(), paths, options)
			if err != nil {
				return named(err)
			}
			if err := a.writeTo(f.Out, page.Write); err != nil {
				return err
			}
			fmt.Fprintln(a.beside(f.Out), f.Out)
			return nil
		},
	}, f)
}

// reportOptions turns the flags into options.
func (a *app) reportOptions(f *reportFlags, paths []string) (report.Options, error) {
	o := report.Options{Title: f.Title, Version: version()}
	if o.Title == "" {
		var names []string
		for _, path := range paths {
			names = append(names, filepath.Base(path))
		}
		o.Title = "feltlab: " + strings.Join(names, ", ")
	}
	for _, text := range f.Flops {
		hand, rng, found := strings.Cut(text, "/")
		if !found {
			return o, usage("--flops %q, want HAND/RANGE such as AA/ATC", text)
		}
		subject, err := question.ParseSubject(hand, rng)
		if err != nil {
			return o, usage("--flops %q: %w", text, err)
		}
		o.Flops = append(o.Flops, subject)
	}
	store, err := a.store()
	if err != nil {
		return o, err
	}
	o.Tournament, o.Lab = f.Tournament, &jamfold.Lab{Store: store, Progress: a.stderr}
	o.Instances = fit.NewInstances(store, 0)
	o.Progress = func(name string, parts int) (func(string), func()) {
		bar := progress.Start(a.stderr, name, parts)
		return bar.Step, bar.Close
	}
	return o, nil
}
