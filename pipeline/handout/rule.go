package handout

import (
	"fmt"
	"math"

	"feltlab/dataset/matrix"
	"feltlab/model/ranges"
	"feltlab/model/regression"
)

// Part compares a formula with the rule of four and two on some of a hand's flops. Errors are
// fractions of 1.
type Part struct {
	Name  string `json:"name"`  // name of the part
	Flops int    `json:"flops"` // number of its flops
	// Equity and Outs are means.
	Equity  float64 `json:"equity"`  // mean equity
	Outs    float64 `json:"outs"`    // mean number of outs
	Rule    *Errors `json:"rule"`    // errors of the rule of four; null without flops
	Formula *Errors `json:"formula"` // errors of the formula; null without flops
	// Hit is how far four percent an out is from the exact chance to hit an out by the river, on
	// average: the error of the rule's arithmetic alone. The rest of the rule's error is that
	// hitting is not winning, and that missing is not losing.
	Hit float64 `json:"hit_error"`
}

// Errors are those of a rule or a formula.
type Errors struct {
	AverageError float64 `json:"average_error"` // average error
	P90Error     float64 `json:"p90_error"`     // what 90% of the flops stay within
	MaxError     float64 `json:"max_error"`     // largest error
}

func errorsOf(e regression.Errors) *Errors { return &Errors{e.Average, e.P90, e.Max} }

// RuleOfFour compares a formula with the rule of four, as package outs defines it, on all flops,
// on those where the hand has made nothing yet (the draws the rule is meant for) and on draws
// with eight outs or more, which is what players call a draw.
func CompareRuleOfFour(m *matrix.Matrix, f regression.Formula) ([]Part, error) {
	hand, err := ranges.ParseHand(m.Hand)
	if err != nil {
		return nil, err
	}
	const strong = 8 // an open-ended straight draw
	parts := []Part{{Name: "all flops"}, {Name: "nothing made yet"}, {Name: fmt.Sprintf("draws of %d outs or more", strong)}}
	rows, counts := make([][]int, len(parts)), make([]int, len(m.Flops))
	for i := range m.Flops {
		flop := m.Flops[i].Cards
		counts[i] = Outs(hand.Combo, flop).Len()
		draw := Draw(hand.Combo, flop)
		for k, in := range []bool{true, draw, draw && counts[i] >= strong} {
			if in {
				rows[k] = append(rows[k], i)
			}
		}
	}
	for k := range parts {
		if err := parts[k].compare(m, f, rows[k], counts); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// compare fills a part from its rows.
func (p *Part) compare(m *matrix.Matrix, f regression.Formula, rows, counts []int) error {
	if p.Flops = len(rows); p.Flops == 0 {
		return nil
	}
	inst := rowsOf(m, rows)
	estimates := make([]float64, len(rows))
	for k, i := range rows {
		estimates[k] = RuleOfFourEstimate(counts[i])
		p.Outs += float64(counts[i]) / float64(len(rows))
		p.Hit += math.Abs(estimates[k]-HitByRiver(counts[i])) / float64(len(rows))
	}
	p.Equity = mean(inst.Equity)
	rule, err := inst.EvaluateEstimates(estimates)
	if err != nil {
		return err
	}
	formula, err := inst.Evaluate(f)
	if err != nil {
		return err
	}
	p.Rule, p.Formula = errorsOf(rule), errorsOf(formula)
	return nil
}
