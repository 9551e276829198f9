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
)

// strengths reproduces Kumar & Keshner 2017. It costs some ten CPU-seconds.
var strengths = experiments.Experiment{
	Name:  "strength",
	Short: "hand strength: Tables 1 and 2 and the case of section 5 of Kumar & Keshner",
	Run:   runStrength,
}

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
	preflop map[setting][cards.NumClasses]equity.Count
	street  map[setting][]strength.Street
}

func computeStrengths(ctx context.Context, env *experiments.Env, p *printed) (*strengthNumbers, error) {
	n := &strengthNumbers{preflop: map[setting][cards.NumClasses]equity.Count{},
		street: map[setting][]strength.Street{}}
	all := settings()
	bar := env.Progress("strength", len(all))
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
	return n, nil
}

type strengthSummary struct {
	Table1       []match       `json:"table_1"`
	Table2       []match       `json:"table_2"`
	Correlations []correlation `json:"correlations"`
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
	tables["case"] = n.compareCase(p)
	written := n.drawAll(env)
	for name, t := range tables {
		written = errors.Join(written, env.Write("strength/"+name+".csv", t.CSV))
	}
	return s, errors.Join(written, env.WritePage(pages, "strength", struct {
		*strengthSummary
		Verdict, Table1, Table2, Positions, Strongest, Case, Correlation *table.Sheet

		CaseHand  string
		Modes     []strength.Mode
		Opponents []strength.Weighting
	}{
		s, s.verdict(), tables["table1"], tables["table2"], n.positions(p), n.strongest(p), tables["case"],
		tables["correlation"], p.street[0].Hand, drawnModes, strength.Weightings(),
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
