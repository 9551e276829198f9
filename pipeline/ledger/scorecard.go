package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// scorecard judges an answer about a score: its table is read again, its rows are counted, and the kernel repeats the
// search of its proof.
func (c *Checker) scorecard(ctx context.Context, path string, a *question.Scorecard, digest string) (*Report, error) {
	report := newReport(path, "results", digest)
	report.Rows, report.Matrices, report.Formulas, report.Numbers = 1, 1, 1, 2
	if err := c.count(ctx, a.Subject()); err != nil {
		return nil, err
	}
	s, _ := c.problem(a.Subject())
	must := func(holds bool, column string, expected, found any) {
		if holds {
			report.holds()
			return
		}
		report.wrong(Fault{Place: "result 1", Column: column, Expected: fmt.Sprint(expected), Found: fmt.Sprint(found)})
	}
	must(a.Reading == s.Columns.Version, "reading", s.Columns.Version, a.Reading)
	card, has := a.Card(), s.With
	for _, f := range a.Features {
		must(f.ID >= 1 && f.ID <= s.Columns.Count() && s.Columns.List[f.ID-1].Name == f.Name && f.Weight != 0 &&
			max(f.Weight, -f.Weight) <= cmp.Or(a.Points, max(f.Weight, -f.Weight)), "features",
			"a column of the table with a weight within the points", fmt.Sprintf("%+d if %s", f.Weight, f.Name))
		if !slices.Contains(has, f.ID) {
			has = append(slices.Clone(has), f.ID)
		}
	}
	must(len(has) <= a.MaxFeatures, "features", fmt.Sprintf("at most %d columns", a.MaxFeatures), len(has))
	low, high := card.WrongRows(s.Instance)
	wrong := low*a.OutcomeWeights[0] + high*a.OutcomeWeights[1]
	must(a.Wrong == wrong, "wrong", wrong, a.Wrong)
	optimal := a.LowerBound != nil && *a.LowerBound == a.Wrong
	must(optimal == (a.Status == question.Optimal), "status", "optimal exactly if the bound is what is wrong", a.Status)
	if a.LowerBound == nil {
		return report, nil
	}
	p := storedIn("result 1", a.Proof)
	if err := c.replayed(ctx, report, p); err != nil {
		return nil, err
	}
	h := a.Claim(s)
	must(p.Features == h.Features && p.Loss == h.Loss && p.Wrong == h.Wrong && p.With == h.With &&
		p.Cutoff == h.Cutoff && p.about.Is(a.Subject()) && p.record.Digest == a.Proof.Digest,
		"lower_bound", prooffile.Claim(&h), prooffile.Claim(&p.Header))
	return report, nil
}
