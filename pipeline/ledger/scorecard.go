package ledger

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/scorecard"
)

// scorecard judges an answer about a score: its table is read again, its rows are counted, and the kernel repeats the
// search of its proof.
func (c *Checker) scorecard(ctx context.Context, path string, a *question.Scorecard, digest string) (*Report, error) {
	start, report := time.Now(), newReport(path, "results", digest)
	report.Rows = 1
	if err := c.count(ctx, a.Subject()); err != nil {
		return nil, err
	}
	problem, _ := c.problem(a.Subject())
	report.Matrices = 1
	must := func(holds bool, column, expected, found string) {
		if holds {
			report.holds()
			return
		}
		report.wrong(Fault{Place: "result 1", Column: column, Expected: expected, Found: found})
	}
	must(a.Reading == problem.Columns.Version, "reading", problem.Columns.Version, a.Reading)
	h := proof.Header{Rules: problem.Rules, Loss: proof.Wrong, Wrong: a.Counts(), Features: a.MaxFeatures,
		With: proof.VectorOf(problem.With...), Instance: problem.Exact.Digest()}
	if err := problem.Exact.CheckHeader(&h); err != nil {
		must(false, "claim", "one about scores", err.Error())
		return report, nil
	}
	card := a.Card()
	has := h.With
	for _, f := range a.Features {
		known := f.ID >= 1 && f.ID <= problem.Columns.Count() && problem.Columns.List[f.ID-1].Name == f.Name
		must(known && f.Weight != 0 && !(a.Points > 0 && max(f.Weight, -f.Weight) > a.Points), "features",
			"columns of the table with weights within the points", fmt.Sprintf("%+d if %s", f.Weight, f.Name))
		has = has.With(f.ID)
	}
	must(len(has.IDs()) <= a.MaxFeatures, "features", fmt.Sprintf("at most %d", a.MaxFeatures),
		strconv.Itoa(len(has.IDs())))
	report.Formulas, report.Numbers = 1, 1
	wrong := scorecard.CountWrong(problem.Instance, a.Counts(), &card)
	must(a.Wrong == wrong, "wrong", strconv.FormatInt(wrong, 10), strconv.FormatInt(a.Wrong, 10))
	optimal := a.LowerBound != nil && *a.LowerBound == a.Wrong
	must(optimal == (a.Status == question.Optimal), "status", "optimal exactly if the bound is what is wrong",
		string(a.Status))
	if a.LowerBound == nil {
		return report, nil
	}
	bound := strconv.FormatInt(*a.LowerBound, 10)
	if a.Proof == nil || a.Proof.Packed == nil {
		report.left(Open{Place: "result 1", Column: "lower_bound", Found: bound, Note: "there is no proof"})
		report.Bounds[Unproved]++
		return report, nil
	}
	p, err := prooffile.Unpack(a.Proof.Packed)
	if err == nil {
		h.Labels, h.Cutoff = p.Labels, float64(*a.LowerBound)
		own := &proof.Proof{Header: h}
		must(prooffile.Digest(p) == prooffile.Digest(own) && prooffile.Digest(p) == a.Proof.Digest, "proof",
			"the claim of this answer", prooffile.Claim(&p.Header))
		err = problem.CheckHeader(&p.Header)
	}
	if err == nil {
		err = problem.Exact.Check(ctx, p, nil)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	must(err == nil, "lower_bound", "a bound that is proved", fmt.Sprintf("%s: %v", bound, err))
	report.Proofs++
	if report.Bounds[ByProof]++; err != nil {
		report.Bounds = map[Basis]int{Refuted: 1}
	}
	report.Seconds = time.Since(start).Seconds()
	return report, nil
}
