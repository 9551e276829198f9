package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/model/regression"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
)

// sheetFeatures is the default of --features for stored formulas: one page holds that many.
const sheetFeatures = 10

type sheetFlags struct {
	subjectFlags
	Out string `flag:"out" required:"sheet.html" help:"HTML file to write, such as sheet.html; - for standard output"`
}

func (a *app) sheetCommand() *cobra.Command {
	f := &sheetFlags{subjectFlags: subjectFlags{Step: 1}}
	return command(&cobra.Command{
		Use:   "sheet [RESULTS]",
		Short: "Write a cheat sheet to print, one page for each hand",
		Long: `Writes formulas as an HTML file that prints one page for each hand and range: what to
add up, in words; how far off it is, and on which flops most; an example. RESULTS is a
folder of feltlab sweep or a file of feltlab fit --json: the sheet has the most accurate
formula of at most --features (default 10) for each hand and range. Without RESULTS the
command finds a formula for --hand. Weights are whole percentage points, solved as such;
--step 5 makes them rounder. To get a PDF, print the page from a browser.`,
		Example: `  feltlab sheet results/demo --out sheet.html
  feltlab sheet --hand AA --range ATC --features 6 --step 5 --out aces.html`,
		Args: resultsArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if ext := strings.ToLower(filepath.Ext(f.Out)); f.Out != standardOutput && ext != ".html" && ext != ".htm" {
				return usage("--out %s, want a name that ends in .html, or - for standard output; "+
					"to get a PDF, print that page from a browser", f.Out)
			}
			if err := writable(f.Out); err != nil {
				return err
			}
			if len(args) > 0 && !cmd.Flags().Changed("features") {
				if err := cmd.Flags().Set("features", fmt.Sprint(sheetFeatures)); err != nil {
					return err
				}
			}
			subjects, err := a.subjects(cmd, &f.subjectFlags, args)
			if err != nil {
				return err
			}
			return a.writeSheet(f.Out, subjects)
		},
	}, f)
}

func (a *app) writeSheet(out string, subjects []subject) error {
	chosen, err := mostAccurate(subjects)
	if err != nil {
		return err
	}
	var formulas []*handout.Formula
	for i := range chosen {
		formulas = append(formulas, chosen[i].handout())
	}
	if err := a.writeTo(out, func(w io.Writer) error { return handout.WriteSheet(w, formulas) }); err != nil {
		return err
	}
	for i := range chosen {
		fmt.Fprintf(a.beside(out), "%s: %s\n", out, chosen[i].title())
	}
	return nil
}

// mostAccurate keeps, for each hand and range, the formula with the least average error.
func mostAccurate(subjects []subject) ([]subject, error) {
	place, least := map[question.Subject]int{}, map[question.Subject]float64{}
	var kept []subject
	for i := range subjects {
		s := &subjects[i]
		scored, err := s.scored()
		if err != nil {
			return nil, err
		}
		k := s.result.Canonical()
		at, known := place[k]
		switch {
		case !known:
			place[k], least[k] = len(kept), scored.AverageError
			kept = append(kept, *s)
		case scored.AverageError < least[k]:
			kept[at], least[k] = *s, scored.AverageError
		}
	}
	return kept, nil
}

// handout is the subject as the printed matter wants it.
func (s *subject) handout() *handout.Formula {
	f := &handout.Formula{Subject: s.result.Subject, Matrix: s.matrix, Terms: s.formula, StepPercent: s.step}
	if s.result.Kind == regression.AvgErr {
		f.FreeError = float64(s.result.AverageError)
		if !s.result.LowerBound.Missing() {
			f.BoundError = float64(s.result.LowerBound)
		}
	}
	return f
}
