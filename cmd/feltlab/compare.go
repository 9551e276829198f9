package main

import (
	"fmt"
	"io"

	"feltlab/dataset/table"
	"feltlab/pipeline/question"
)

// printCompared prints the errors of methods without proofs next to that of the answer.
func (x *fitRows) printCompared(w io.Writer, r *fitAnswer) error {
	if len(r.Compared) == 0 {
		return nil
	}
	unit := "percentage points"
	if x.table != nil {
		unit = "the target's unit"
	}
	sheet := table.NewSheet("method", "features", "error", "above", "").Align("lr")
	if r.Found() {
		sheet.Addf("%s\t%d\t%s\t\t", "feltlab, "+r.StatusText(), question.Count(r.Features), x.text(r.Objective()))
	}
	for _, c := range r.Compared {
		e := c.Objective(r.Kind)
		above, share := "", ""
		if r.Found() {
			above = x.text(e - r.Objective())
			if r.Objective() > 0 {
				share = fmt.Sprintf("%+.2f%%", 100*(e/r.Objective()-1))
			}
		}
		sheet.Addf("%s\t%d\t%s\t%s\t%s", c.Method.Title(), question.Count(c.Features), x.text(e), above, share)
	}
	fmt.Fprintf(w, "  methods without proofs, in %s:\n", unit)
	if err := sheet.Print(w, "    "); err != nil || !r.Kind.UsesMax() {
		return err
	}
	_, err := fmt.Fprintln(w, "    the L1 path is for the average error")
	return err
}
