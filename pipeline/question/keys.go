package question

import (
	"errors"
	"fmt"
	"sync"

	"feltlab/dataset/data"
	"feltlab/dataset/matrix"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/weights"
	"feltlab/pipeline/store"
)

// SubjectKeys is a subject as JSON has it: structs with further keys embed it.
type SubjectKeys struct {
	Hand ranges.Hand `json:"hand,omitzero"` // your hand
	// Hands are the hands that have one formula; then there is no Hand, and there is a feature set.
	Hands    Range           `json:"hands,omitzero"`
	Estimate matrix.Estimate `json:"estimate,omitzero"` // what formulas estimate, if not the equity
	Range    Range           `json:"range,omitzero"`    // the opponent's range
	// Typed is the range as the user typed it, empty where that is the canonical text.
	Typed string `json:"range_as_typed,omitempty"`
	// Data is the table; then there is neither hand nor range.
	Data Table `json:"data,omitzero"`
	// FeatureSet has the features of the hand; without one they are those of the paper.
	FeatureSet FeatureSet `json:"feature_set,omitzero"`
	// Street is turn or river for boards of four or five cards, with the features that feltlab has for them; without
	// one the boards are flops.
	Street cards.Street `json:"street,omitzero"`
	// Weights are those that formulas may have; nothing: any.
	Weights weights.Weights `json:"weights,omitempty"`
}

// Keys returns the subject as JSON has it.
func (s Subject) Keys() (k SubjectKeys) {
	if s.Source != nil {
		k = s.keys()
	}
	k.Weights = s.Weights
	return k
}

// Subject returns what the keys are about. The error says which of them do not go together.
func (k SubjectKeys) Subject() (s Subject, err error) {
	s.Weights = k.Weights
	a := Against{k.Range, k.Typed, k.FeatureSet, k.Street, k.Estimate}
	switch {
	case k.Data != (Table{}):
		if k.Hand.Text != "" || a != (Against{}) || k.Hands.Range != nil {
			return s, errors.New("a table, next to keys of hands")
		}
		s.Source = k.Data
	case k.Hands.Range != nil && k.Hand.Text != "":
		return s, fmt.Errorf("%w: want a hand, or hands together, not both", ErrQuestion)
	case k.Hands.Range != nil:
		s.Source = Hands{k.Hands, a}
	default:
		s.Source = Hand{k.Hand, a}
	}
	if err := s.Check(); errors.Is(err, errMissing) {
		return s, errors.New("an entry without hand or range")
	} else if err != nil {
		return s, err
	}
	return s, k.FeatureSet.check()
}

// RowsVersion changes when the same subject would get a file of rows of other bytes.
const RowsVersion = "1"

// RowsSpec returns the specification that keys the rows of a subject. The rows of a table, of turns and rivers, and of
// another estimate of a hand than the equity are not stored, but the key tells them apart.
func (s Subject) RowsSpec() store.Spec {
	k := s.Canonical().Keys()
	if s.IsTable() {
		return store.Spec{Stage: "table", Version: data.Version, Config: k, Schema: "rows of a table"}
	}
	config := struct {
		Hand     ranges.Hand     `json:"hand"`
		Hands    Range           `json:"hands,omitzero"`
		Estimate matrix.Estimate `json:"estimate,omitzero"`
		Range    Range           `json:"range"`
		Street   cards.Street    `json:"street,omitzero"`
	}{k.Hand, k.Hands, k.Estimate, k.Range, k.Street}
	schema := "parquet " + matrix.Format
	if k.Hands.Range != nil {
		schema = "parquet " + matrix.SpotsFormat
	}
	return store.Spec{Stage: "matrix", Version: RowsVersion + "/" + s.Definitions(), Config: config, Schema: schema}
}

// RowsKey returns the key of a subject's rows, which need not be in the store. It remembers keys: a
// sweep asks thousands of times.
func (s Subject) RowsKey() (store.Key, error) {
	if key, ok := rowsKeys.Load(s.Key()); ok {
		return key.(store.Key), nil
	}
	key, err := s.RowsSpec().Key()
	if err == nil {
		rowsKeys.Store(s.Key(), key)
	}
	return key, err
}

var rowsKeys sync.Map // by the subjects' keys
