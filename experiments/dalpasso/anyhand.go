package dalpasso

import (
	"math"

	"feltlab/dataset/matrix"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
)

// handsError is the error of a formula for all hands on some of them, a fraction of 1, next to that of formulas for
// each hand.
type handsError struct {
	Hands string // pairs, suited or offsuit; or a hand
	Error float64
	Alone float64 // NaN if some are not known
}

// errorsByHand has the errors of a formula.
type errorsByHand struct {
	Kinds []handsError
	Hands []handsError // the largest error first
}

// errorsByHand counts all flops against each range, and takes the error of each formula for all hands on each hand.
// alone are formulas for each hand of its own.
func (m *computed) errorsByHand(rows, alone []any) (all []errorsByHand, err error) {
	instances := fit.NewInstances(m.env.Store, m.env.Workers)
	bar := m.env.Progress("any-hand by hand", len(rows))
	defer bar.Close()
	single := experiments.AnswersOf(alone)
	spots := map[string]*matrix.Rows{}
	for _, r := range experiments.AnswersOf(rows) {
		rng := r.Against().Range.String()
		if spots[rng] == nil {
			if spots[rng], err = instances.Rows(m.ctx, r.Subject); err != nil {
				return nil, err
			}
		}
		e, err := errorsOf(spots[rng], r, single)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
		bar.Step(r.String())
	}
	return all, m.ctx.Err()
}

// errorsOf takes the errors of a formula on each hand.
func errorsOf(spots *matrix.Rows, r *question.Answer, alone []*question.Answer) (e errorsByHand, err error) {
	kinds, err := handout.ByKind(spots, r.Formula())
	if err != nil {
		return e, err
	}
	hands, err := handout.ByHand(spots, r.Formula())
	if err != nil {
		return e, err
	}
	with := func(g handout.Group, in func(cards.Class) bool) handsError {
		return handsError{g.Name, g.AverageError, meanAlone(alone, r.Against().Range.String(), r.N, in)}
	}
	for _, g := range kinds {
		e.Kinds = append(e.Kinds, with(g,
			func(c cards.Class) bool { return handout.KindOf(c.Representative()) == g.Name }))
	}
	for _, g := range hands {
		e.Hands = append(e.Hands, with(g, func(c cards.Class) bool { return c.String() == g.Name }))
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
		if r.Kind != regression.AvgErr || r.N != n || r.Against().Range.String() != rng || !r.Found() ||
			r.Hand().Specific ||
			!in(r.Hand().Class) {
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
