package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"feltlab/pipeline/question"
)

// rangeWidth is how much of a range the table of a sweep shows.
const rangeWidth = 16

// printSolves writes a table that fits a line; what does not fit is in the sweep's files.
func (a *app) printSolves(results []*question.Answer, asJSON bool) error {
	if asJSON {
		for _, r := range results {
			if err := a.printLine(r); err != nil {
				return err
			}
		}
		return nil
	}
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "hand\trange\tprogram\tn\taverage\tlargest\tbound\tstatus\tseconds\tlargest weights")
	for _, r := range results {
		fmt.Fprintf(w, "%s\t%s\t%s\t", r.Hand, cut(r.RangeText(), rangeWidth), r.Program().String())
		if r.Found() {
			fmt.Fprintf(w, "%d\t%.4f\t%.4f\t", len(r.Features), 100*r.AverageError, 100*r.MaxError)
		} else {
			fmt.Fprint(w, "\t\t\t")
		}
		fmt.Fprintf(w, "%s\t%s\t%.1f\t%s\n", boundText(r), r.StatusText(), r.Seconds, topWeights(r.Features, len(r.Features)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(b.String()) {
		fmt.Fprintln(a.stdout, cut(strings.TrimRight(line, " \n"), textWidth))
	}
	if err := a.printSolvers(results); err != nil {
		return err
	}
	var said []string // AVGERR and FEAT_AVGERR have the same row of Table 3 beside them
	for _, r := range results {
		text, _ := publishedText(r)
		line := fmt.Sprintf("  %v, %s", r.Subject, text)
		if text != "" && !slices.Contains(said, line) {
			said = append(said, line)
		}
	}
	if len(said) > 0 {
		fmt.Fprintf(a.stdout, "Dalpasso & Lancia:\n%s\n", strings.Join(said, "\n"))
	}
	fmt.Fprintln(a.stdout, "n features; errors and weights in percentage points; feltlab explain says a formula in words")
	return nil
}

// printSolvers says in a table what HiGHS says, where it was asked.
func (a *app) printSolvers(results []*question.Answer) error {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	asked := false
	for _, r := range results {
		if s := r.Solver; s != nil {
			if !asked {
				asked = true
				fmt.Fprintln(w, "hand\trange\tprogram\tformulation\tversion\tstatus, not certified\tbound\tgap\tnodes\tseconds")
			}
			bound, gap := solverNumbers(r, s)
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%.1f\n", r.Hand, cut(r.RangeText(), rangeWidth), r.Program().String(), s.Formulation, s.Version, s.Status, bound, gap, s.Nodes, s.Seconds)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := b.WriteTo(a.stdout)
	return err
}
