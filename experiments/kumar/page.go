package kumar

import (
	"context"
	"embed"
	"errors"

	"feltlab/dataset/strength"
	"feltlab/dataset/table"
	"feltlab/experiments"
)

type strengthSummary struct {
	Table1       []match       `json:"table_1"`
	Table2       []match       `json:"table_2"`
	Correlations []correlation `json:"correlations"`
	// Variants counts the variants of Chen's rules, Scoring those that give the printed points. Fitting variants also
	// agree with the whole case.
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
	return env.Finish(err, pages, "strength", summary)
}

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
	written := n.drawAll(env)
	for name, t := range tables {
		written = errors.Join(written, env.Write("strength/"+name+".csv", t.CSV))
	}
	return s, errors.Join(written, env.WritePage(pages, "strength", struct {
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
	}))
}

func (s *strengthSummary) verdict() *table.Sheet {
	t := table.NewSheet("mode", "Table 1", "rms", "Table 2", "rms")
	for i, one := range s.Table1 {
		two := s.Table2[i]
		t.Addf("%s\t%d of %d\t%.4f\t%d of %d\t%.4f", one.Mode, one.Agree, one.Of, one.RMS, two.Agree, two.Of, two.RMS)
	}
	return t
}

// Experiments lists the experiments of this source.
func Experiments() []experiments.Experiment { return []experiments.Experiment{strengths} }

//go:embed *.tmpl
var templates embed.FS

var pages = experiments.Pages(templates, nil)
