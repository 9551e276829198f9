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
	Out string `flag:"out" required:"sheet.html" file:""`
}

func (a *app) sheetCommand() *cobra.Command {
	f := &sheetFlags{subjectFlags: subjectFlags{Step: 1}}
	return a.stored(&cobra.Command{
		Use:   "sheet [RESULTS] [HAND...]",
		Short: "Write a cheat sheet to print, one page for each hand",
		Long: `Writes formulas as an HTML file that prints one page for each hand and range: what to add up, in words;
how far off it is, and on which flops most; an example. RESULTS is a folder of feltlab sweep or a file of feltlab fit
--json: the sheet has the most accurate formula of at most --features (default 10) for each hand and range. Without
RESULTS the command takes the best known formula for HAND, or solves as feltlab fit does. Weights are whole percentage
points, solved as such; --step 5 makes them rounder. To get a PDF, print the page from a browser.`,
		Example: `  feltlab sheet results/demo --out sheet.html
  feltlab sheet AA --range ATC --features 6 --step 5 --out aces.html`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if ext := strings.ToLower(filepath.Ext(f.Out)); f.Out != standardOutput && ext != ".html" && ext != ".htm" {
				return usage("--out %s, want a name that ends in .html, or - for standard output; "+
					"to get a PDF, print that page from a browser", f.Out)
			}
			if len(args) > 0 && !cmd.Flags().Changed("features") {
				if err := cmd.Flags().Set("features", fmt.Sprint(sheetFeatures)); err != nil {
					return err
				}
				f.Features = sheetFeatures
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
	formulas := make([]*handout.Formula, len(chosen))
	for i := range chosen {
		if formulas[i], err = chosen[i].handout(); err != nil {
			return err
		}
	}
	if err := a.writeTo(out, func(w io.Writer) error { return handout.WriteSheet(w, formulas) }); err != nil {
		return err
	}
	for i := range chosen {
		fmt.Fprintf(a.messages(out), "%s: %s\n", out, chosen[i].title())
	}
	return nil
}

// mostAccurate keeps, for each hand and range, the formula with the least average error.
func mostAccurate(subjects []subject) (kept []subject, err error) {
	place, least := map[question.Subject]int{}, []float64{}
	for _, s := range subjects {
		scored, err := s.scored()
		if err != nil {
			return nil, err
		}
		k := s.result.Canonical()
		if at, known := place[k]; !known {
			place[k] = len(kept)
			kept, least = append(kept, s), append(least, scored.AverageError)
		} else if scored.AverageError < least[at] {
			kept[at], least[at] = s, scored.AverageError
		}
	}
	return kept, nil
}

func (s *subject) handout() (*handout.Formula, error) {
	spots, err := s.spots()
	if err != nil {
		return nil, err
	}
	f := &handout.Formula{Subject: s.result.Subject, Spots: spots, Terms: s.formula, StepPercent: s.step}
	if s.result.Kind == regression.AvgErr {
		bounded := s.result
		if s.round != nil {
			f.FreeError, bounded = float64(s.result.AverageError), s.round
		}
		if !bounded.LowerBound.Missing() {
			f.BoundError = float64(bounded.LowerBound)
		}
	}
	return f, nil
}
