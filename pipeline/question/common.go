package question

import (
	"cmp"
	"fmt"

	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Common is what a subject may have that most do not: a set of hands in place of one hand, and another estimate than
// the equity.
type Common struct {
	// Hands are the hands that have one formula; then there is no Hand, and there is a feature set.
	Hands    Range           `json:"hands,omitzero"`
	Estimate matrix.Estimate `json:"estimate,omitzero"` // what formulas estimate, if not the equity
}

// TogetherAgainst returns the subject of one formula for a set of hands, with the features of a set; any-hand if there
// is none. The error is that of ranges.Parse or wraps matrix.ErrHands or matrix.ErrAsymmetric.
func TogetherAgainst(hands *ranges.Range, rng string, set FeatureSet) (Subject, error) {
	if err := matrix.CheckHands(hands); err != nil {
		return Subject{}, err
	}
	s, err := AgainstTyped(ranges.Hand{}, rng)
	if err != nil {
		return Subject{}, err
	}
	if s.Hands, err = ParseRange(hands.String()); err != nil {
		return Subject{}, err
	}
	if s.FeatureSet = set; !s.OwnFeatures() {
		s.FeatureSet = AnyHand()
	}
	if !s.Range.SuitSymmetric() {
		return Subject{}, fmt.Errorf("%w: %q tells suits apart, and several hands together are whole classes",
			matrix.ErrAsymmetric, rng)
	}
	return s, nil
}

// parseCommon reads a hand or a set of hands, and a range with the street and the estimate.
func parseCommon(hand, label string) (Subject, error) {
	rng, estimate, err := matrix.CutEstimate(label)
	street := cards.Flop
	if err == nil {
		rng, street, err = matrix.CutStreet(rng)
	}
	if err != nil {
		return Subject{}, fmt.Errorf("%w: %w", ErrQuestion, err)
	}
	hands, together, err := matrix.CutHands(hand)
	if err != nil {
		return Subject{}, err
	}
	var h ranges.Hand
	if !together {
		if h, err = ranges.ParseHand(hand); err != nil {
			return Subject{}, err
		}
	}
	s, err := Against(h, rng)
	s.Estimate, s.Street = estimate, street
	if err == nil && together {
		s.Hands, err = ParseRange(hands.String())
	}
	return s, cmp.Or(err, s.CheckStreet())
}

// Estimating returns the subject with another estimate.
func (s Subject) Estimating(e matrix.Estimate) Subject {
	s.Estimate = e
	return s
}

// IsTogether reports whether the subject is a set of hands with one formula.
func (s Subject) IsTogether() bool { return s.Hands.Range != nil }

// HandText is the canonical text of the hand, or of a set of hands with one formula: "together 22-TT".
func (s Subject) HandText() string {
	if s.IsTogether() {
		return matrix.TogetherWord + s.Hands.String()
	}
	return s.Hand.Text
}

// handWords names the hand or the hands for people.
func (s Subject) handWords() string {
	switch {
	case !s.IsTogether():
		return s.Hand.Text
	case s.Hands.Len() == everyCombo:
		return "any hand"
	}
	return s.Hands.String() + " together"
}

const everyCombo = 1326

// CheckStreet returns an error that wraps ErrQuestion for hands together, or another estimate than the equity, on the
// turn or the river.
func (s Subject) CheckStreet() error {
	if s.Street == cards.Flop || s.Common == (Common{}) {
		return nil
	}
	return fmt.Errorf("%w: hands together, and estimates other than the equity, are for the flop, not for the %v",
		ErrQuestion, s.Street)
}

// checkCommon returns an error for a set of hands beside a hand or a table, without a feature set, or in classes that a
// range tells apart.
func (s Subject) checkCommon() error {
	switch {
	case s.IsData() && s.Common != Common{}:
		return fmt.Errorf("%w: a table with hands or an estimate", ErrQuestion)
	case s.CheckStreet() != nil:
		return s.CheckStreet()
	case !s.IsTogether():
		return nil
	case s.Hand.Text != "":
		return fmt.Errorf("%w: want a hand, or hands together, not both", ErrQuestion)
	case !s.OwnFeatures():
		return fmt.Errorf("%w: hands together need a feature set, such as any-hand", ErrQuestion)
	case s.Range.Range != nil && !s.Range.SuitSymmetric():
		return fmt.Errorf("%w: %q tells suits apart, and hands together are whole classes", ErrQuestion, s.RangeText())
	}
	return matrix.CheckHands(s.Hands.Range)
}

// CheckBoards returns an error that wraps equity.ErrEmptyRange if some board leaves a hand of the subject without
// opponents, so that no formula about it can be asked for.
func (s Subject) CheckBoards() error {
	if s.IsData() {
		return nil
	}
	if !s.IsTogether() {
		return equity.CheckBoards(s.Hand.Combo, s.Range.Range, s.Street.Cards())
	}
	for c := range cards.Combo(cards.NumCombos) {
		if s.Hands.Weight(c) == 0 || c != c.Class().Representative() { // the range does not tell suits apart
			continue
		}
		if err := equity.CheckBoards(c, s.Range.Range, s.Street.Cards()); err != nil {
			return err
		}
	}
	return nil
}

// Alike returns the subject with a class in place of two cards, where the range does not tell suits apart: both then
// have the same answers.
func (s Subject) Alike() Subject {
	if s.Hand.Specific && s.Range.SuitSymmetric() {
		s.Hand = ranges.Hand{Text: s.Hand.Class.String(), Class: s.Hand.Class, Combo: s.Hand.Class.Representative()}
	}
	return s
}
