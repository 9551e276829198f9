package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
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

// compared is the JSON of a formula.
type compared struct {
	asked
	Parts []handout.Part `json:"parts"` // all flops, and those that the rule is meant for
}

func (a *app) compareOuts(subjects []subject, asJSON bool) error {
	var all []compared
	for i := range subjects {
		parts, err := handout.CompareRuleOfFour(subjects[i].matrix, subjects[i].formula)
		if err != nil {
			return err
		}
		all = append(all, compared{subjects[i].asked(), parts})
	}
	return a.show(asJSON, all, func(w io.Writer) error {
		for i := range all {
			if err := printParts(w, &subjects[i], all[i].Parts); err != nil {
				return err
			}
		}
		return nil
	})
}

func printParts(w io.Writer, s *subject, parts []handout.Part) error {
	fmt.Fprintf(w,
		"%s, %d features, against the rule of four\n  (errors in percentage points, of the rule and of the formula)\n",
		s.title(), len(s.formula))
	t := table.NewSheet("", "flops", "equity", "outs", "rule", "90%", "largest", "formula", "90%",
		"largest").Align("lr")
	for _, p := range parts {
		row := []string{p.Name, strconv.Itoa(p.Flops)}
		if p.Flops > 0 {
			row = append(row, table.Fixed(100*p.Equity, 1)+"%", table.Fixed(p.Outs, 1))
			for _, e := range []*handout.Errors{p.Rule, p.Formula} {
				row = append(row, table.Fixed(100*e.AverageError, 2), table.Fixed(100*e.P90Error, 2),
					table.Fixed(100*e.MaxError, 2))
			}
		}
		t.Add(row...)
	}
	err := t.Print(w, "  ")
	if last := parts[1]; last.Flops > 0 && err == nil {
		_, err = fmt.Fprintf(w, "  where nothing is made yet the rule is %.2f off the exact chance to hit an out\n"+
			"  by the river\n", 100*last.Hit)
	}
	return err
}
