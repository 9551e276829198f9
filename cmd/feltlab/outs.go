package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"feltlab/pipeline/handout"
)

type outsFlags struct {
	subjectFlags
	jsonFlag
}

func (a *app) outsCommand() *cobra.Command {
	f := &outsFlags{}
	return command(&cobra.Command{
		Use:   "outs [RESULTS]",
		Short: "Compare a formula with the rule of four and two",
		Long: `Compares a formula's error with that of the rule of four (four percent for each out) on
the same flops. An out is an unseen card that, as the turn, improves the hand's category
(pair, two pair, ...) with the help of a hole card: it pairs a hole card, or makes a
straight or better. The rule is meant for hands that have made nothing yet; those flops
are listed separately. RESULTS is a folder of feltlab sweep or a file of feltlab fit --json; without it the
command finds a formula for --hand.`,
		Example: `  feltlab outs --hand JTs --range ATC --features 5
  feltlab outs results/demo --json`,
		Args: resultsArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			subjects, err := a.subjects(cmd, &f.subjectFlags, args)
			if err != nil {
				return err
			}
			return a.compareOuts(subjects, f.JSON)
		},
	}, f)
}

// compared is the JSON of one formula. Errors are fractions of 1.
type compared struct {
	Hand        string         `json:"hand"`
	Range       string         `json:"range"`
	Program     string         `json:"program"`
	StepPercent int            `json:"step_percent"`
	Parts       []handout.Part `json:"parts"`
}

func (a *app) compareOuts(subjects []subject, asJSON bool) error {
	var all []compared
	for i := range subjects {
		s := &subjects[i]
		parts, err := handout.CompareRuleOfFour(s.matrix, s.formula)
		if err != nil {
			return err
		}
		all = append(all, compared{s.matrix.Hand, s.matrix.Range, s.result.Kind.String(), s.step, parts})
		if !asJSON {
			if err := a.printParts(s, parts); err != nil {
				return err
			}
		}
	}
	if asJSON {
		return a.printJSON(all)
	}
	return nil
}

func (a *app) printParts(s *subject, parts []handout.Part) error {
	fmt.Fprintf(a.stdout, "%s, %d features, against the rule of four\n  (errors in percentage points, of the rule and of the formula)\n", s.title(), len(s.formula))
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "  \tflops\tequity\touts\trule\t90%\tlargest\tformula\t90%\tlargest\t")
	for _, p := range parts {
		fmt.Fprintf(w, "  %-23s\t%d\t", p.Name, p.Flops)
		if p.Flops == 0 {
			fmt.Fprintln(w, "-\t-\t-\t-\t-\t-\t-\t-\t")
			continue
		}
		fmt.Fprintf(w, "%.1f%%\t%.1f\t%s%s\n", 100*p.Equity, p.Outs, errorCells(p.Rule), errorCells(p.Formula))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if last := parts[1]; last.Flops > 0 {
		fmt.Fprintf(a.stdout, "  where nothing is made yet the rule is %.2f off the exact chance to hit an out\n  by the river\n", 100*last.Hit)
	}
	return nil
}

func errorCells(e *handout.Errors) string {
	return fmt.Sprintf("%.2f\t%.2f\t%.2f\t", 100*e.Average, 100*e.P90, 100*e.Max)
}
