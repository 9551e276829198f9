package kumar

import (
	"context"
	"fmt"
	"io"
	"strings"

	"feltlab/dataset/strength"
	"feltlab/dataset/table"
	"feltlab/experiments"
)

// strengthSummary is what the experiment found.
type strengthSummary struct {
	Table1       []match       `json:"table_1"`
	Table2       []match       `json:"table_2"`
	Correlations []correlation `json:"correlations"`
	// Variants counts the ways to take Chen's rules, Scoring those that give the printed
	// points; Fitting are those of them that agree with the whole case as well.
	Variants int     `json:"readings"`
	Scoring  int     `json:"scoring"`
	Fitting  []tried `json:"fitting"`
}

func runStrength(ctx context.Context, env *experiments.Env) error {
	p, err := readPrinted()
	if err != nil {
		return err
	}
	n, err := computeStrengths(ctx, env, p)
	if err != nil {
		return err
	}
	summary, err := n.report(env, p)
	if err != nil {
		return err
	}
	return env.Summarize(summary)
}

// report writes the tables, the figures and the page.
func (n *strengthNumbers) report(env *experiments.Env, p *printed) (*strengthSummary, error) {
	s := &strengthSummary{Correlations: n.correlations()}
	tables := map[string]*table.Sheet{"correlation": correlationTable(s.Correlations), "preflop": n.allHands()}
	tables["table1"], s.Table1 = n.compareTable(p, strength.Uniform)
	tables["table2"], s.Table2 = n.compareTable(p, strength.Chen)
	s.Variants, s.Scoring, s.Fitting = n.evidence.search(p)
	best, fit := differenceVariant, (*tried)(nil)
	if len(s.Fitting) > 0 {
		fit = &s.Fitting[0]
		best = fit.variant
	}
	tables["readings"] = variantTable(n.evidence.neighbours(best, p), p)
	tables["case"] = n.compareCase(p, fit)
	for name, t := range tables {
		if err := env.Write("strength/"+name+".csv", t.CSV); err != nil {
			return nil, err
		}
	}
	if err := n.drawAll(env); err != nil {
		return nil, err
	}
	return s, env.WritePage(pages, "strength", struct {
		*strengthSummary
		Verdict, Table1, Table2, Positions, Strongest, Case, Neighbours, Points, Correlation *table.Sheet

		CaseHand      string
		Choices       [numRules]choice
		PrintedPoints int
		Modes         []strength.Mode
		Opponents     []strength.Weighting
	}{
		s, s.verdict(), tables["table1"], tables["table2"], n.positions(p), n.strongest(p), tables["case"], tables["readings"], p.points(), tables["correlation"],
		p.street[0].Hand, choices, len(p.uniform), drawnModes, strength.Weightings(),
	})
}

// verdict counts what each mode explains.
func (s *strengthSummary) verdict() *table.Sheet {
	t := table.NewSheet("mode", "Table 1", "rms", "Table 2", "rms")
	for i, one := range s.Table1 {
		two := s.Table2[i]
		t.Add(one.Mode, fmt.Sprintf("%d of %d", one.Agree, one.Of), fraction(one.RMS), fmt.Sprintf("%d of %d", two.Agree, two.Of), fraction(two.RMS))
	}
	return t
}

// Text writes the summary for a person.
func (s *strengthSummary) Text(w io.Writer) error {
	var b strings.Builder
	for i, matches := range [][]match{s.Table1, s.Table2} {
		for _, m := range matches {
			fmt.Fprintf(&b, "Table %d, %-13s %2d of %d explained, rms difference %.4f\n", i+1, m.Mode+":", m.Agree, m.Of, m.RMS)
		}
	}
	fmt.Fprintf(&b, "Chen's rules: %d readings, %d give the printed points, %d agree with the case as well\n", s.Variants, s.Scoring, len(s.Fitting))
	for _, f := range s.Fitting {
		fmt.Fprintf(&b, "  %s: %.4f %.4f %.4f %.4f, rms difference from Table 2 %.4f\n", f.Variant, f.Case[0], f.Case[1], f.Case[2], f.Case[3], f.Table2)
	}
	for _, c := range s.Correlations {
		fmt.Fprintf(&b, "correlation with Chen's points, %s, %s: Pearson %.4f, Spearman %.4f\n", c.Weighting, c.Mode, c.Pearson, c.Spearman)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
