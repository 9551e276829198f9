package handout

import (
	"fmt"
	"math"

	"feltlab/dataset/eval"
	"feltlab/dataset/matrix"
	"feltlab/model/cards"
	"feltlab/model/regression"
)

// Part compares a formula with the rule of four and two on some flops of a hand. Errors are fractions of 1.
type Part struct {
	Name    string  `json:"name" text:"-"`                          // name of the part
	Flops   int     `json:"flops"`                                  // number of its flops
	Equity  float64 `json:"equity" text:",%1"`                      // mean equity
	Outs    float64 `json:"outs" text:",1"`                         // mean number of outs
	Rule    *Errors `json:"rule" text:"errors of the rule of four"` // errors of the rule of four; null without flops
	Formula *Errors `json:"formula" text:"errors of the formula"`   // errors of the formula; null without flops
	// Hit is the average difference between four percent an out and the exact chance to hit an out by the
	// river.
	Hit float64 `json:"hit_error" text:"error of 4% an out as the chance to hit one by the river,%2"`
}

// Title is the name of the part.
func (p Part) Title() string { return p.Name }

// Errors are those of a rule or a formula.
type Errors struct {
	AverageError float64 `json:"average_error" text:"average,%2"` // average error
	P90Error     float64 `json:"p90_error" text:"P90,%2"`         // what 90% of the flops stay within
	MaxError     float64 `json:"max_error" text:"max,%2"`         // largest error
}

func errorsOf(e regression.Errors) *Errors { return &Errors{e.Average, e.P90, e.Max} }

// CompareRuleOfFour compares a formula with the rule of four on all flops,
// on those where the hand has made nothing yet (the draws the rule is meant for) and on draws
// with eight outs or more, which is what players call a draw.
func CompareRuleOfFour(s *matrix.Rows, f regression.Formula) ([]Part, error) {
	const strong = 8 // an open-ended straight draw
	parts := []Part{{Name: "all flops"}, {Name: "nothing made yet"},
		{Name: fmt.Sprintf("draws of %d outs or more", strong)}}
	rows, counts := make([][]int, len(parts)), make([]int, len(s.List))
	for i := range s.List {
		hand, flop := s.List[i].Hand, [3]cards.Card(s.List[i].Cards())
		counts[i] = Outs(hand, flop).Len()
		draw := Draw(hand, flop)
		for k, in := range []bool{true, draw, draw && counts[i] >= strong} {
			if in {
				rows[k] = append(rows[k], i)
			}
		}
	}
	for k := range parts {
		if err := parts[k].compare(s, f, rows[k], counts); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

func (p *Part) compare(s *matrix.Rows, f regression.Formula, rows, counts []int) error {
	if len(rows) == 0 {
		return nil
	}
	inst := s.Some(rows)
	p.Flops = int(inst.TotalWeight())
	estimates := make([]float64, len(rows))
	for k, i := range rows {
		estimates[k] = RuleOfFourEstimate(counts[i])
		share := inst.Weight[k] / float64(p.Flops)
		p.Outs += share * float64(counts[i])
		p.Hit += share * math.Abs(estimates[k]-HitByRiver(counts[i]))
	}
	p.Equity = mean(inst)
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

// unseen is the number of cards that may come on the turn.
const unseen = cards.NumCards - 5

// Outs returns the outs of a hand on a flop, in ascending order. The five cards must be different.
func Outs(hand cards.Combo, flop [3]cards.Card) cards.Set {
	board := cards.SetOf(flop[:]...)
	known := board | hand.Set()
	held := eval.HandOf(known)
	now := held.Strength().Category()
	low, high := hand.Cards()
	var out cards.Set
	for rest := cards.FullDeck &^ known; rest != 0; {
		c := rest.Min()
		rest = rest.Without(c)
		then := held.Add(c).Strength().Category()
		if then <= now {
			continue
		}
		pairs := c.Rank() == low.Rank() || c.Rank() == high.Rank()
		if pairs || then >= eval.Straight && then > eval.CategoryOf(board.With(c)) {
			out = out.With(c)
		}
	}
	return out
}

// Draw reports whether the hand has made nothing on the flop: its category is the flop's own.
func Draw(hand cards.Combo, flop [3]cards.Card) bool {
	board := cards.SetOf(flop[:]...)
	return eval.Of(board|hand.Set()).Category() <= eval.CategoryOf(board)
}

// RuleOfFourEstimate is the rule's estimate on the flop, a fraction of 1: four percent an out, at most 1.
func RuleOfFourEstimate(outs int) float64 { return min(float64(4*outs)/100, 1) }

// HitByRiver is the exact chance that at least one of the outs comes on turn or river, which the rule of four
// approximates.
func HitByRiver(outs int) float64 {
	missed := unseen - outs
	return 1 - float64(missed*(missed-1))/float64(unseen*(unseen-1))
}
