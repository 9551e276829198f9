package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"feltlab/dataset/table"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

func (a *app) listBest(ctx context.Context, x *fitRows, q question.Question, r *fitAnswer, most int) (err error) {
	if r.Status != question.Optimal {
		fmt.Fprintf(a.stderr, "feltlab: --best lists what follows a proved optimum, and the answer is %s: allow a "+
			"longer --time-limit\n", r.Status)
		return nil
	}
	r.Best, err = fit.BestSets(ctx, x.inst, q, &r.Answer, most, 0)
	return err
}

// printBest prints the best sets of columns, what is proved about others, and whether one ties with the first.
func (x *fitRows) printBest(w io.Writer, r *question.Answer) {
	b := r.Best
	if b == nil {
		return
	}
	fmt.Fprintf(w, "  best sets of at most %d columns:\n", r.N)
	unproved := 0
	for i := range b.Sets {
		s := &b.Sets[i]
		names := mapped(s.Features, func(w question.Weight) string { return w.Name })
		more := ""
		if e := s.Objective(r.Kind); i > 0 && r.Objective() > 0 {
			more = fmt.Sprintf(" (+%.3f%%)", 100*(e/r.Objective()-1))
		}
		if question.Count(s.Features) < r.N && i > 0 && s.Proof == nil {
			unproved++
		}
		fmt.Fprintf(w, "    %s\n", wrap(fmt.Sprintf("%2d. %s%s: %s", i+1, x.text(s.Objective(r.Kind)), more,
			strings.Join(names, "; ")), "        ", lineWidth-4))
	}
	switch {
	case b.Bound.Missing():
		printWrapped(w, "other sets may be better than the last: the time limit ended the proof, after %.1f s",
			b.Seconds)
	case len(b.Sets) < b.Asked:
		printWrapped(w, "proved: these are all sets whose columns are all needed, in %.1f s after the optimum",
			b.Seconds)
	default:
		printWrapped(w, "proved: no other set has an error below %s, in %.1f s after the optimum",
			x.text(float64(b.Bound)), b.Seconds)
	}
	if unproved > 0 {
		printWrapped(w, "more columns may make %d of them better: the time limit ended those proofs", unproved)
	}
	switch {
	case b.Ties > 0:
		printWrapped(w, "the first %d have the same error, within a millionth of it", b.Ties+1)
	case !b.Bound.Missing():
		printWrapped(w, "no other set has the error of the first, within a millionth of it")
	}
}

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
