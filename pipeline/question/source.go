package question

import (
	"cmp"
	"fmt"
	"strings"

	"feltlab/dataset/matrix"
	"feltlab/model/featureset"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/model/weights"
)

// Source is what the rows of a question are about: a Hand, Hands with one formula, or a Table. Sources can be compared
// with == once Canonical has taken out what the user typed.
type Source interface {
	// Parts are the two parts of the canonical text, which ParseSubject reads. They do not depend on what the user
	// typed.
	Parts() (first, second string)
	// Names name the source in two parts: hand and range as typed, with the street and the estimate, or file and target
	// of a table.
	Names() (first, second string)
	// String names the source for people: "AA against 22+,A2s+", or "progression of diabetes.csv".
	String() string
	// Definitions is the version of the definitions of the columns.
	Definitions() string
	// MostFeatures is the most features that a formula may have. A table or a feature set may have fewer columns.
	MostFeatures() int
	// Standard reports whether the rows are those of the published programs: the equities of one hand on flops, by the
	// features of the paper.
	Standard() bool
	// Check returns an error that wraps ErrQuestion if no formula can be about the source.
	Check() error
	// CheckBoards returns an error that wraps equity.ErrEmptyRange if some board leaves a hand without opponents, so
	// that no formula about it can be asked for.
	CheckBoards() error
	// Canonical returns the source without what the user typed.
	Canonical() Source
	// at returns the source with the path of its file, by the SHA-256 of a table or the reading of a feature set.
	at(find func(name string) string) Source
	// keys returns the source as JSON has it.
	keys() SubjectKeys
}

// Subject is what a question is about: rows, and the weights that formulas about them may have.
type Subject struct {
	Source
	Weights weights.Weights // nothing: any
}

// Words and signs between the parts of canonical texts. No hand, range, table or program contains separator.
const (
	separator = "; "
	setWord   = " by "
)

// ParseSubject reads the two parts of a canonical text: a hand, a class such as AA or two cards such as AhKd, or
// several hands, and a range in any syntax; or those of a table.
func ParseSubject(first, second string) (s Subject, err error) {
	if at := strings.LastIndex(second, weights.Word); at >= 0 {
		// The options of a table may have any words in them.
		w, err := weights.Parse(second[at+len(weights.Word):])
		_, table := strings.CutPrefix(first, DataPrefix)
		if err == nil && (!table || strings.HasSuffix(second[:at], "}")) {
			s, err = ParseSubject(first, second[:at])
			s.Weights = w
			return s, cmp.Or(err, s.checkWeights())
		}
	}
	if digest, ok := strings.CutPrefix(first, DataPrefix); ok {
		s.Source, err = parseTable(digest, second)
	} else {
		s.Source, err = parseHands(first, second)
	}
	if err != nil {
		return Subject{}, err
	}
	return s, nil
}

// ParseTyped reads a hand, and a range as the user typed it.
func ParseTyped(hand, rng string) (Subject, error) {
	h, err := ranges.ParseHand(hand)
	if err != nil {
		return Subject{}, err
	}
	a, err := Versus(rng)
	return Subject{Source: Hand{h, a}}, err
}

// MustSubject is ParseSubject for texts in source code. It panics if one is wrong.
func MustSubject(hand, rng string) Subject {
	s, err := ParseSubject(hand, rng)
	if err != nil {
		panic(err)
	}
	return s
}

// String names the subject for people: "AA against 22+,A2s+, weights in steps of 5".
func (s Subject) String() string {
	if s.Source == nil {
		return "nothing"
	}
	text := s.Source.String()
	if s.Weights != "" {
		text += ", weights " + s.Weights.String()
	}
	return text
}

// Parts are the parts of the canonical text, which ParseSubject reads.
func (s Subject) Parts() (first, second string) {
	first, second = s.Source.Parts()
	if s.Weights != "" {
		second += weights.Word + string(s.Weights)
	}
	return first, second
}

// Key is the canonical text, "AA; 22+,A2s+".
func (s Subject) Key() string {
	first, second := s.Parts()
	return first + separator + second
}

// With returns the subject with other weights of formulas.
func (s Subject) With(w weights.Weights) Subject {
	s.Weights = w
	return s
}

// By returns the subject of hands with a feature set, as Against.By.
func (s Subject) By(f FeatureSet) Subject {
	switch of := s.Source.(type) {
	case Hand:
		s.Source = Hand{of.Hand, of.By(f)}
	case Hands:
		s.Source = Hands{of.Hands, of.By(f)}
	}
	return s
}

// Canonical returns the subject without what the user typed. Canonical subjects are comparable with ==.
func (s Subject) Canonical() Subject {
	s.Source = s.Source.Canonical()
	return s
}

// Is reports whether two subjects are the same, however the user typed them.
func (s Subject) Is(other Subject) bool { return s.Canonical() == other.Canonical() }

// At returns the subject with the path of its file, which find returns for the SHA-256 of a table or the reading of a
// feature set. It forgets the path that the subject had: a stranger's file may have said where.
func (s Subject) At(find func(name string) string) Subject {
	s.Source = s.Source.at(find)
	return s
}

// Table returns the table; an empty one for hands.
func (s Subject) Table() Table {
	t, _ := s.Source.(Table)
	return t
}

// IsTable reports whether the rows are those of a table.
func (s Subject) IsTable() bool {
	_, ok := s.Source.(Table)
	return ok
}

// Together reports whether the rows are those of several hands with one formula.
func (s Subject) Together() bool {
	_, ok := s.Source.(Hands)
	return ok
}

// Hand returns the hand; none for a table and for hands together.
func (s Subject) Hand() ranges.Hand {
	h, _ := s.Source.(Hand)
	return h.Hand
}

// Against returns what a hand, or hands together, are against; nothing for a table.
func (s Subject) Against() Against {
	switch s := s.Source.(type) {
	case Hand:
		return s.Against
	case Hands:
		return s.Against
	}
	return Against{}
}

// RangeLabel is RangeText with the estimate: "RS estimating win".
func (s Subject) RangeLabel() string { return s.Against().label() }

// Rows says which rows a subject of hands has. The error is that of FeatureSet.Read, or wraps ErrQuestion: the subject
// is a table, whose rows Table.Read returns, or there are no such rows.
func (s Subject) Rows() (m matrix.Meta, err error) {
	if err := s.Check(); err != nil {
		return m, err
	}
	if s.IsTable() {
		return m, fmt.Errorf("%w: %v is about a table, want a hand against a range", ErrQuestion, s)
	}
	m, err = s.Against().rows()
	m.Hand = s.Hand()
	if hands, ok := s.Source.(Hands); ok {
		m.Hands = hands.Hands.Range
	}
	return m, err
}

// HandText is the canonical text of the hand, or of a set of hands with one formula: "together 22-TT". A table has
// none.
func (s Subject) HandText() string {
	switch s := s.Source.(type) {
	case Hand:
		return s.Hand.Text
	case Hands:
		return s.text()
	}
	return ""
}

// RangeText is the range as the user typed it, and the street after the flop: "RS on the turn".
func (s Subject) RangeText() string { return s.Against().text() }

// Weighted returns an instance of the subject, of which it is one for any weights, for the weights of the subject. The
// error wraps weights.Err.
func (s Subject) Weighted(inst *regression.Instance) (*regression.Instance, error) {
	if s.Weights == "" {
		return inst, nil
	}
	own := *inst
	var err error
	if own.Rules, err = s.Weights.Rules(inst.Rules, inst.Columns.Count(), s.IsTable()); err != nil {
		return nil, err
	}
	return &own, nil
}

// Check returns an error that wraps ErrQuestion if no formula can be about the subject.
func (s Subject) Check() error {
	if s.Source == nil {
		return errMissing
	}
	return cmp.Or(s.Source.Check(), s.checkWeights())
}

// checkWeights returns an error that wraps ErrQuestion if formulas about the subject cannot have its weights.
func (s Subject) checkWeights() error { return inQuestion(s.Weights.Check(s.IsTable())) }

// Alike returns the subject with a class in place of two cards, where the range does not tell suits apart: both then
// have the same answers.
func (s Subject) Alike() Subject {
	if h, ok := s.Source.(Hand); ok && h.Hand.Specific && h.Range.SuitSymmetric() {
		h.Hand = ranges.Hand{Text: h.Hand.Class.String(), Class: h.Hand.Class, Combo: h.Hand.Class.Representative()}
		s.Source = h
	}
	return s
}

// cutSet returns the part of a canonical text before the reading of a feature set, and the set.
func cutSet(text string) (rest string, set FeatureSet, err error) {
	rest, reading, own := strings.Cut(text, setWord+featureset.Prefix)
	if own {
		set.Reading = featureset.Prefix + reading
	}
	return rest, set, set.check()
}
