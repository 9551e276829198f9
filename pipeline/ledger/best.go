package ledger

import (
	"context"
	"fmt"
	"slices"

	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// best judges the formulas of a list of the best sets of columns, and their order.
func (r *Verdict) best() {
	b := r.Best
	if b == nil {
		return
	}
	last := 0.0
	for i := range b.Sets {
		x, column := &b.Sets[i], fmt.Sprintf("best set %d", i+1)
		r.Formulas++
		e, err := CheckFormula(r.problem, r.Program(), x.Formula())
		if err != nil {
			r.wrong(column, "a formula of "+r.Program().String(), "another", err.Error())
			continue
		}
		r.equal(column+", average_error", question.Number(x.AverageError), e.Average, "the average error of the "+
			"formula")
		r.equal(column+", max_error", question.Number(x.MaxError), e.Max, "the largest error of the formula")
		r.equal(column+", p90_error", question.Number(x.P90Error), e.P90, "the 90th percentile of the errors")
		named := !slices.ContainsFunc(x.Features, func(w question.Weight) bool {
			return r.problem.Columns.List[w.ID-1].Name != w.Name || w.Group != question.GroupOf(r.problem.Rules, w.ID)
		})
		r.must(named && x.Objective(r.Kind) >= last, column,
			"names of its columns, and an error of at least that before", "others", "")
		last = x.Objective(r.Kind)
	}
	r.must(b.Ties == b.CountTies(r.Answer), "best, ties", fmt.Sprint(b.CountTies(r.Answer)), fmt.Sprint(b.Ties), "")
}

// best replays the proofs of lists of the best sets of columns, which must claim what the lists say.
func (c *Checker) best(ctx context.Context, rows []*row, report *Report) error {
	for _, r := range rows {
		if r.Best == nil || len(r.Verdict.Faults) > 0 {
			continue
		}
		b, sets := r.Best, []proof.Vector(nil)
		for i := range b.Sets {
			sets = append(sets, r.problem.Rules.Units(b.Sets[i].Set(r.problem.With)))
		}
		whole := proof.Header{With: proof.VectorOf(r.problem.With...), Except: sets, Cutoff: float64(b.Bound)}
		if b.Bound.Missing() {
			report.left(r.open("best", fmt.Sprintf("%d sets", len(sets)), "nothing shows that no other set is better"))
		} else if err := c.lists(ctx, r, "best", b.Proof, whole, report); err != nil {
			return err
		}
		for i := range b.Sets {
			e, column := b.Sets[i].Objective(r.Kind), fmt.Sprintf("best set %d", i+1)
			h := proof.Header{With: sets[i], Except: sets[:i], Cutoff: e - proof.Tolerance(e)}
			switch {
			case sets[i].Size() == r.N || e <= proof.ZeroError || i == 0 && float64(r.LowerBound) >= h.Cutoff:
			case b.Sets[i].Proof == nil:
				report.left(r.open(column, Text(e), "nothing shows that more columns make it no better"))
			default:
				if err := c.lists(ctx, r, column, b.Sets[i].Proof, h, report); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// lists replays a proof about sets of columns, which must have the columns of a claim, at least its cutoff, and no
// other excepted sets.
func (c *Checker) lists(ctx context.Context, r *row, column string, record *prooffile.Record, h proof.Header,
	report *Report) error {
	p := storedIn(r.place+", "+column, record)
	gaveUp, err := c.scan(ctx, p)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case gaveUp != "":
		report.left(r.open(column, "a proof", gaveUp))
		return nil
	case err != nil:
		r.wrong(Fault{Column: column, Expected: "a proof", Found: "none", Note: err.Error()})
		return nil
	}
	unlisted := func(v proof.Vector) bool { return !slices.Contains(h.Except, v) }
	same := p.named == nil && p.about.Is(r.Subject) && r.problem.CheckHeader(&p.Header) == nil &&
		p.Loss == r.Kind.Loss() && p.Features == r.N && p.With == h.With && !slices.ContainsFunc(p.Except, unlisted) &&
		p.Cutoff >= h.Cutoff && p.record.Digest == record.Digest
	if !same {
		h.Labels, h.Loss, h.Features, h.Rules = p.Labels, r.Kind.Loss(), r.N, r.problem.Rules
		r.wrong(Fault{Column: column, Expected: prooffile.Claim(&h), Found: prooffile.Claim(&p.Header)})
		return nil
	}
	held, err := c.replayAll(ctx, map[*storedProof]*prove.Problem{p: r.problem}, report)
	if len(held) == 1 {
		report.holds()
	} else if p.gaveUp != "" {
		report.left(r.open(column, Text(p.Cutoff), p.gaveUp))
	}
	return err
}
