package dalpasso

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"feltlab/dataset/matrix"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
)

// handsError is the error of a formula for all hands on some of them, next to that of formulas for each hand.
type handsError struct {
	Hands        string          `json:"hands"` // pairs, suited or offsuit; or a hand
	ErrorPercent float64         `json:"average_error_percent"`
	AlonePercent question.Number `json:"mean_error_of_single_hands_percent"` // null if some are not known
}

func (e *handsError) ratio() string { return ratioText(e.ErrorPercent / float64(e.AlonePercent)) }

// errorsByHand has the errors of a formula.
type errorsByHand struct {
	kinds []handsError
	hands []handsError // the largest error first
}

// countErrors counts all flops against each range, and takes the error of each formula for all hands on each hand.
func countErrors(ctx context.Context, env *experiments.Env, results, alone []*question.Answer,
) (map[*question.Answer]errorsByHand, error) {
	instances := fit.NewInstances(env.Store, env.Workers)
	bar := env.Progress(anyHandName+" by hand", len(results))
	defer bar.Close()
	all := map[*question.Answer]errorsByHand{}
	for _, rng := range anyHandRanges {
		var spots *matrix.Spots
		for _, r := range results {
			if rangeOf(r) != rng || !r.Found() {
				continue
			}
			var err error
			if spots == nil {
				if spots, err = instances.Spots(ctx, r.Subject); err != nil {
					return nil, err
				}
			}
			if all[r], err = errorsOf(spots, r, alone); err != nil {
				return nil, err
			}
			bar.Step(r.String())
		}
	}
	return all, ctx.Err()
}

// errorsOf takes the errors of a formula on each hand.
func errorsOf(spots *matrix.Spots, r *question.Answer, alone []*question.Answer) (e errorsByHand, err error) {
	kinds, err := handout.ByKind(spots, r.Formula())
	if err != nil {
		return e, err
	}
	hands, err := handout.ByHand(spots, r.Formula())
	if err != nil {
		return e, err
	}
	with := func(g handout.Group, in func(cards.Class) bool) handsError {
		return handsError{g.Name, 100 * g.AverageError, question.Number(100 * meanAlone(alone, rangeOf(r), r.N, in))}
	}
	for _, g := range kinds {
		e.kinds = append(e.kinds, with(g, func(c cards.Class) bool { return handout.KindOf(c.Representative()) == g.Name }))
	}
	for _, g := range hands {
		e.hands = append(e.hands, with(g, func(c cards.Class) bool { return c.String() == g.Name }))
	}
	return e, nil
}

// meanAlone returns the mean error, by combos, of the best formulas of the single hands of some classes; NaN unless
// there is one for each.
func meanAlone(alone []*question.Answer, rng string, n int, in func(cards.Class) bool) float64 {
	sum, combos, want := 0.0, 0, 0
	for class := range cards.Class(cards.NumClasses) {
		if in(class) {
			want += class.Size()
		}
	}
	for _, r := range alone {
		if r.Kind != regression.AvgErr || r.N != n || rangeOf(r) != rng || !r.Found() || r.Hand().Specific || !in(r.Hand().Class) {
			continue
		}
		sum += float64(r.Hand().Class.Size()) * r.Objective()
		combos += r.Hand().Class.Size()
	}
	if combos != want {
		return math.NaN()
	}
	return sum / float64(combos)
}

// anyHandWorst is the number of hands that the page lists for a formula.
const anyHandWorst = 10

// kindsSheet lists the errors on pairs, suited and offsuit hands.
func kindsSheet(p *anyHandPage) *table.Sheet {
	header := []string{"range", "questions"}
	for _, k := range p.Rows[0].Kinds {
		header = append(header, k.Hands, "a formula a hand", "ratio")
	}
	sheet := table.NewSheet(header...)
	for _, row := range p.Rows {
		cells := []string{row.Range, strconv.Itoa(row.Features)}
		for i := range row.Kinds {
			k := &row.Kinds[i]
			cells = append(cells, pointsText(k.ErrorPercent/100, 2), pointsText(float64(k.AlonePercent)/100, 2), k.ratio())
		}
		sheet.Add(cells...)
	}
	return sheet
}

// worstSheet lists the hands that a formula misses most.
func worstSheet(e errorsByHand) *table.Sheet {
	sheet := table.NewSheet("hand", "error", "a formula for the hand", "ratio")
	for i := range e.hands[:min(anyHandWorst, len(e.hands))] {
		h := &e.hands[i]
		sheet.Add(h.Hands, pointsText(h.ErrorPercent/100, 2), pointsText(float64(h.AlonePercent)/100, 2), h.ratio())
	}
	return sheet
}

// handsTable has a row for each formula and hand, with all digits.
func handsTable(results []*question.Answer, errors map[*question.Answer]errorsByHand) *table.Sheet {
	t := table.NewSheet("range", "max_features", "hand", "average_error_percent", "single_hand_error_percent")
	for _, r := range results {
		for _, h := range errors[r].hands {
			single := ""
			if !h.AlonePercent.Missing() {
				single = percentText(float64(h.AlonePercent)/100, 8)
			}
			t.Add(rangeOf(r), fmt.Sprint(r.N), h.Hands, percentText(h.ErrorPercent/100, 8), single)
		}
	}
	return t
}
