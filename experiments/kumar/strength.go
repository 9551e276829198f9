package kumar

import (
	"context"
	"errors"
	"fmt"
	"math"

	"feltlab/dataset/equity"
	"feltlab/dataset/published"
	"feltlab/dataset/strength"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/pipeline/store"
)

// strengths reproduces Kumar & Keshner 2017. It costs about 20 CPU-seconds, most of them for the evidence on the
// published opponent, which the store keeps.
var strengths = experiments.Experiment{
	Name:  "strength",
	Short: "hand strength: Tables 1 and 2 and the case of section 5 of Kumar & Keshner",
	Run:   runStrength,
}

// evidenceVersion changes with the published comparison of hands, because the evidence does.
const evidenceVersion = "1"

const sampledDeals = 100_000

type printed struct {
	uniform, weighted []printedStrength
	street            []published.Street
	hand              cards.Combo
	board             []cards.Card
}

type printedStrength struct {
	published.StrengthRow
	class cards.Class
}

func readPrinted() (*printed, error) {
	p := &printed{street: published.StrengthCase()}
	for _, t := range []struct {
		to   *[]printedStrength
		rows []published.StrengthRow
	}{{&p.uniform, published.StrengthUniform()}, {&p.weighted, published.StrengthWeighted()}} {
		for _, row := range t.rows {
			class, err := cards.ParseClass(row.Hand)
			if err != nil {
				return nil, err
			}
			*t.to = append(*t.to, printedStrength{row, class})
		}
	}
	last := p.street[len(p.street)-1]
	var err error
	if p.hand, err = cards.ParseCombo(last.Hand); err != nil {
		return nil, err
	}
	p.board, err = cards.ParseCards(last.Board)
	return p, err
}

// standardErrors is the largest distance of a printed number that sampling explains, in standard errors.
const standardErrors = 3

// agrees reports whether a value explains a printed one: to the last of its three digits, or for sampled numbers within
// three standard errors and the rounding.
func (p *printed) agrees(ours, printed float64, sampled bool) bool {
	const digits = 1000
	if !sampled {
		return math.Round(digits*ours) == math.Round(digits*printed)
	}
	// Ties are neglected; they would make it smaller.
	standardError := math.Sqrt(ours * (1 - ours) / sampledDeals)
	return math.Abs(ours-printed) <= standardErrors*standardError+0.5/digits
}

type setting struct {
	mode      strength.Mode
	weighting strength.Weighting
}

func settings() (all []setting) {
	for _, mode := range strength.Modes() {
		for _, w := range strength.Weightings() {
			all = append(all, setting{mode, w})
		}
	}
	return all
}

type strengthNumbers struct {
	preflop  map[setting][cards.NumClasses]equity.Count
	street   map[setting][]strength.Street
	evidence evidence
}

func computeStrengths(ctx context.Context, env *experiments.Env, p *printed) (*strengthNumbers, error) {
	n := &strengthNumbers{preflop: map[setting][cards.NumClasses]equity.Count{},
		street: map[setting][]strength.Street{}}
	all := settings()
	bar := env.Progress("strength", len(all)+1)
	defer bar.Close()
	for _, s := range all {
		var err error
		if n.preflop[s], err = strength.Preflop(ctx, s.weighting, s.mode, env.Workers); err != nil {
			return nil, err
		}
		opponent := s.weighting.Range(s.mode)
		n.street[s], err = strength.Streets(ctx, []cards.Combo{p.hand}, p.board, opponent, s.mode, env.Workers)
		if err != nil {
			return nil, err
		}
		bar.Step(fmt.Sprintf("%v opponent, %v", s.weighting, s.mode))
	}
	e, err := experiments.Cached(ctx, env, evidenceSpec(),
		func(ctx context.Context) (*evidence, error) { return gather(ctx, env, p) })
	if err != nil {
		return nil, err
	}
	n.evidence = *e
	return n, nil
}

func evidenceSpec() store.Spec {
	return store.Spec{Stage: "strength-evidence", Version: evidenceVersion, Schema: "json classCounts",
		Config: map[string]any{"case": published.StrengthCase(), "hands": published.StrengthWeighted()}}
}

// gather counts the case and the hands of Table 2 under the published comparison of hands.
func gather(ctx context.Context, env *experiments.Env, p *printed) (*evidence, error) {
	e := new(evidence)
	if len(p.weighted) != len(e.Table2) || len(p.street) != len(e.Case) {
		return nil, fmt.Errorf("the source has %d hands and %d streets", len(p.weighted), len(p.street))
	}
	if err := e.gatherCase(ctx, p, env.Workers); err != nil {
		return nil, err
	}
	for i, row := range p.weighted {
		if err := e.Table2[i].play(ctx, row.class.Representative(), nil, env.Workers); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *evidence) gatherCase(ctx context.Context, p *printed, workers int) error {
	for i, street := range p.street {
		dealt := len(street.Board) / len("Ah")
		if err := e.Case[i].play(ctx, p.hand, p.board[:dealt], workers); err != nil {
			return err
		}
	}
	return nil
}

func (c *classCounts) play(ctx context.Context, hand cards.Combo, board []cards.Card, workers int) error {
	spot, err := strength.Enumerate(ctx, hand, board, strength.AsPublished, workers)
	if err == nil {
		*c = spot.Classes(strength.Uniform.Range(strength.AsPublished))
	}
	return err
}

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
		s, s.verdict(), tables["table1"], tables["table2"], n.positions(p), n.strongest(p), tables["case"],
		tables["readings"], p.points(), tables["correlation"],
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
