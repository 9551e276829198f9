package question

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"feltlab/dataset/data"
	"feltlab/dataset/matrix"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
)

// Range is an opponent's range. Ranges that weigh all combos alike share one *ranges.Range, so that
// == tells ranges apart.
type Range struct{ *ranges.Range }

// parsed holds ranges by the texts that ParseRange has read, and by their canonical texts.
var parsed sync.Map

// ParseRange reads a range in any syntax of model/ranges. It parses each text once.
func ParseRange(text string) (Range, error) {
	if r, ok := parsed.Load(text); ok {
		return r.(Range), nil
	}
	r, err := ranges.Parse(text)
	if err != nil {
		return Range{}, err
	}
	shared, _ := parsed.LoadOrStore(r.String(), Range{r})
	parsed.Store(text, shared)
	return shared.(Range), nil
}

// String returns the canonical text, nothing without a range.
func (r Range) String() string {
	if r.Range == nil {
		return ""
	}
	return r.Range.String()
}

// MarshalText writes the canonical text.
func (r Range) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what ParseRange reads.
func (r *Range) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRange(string(text))
	return err
}

// Subject is what a question is about: a hand against an opponent's range, or a table of someone's own.
type Subject struct {
	Hand ranges.Hand `json:"hand,omitzero"` // your hand
	Common
	Range Range `json:"range,omitzero"` // the opponent's range
	// Typed is the range as the user typed it, empty where that is the canonical text.
	Typed string `json:"range_as_typed,omitempty"`
	// Data is the table; then there is neither hand nor range.
	Data Data `json:"data,omitzero"`
	// FeatureSet has the features of the hand; without one they are those of the paper.
	FeatureSet FeatureSet `json:"feature_set,omitzero"`
	// Street is turn or river for boards of four or five cards, with the features that feltlab has for them; without
	// one the boards are flops.
	Street cards.Street `json:"street,omitzero"`
	// Weights are those that formulas may have; nothing: any.
	Weights regression.Weights `json:"weights,omitempty"`
}

// AgainstTyped is Against for a range that the user typed, which may use names of the user's own.
func AgainstTyped(h ranges.Hand, rng string) (Subject, error) {
	if s, err := Against(h, rng); err == nil {
		return s, nil
	}
	r, err := ranges.ParseTyped(rng)
	if err != nil {
		return Subject{}, err
	}
	s, err := Against(h, r.String())
	s.Typed = typedText(rng, s.Range)
	return s, err
}

// ParseTyped is ParseSubject for a range that the user typed.
func ParseTyped(hand, rng string) (Subject, error) {
	h, err := ranges.ParseHand(hand)
	if err != nil {
		return Subject{}, err
	}
	return AgainstTyped(h, rng)
}

// ParseSubject reads a hand, a class such as AA or two cards such as AhKd, and a range; or the two parts of the
// canonical text of a table.
func ParseSubject(hand, rng string) (s Subject, err error) {
	if at := strings.LastIndex(rng, regression.WeightsWord); at >= 0 {
		// The options of a table may have any words in them.
		w, err := regression.ParseWeights(rng[at+len(regression.WeightsWord):])
		_, table := strings.CutPrefix(hand, DataPrefix)
		if err == nil && (!table || strings.HasSuffix(rng[:at], "}")) {
			s, err = ParseSubject(hand, rng[:at])
			s.Weights = w
			return s, cmp.Or(err, s.checkWeights())
		}
	}
	if digest, ok := strings.CutPrefix(hand, DataPrefix); ok {
		d, err := parseData(digest, rng)
		return Subject{Data: d}, err
	}
	rng, reading, own := strings.Cut(rng, setWord+featureset.Prefix)
	s, err = parseCommon(hand, rng)
	if err == nil && own {
		f := FeatureSet{Reading: featureset.Prefix + reading}
		s, err = s.By(f), f.check()
	}
	return s, err
}

// Against returns the subject of a hand and a range in text.
func Against(h ranges.Hand, rng string) (Subject, error) {
	r, err := ParseRange(rng)
	if err != nil {
		return Subject{}, err
	}
	return Subject{Hand: h, Range: r, Typed: typedText(rng, r)}, nil
}

// typedText returns a text as typed, without needless spaces, or nothing if it is the canonical text.
func typedText(text string, r Range) string {
	if typed := strings.Join(strings.Fields(text), " "); !strings.EqualFold(typed, r.String()) {
		return typed
	}
	return ""
}

// MustSubject is ParseSubject for texts in source code. It panics if one is wrong.
func MustSubject(hand, rng string) Subject {
	s, err := ParseSubject(hand, rng)
	if err != nil {
		panic(err)
	}
	return s
}

// RangeText is the range as the user typed it, and the street after the flop: "RS on the turn".
func (s Subject) RangeText() string {
	return matrix.RangeOn(cmp.Or(s.Typed, s.Range.String()), s.Street)
}

// Names names the subject in two parts: hand and range as typed, with the street and the estimate, or file and target
// of a table.
func (s Subject) Names() (first, second string) {
	if s.IsData() {
		return s.Data.Name(), s.Data.Target()
	}
	return s.HandText(), s.Estimate.Label(s.RangeText())
}

// String names the subject for people: "AA against 22+,A2s+", or "progression of diabetes.csv".
func (s Subject) String() string {
	text := s.handWords() + " against " + s.Estimate.Label(s.RangeText())
	if s.IsData() {
		text = fmt.Sprintf("%s of %s", s.Data.Target(), s.Data.Name())
	}
	if s.OwnFeatures() {
		text += setWord + s.FeatureSet.name()
	}
	if s.Weights != "" {
		text += ", weights " + s.Weights.String()
	}
	return text
}

// Parts are the parts of the canonical text, which ParseSubject reads. They do not depend on what the user typed.
func (s Subject) Parts() (first, second string) {
	first, second = s.HandText(), s.Estimate.Label(matrix.RangeOn(s.Range.String(), s.Street))
	if s.IsData() {
		first, second = DataPrefix+s.Data.Digest, s.Data.Options
	}
	if s.OwnFeatures() {
		second += setWord + s.FeatureSet.Reading
	}
	if s.Weights != "" {
		second += regression.WeightsWord + string(s.Weights)
	}
	return first, second
}

// With returns the subject with other weights of formulas.
func (s Subject) With(w regression.Weights) Subject {
	s.Weights = w
	return s
}

// Weighted returns an instance of the subject, of which it is one for any weights, for the weights of the subject. The
// error wraps regression.ErrWeights.
func (s Subject) Weighted(inst *regression.Instance) (*regression.Instance, error) {
	if s.Weights == "" {
		return inst, nil
	}
	own := *inst
	var err error
	if own.Rules, err = s.Weights.Rules(inst.Rules, inst.Columns.Count(), s.IsData()); err != nil {
		return nil, err
	}
	return &own, nil
}

// checkWeights returns an error that wraps ErrQuestion if formulas about the subject cannot have its weights.
func (s Subject) checkWeights() error {
	if err := s.Weights.Check(s.IsData()); err != nil {
		return fmt.Errorf("%w: %w", ErrQuestion, err)
	}
	return nil
}

// Key is the canonical text, "AA; 22+,A2s+".
func (s Subject) Key() string {
	first, second := s.Parts()
	return first + separator + second
}

// Canonical returns the subject without what the user typed. Canonical subjects are comparable with ==.
func (s Subject) Canonical() Subject {
	s.Typed, s.FeatureSet.Path = "", ""
	s.Data.Path, s.Data.Low, s.Data.High, s.Data.Note = "", "", "", ""
	return s
}

// Is reports whether two subjects are the same, however the user typed them.
func (s Subject) Is(other Subject) bool { return s.Canonical() == other.Canonical() }

// IsData reports whether the subject is a table of someone's own.
func (s Subject) IsData() bool { return s.Data.Digest != "" }

// missing reports whether the subject is neither a hand against a range nor a table.
func (s Subject) missing() bool {
	return !s.IsData() && (s.HandText() == "" || s.Range.Range == nil)
}

// Definitions is the version of the definitions of the columns.
func (s Subject) Definitions() string {
	if s.IsData() {
		return data.Version
	}
	if s.OwnFeatures() {
		return s.FeatureSet.Reading
	}
	if s.Street != cards.Flop {
		return featureset.Default(s.Street).Reading
	}
	return features.Version
}

// MostFeatures is the most features that a formula may have. A table or a feature set may have fewer columns.
func (s Subject) MostFeatures() int {
	if s.IsData() || s.OwnFeatures() {
		return proof.MaxColumns
	}
	return featureset.Default(s.Street).Count()
}

// separator stands between the parts of a canonical text. No hand, range, table or program contains it.
const separator = "; "
