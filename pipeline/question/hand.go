package question

import (
	"cmp"
	"fmt"

	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/ranges"
)

// Against is what a hand, or hands together, are against: an opponent's range, on boards of a street, by features.
type Against struct {
	Range Range  // the opponent's
	Typed string // the range as the user typed it, empty where that is the canonical text
	// FeatureSet has the features; without one they are those that feltlab has for the street: of the paper on the
	// flop.
	FeatureSet FeatureSet
	Street     cards.Street
	Estimate   matrix.Estimate // what formulas estimate, if not the equity
}

// Hand is the boards of a hand against a range.
type Hand struct {
	Hand ranges.Hand // your hand
	Against
}

// Hands are the boards of several hands with one formula, against a range.
type Hands struct {
	Hands Range // whole classes; each combo counts once
	Against
}

// Together returns hands with one formula, by any-hand unless they have another feature set. The error wraps
// matrix.ErrHands or matrix.ErrAsymmetric.
func Together(hands *ranges.Range, a Against) (Subject, error) {
	if err := matrix.CheckHands(hands); err != nil {
		return Subject{}, err
	}
	if a.FeatureSet == (FeatureSet{}) {
		a.FeatureSet = AnyHand()
	}
	if !a.Range.SuitSymmetric() {
		return Subject{}, fmt.Errorf("%w: %q tells suits apart, and several hands together are whole classes",
			matrix.ErrAsymmetric, a.text())
	}
	return Subject{Source: Hands{RangeOf(hands), a}}, nil
}

// parseHands reads a hand or a set of hands, and a range with the street, the estimate and the feature set.
func parseHands(hand, label string) (Source, error) {
	label, set, err := cutSet(label)
	if err != nil {
		return nil, err
	}
	rng, street, estimate, err := matrix.CutRange(label)
	if err != nil {
		return nil, inQuestion(err)
	}
	hands, together, err := matrix.CutHands(hand)
	if err != nil {
		return nil, err
	}
	var h ranges.Hand
	if !together {
		if h, err = ranges.ParseHand(hand); err != nil {
			return nil, err
		}
	}
	r, err := ParseRange(rng)
	if err != nil {
		return nil, err
	}
	a := Against{Range: r, Typed: typed(rng, r), Street: street, Estimate: estimate}
	if a = a.By(set); together {
		return Hands{RangeOf(hands), a}, a.check(true)
	}
	return Hand{h, a}, a.check(false)
}

// By returns the same with a feature set, or without one. On the turn and the river, the set that feltlab has for the
// street is no set of someone's own.
func (a Against) By(f FeatureSet) Against {
	if a.Street != cards.Flop && f.Reading == featureset.Default(a.Street).Reading {
		f = FeatureSet{}
	}
	a.FeatureSet = f
	return a
}

// Own reports whether there is a feature set of someone's own.
func (a Against) Own() bool { return a.FeatureSet != FeatureSet{} }

// Text is the canonical text of the range, with the street and the estimate.
func (a Against) Text() string { return matrix.RangeLabel(a.Range.String(), a.Street, a.Estimate) }

// Shown is the range as people read it: by a name of the user's own or of a published range if that is what the user
// typed, else by its classes and combos.
func (a Against) Shown() string {
	canonical := a.Range.String()
	name := cmp.Or(a.Typed, canonical)
	if _, own := ParseRange(name); own != nil || ranges.Explain(canonical) != "" && ranges.Explain(name) != "" {
		return name
	}
	return a.Range.Shown()
}

// text is the range as people read it, with the street.
func (a Against) text() string { return matrix.RangeLabel(a.Shown(), a.Street, matrix.Equity) }

// label is what people read: text with the estimate.
func (a Against) label() string { return matrix.RangeLabel(a.Shown(), a.Street, a.Estimate) }

func (a Against) second() string {
	if a.Own() {
		return a.Text() + setWord + a.FeatureSet.Reading
	}
	return a.Text()
}

func (a Against) suffix() string {
	if a.Own() {
		return setWord + a.FeatureSet.name()
	}
	return ""
}

// Definitions is the version of the definitions of the features.
func (a Against) Definitions() string {
	switch {
	case a.Own():
		return a.FeatureSet.Reading
	case a.Street != cards.Flop:
		return featureset.Default(a.Street).Reading
	}
	return features.Version
}

// MostFeatures is the most features that a formula may have. A feature set may have fewer columns.
func (a Against) MostFeatures() int {
	if a.Own() {
		return featureset.MostFeatures
	}
	return featureset.Default(a.Street).Count()
}

// check refuses hands together and other estimates than the equity after the flop.
func (a Against) check(together bool) error {
	return inQuestion(matrix.CheckStreet(a.Street, together, a.Estimate))
}

func (a Against) canonical() Against {
	a.Typed, a.FeatureSet.Path = "", ""
	return a
}

func (a Against) moved(find func(name string) string) Against {
	if a.Own() {
		a.FeatureSet.Path = find(a.FeatureSet.Reading)
	}
	return a
}

// Plain returns the range by classes and combos, which other programs read; "" without a range.
func (a Against) Plain() string {
	if a.Range.Range == nil {
		return ""
	}
	return a.Range.Plain()
}

func (a Against) keys() SubjectKeys {
	return SubjectKeys{Estimate: a.Estimate, Range: a.Range, Typed: a.Typed, FeatureSet: a.FeatureSet, Street: a.Street}
}

// rows says which rows there are, of no hand yet. The error is that of FeatureSet.Read.
func (a Against) rows() (m matrix.Meta, err error) {
	m = matrix.Meta{Range: a.Range.Range, Street: a.Street, Estimate: a.Estimate}
	if a.Own() {
		m.Set, err = a.FeatureSet.Read()
	}
	return m, err
}

var errMissing = fmt.Errorf("%w: want a hand and a range, or a table", ErrQuestion)

// The methods of Source.

func (h Hand) Parts() (first, second string) { return h.Hand.Text, h.second() }
func (h Hand) Names() (first, second string) { return h.Hand.Text, h.label() }
func (h Hand) String() string                { return h.Hand.Text + " against " + h.label() + h.suffix() }

func (h Hand) Standard() bool {
	return !h.Own() && h.Street == cards.Flop && h.Estimate == matrix.Equity
}

func (h Hand) Check() error {
	if h.Hand.Text == "" || h.Range.Range == nil {
		return errMissing
	}
	return h.check(false)
}

func (h Hand) CheckBoards() error {
	return equity.CheckBoards(h.Hand.Combo, h.Range.Range, h.Street.Cards())
}

func (h Hand) Canonical() Source                  { return Hand{h.Hand, h.canonical()} }
func (h Hand) at(find func(string) string) Source { return Hand{h.Hand, h.moved(find)} }

func (h Hand) keys() SubjectKeys {
	k := h.Against.keys()
	k.Hand = h.Hand
	return k
}

func (h Hands) Parts() (first, second string) { return h.text(), h.second() }
func (h Hands) Names() (first, second string) { return h.text(), h.label() }
func (h Hands) text() string                  { return matrix.TogetherWord + h.Hands.String() }

func (h Hands) String() string {
	words := "any hand"
	if h.Hands.Len() != cards.NumCombos {
		words = h.Hands.String() + " together"
	}
	return words + " against " + h.label() + h.suffix()
}

func (h Hands) Standard() bool { return false }

func (h Hands) Check() error {
	if h.Range.Range == nil {
		return errMissing
	}
	return cmp.Or(h.check(true), inQuestion(matrix.CheckTogether(h.Hands.Range, h.Range.Range, h.Own())))
}

func inQuestion(err error) error {
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrQuestion, err)
	}
	return err
}

func (h Hands) CheckBoards() error {
	for c := range cards.Combo(cards.NumCombos) {
		if h.Hands.Weight(c) == 0 || c != c.Class().Representative() { // the range does not tell suits apart
			continue
		}
		if err := equity.CheckBoards(c, h.Range.Range, h.Street.Cards()); err != nil {
			return err
		}
	}
	return nil
}

func (h Hands) Canonical() Source                  { return Hands{h.Hands, h.canonical()} }
func (h Hands) at(find func(string) string) Source { return Hands{h.Hands, h.moved(find)} }

func (h Hands) keys() SubjectKeys {
	k := h.Against.keys()
	k.Hands = h.Hands
	return k
}
