package features

import (
	"fmt"

	"feltlab/model/cards"
)

// Version names the default reading and its revision. Matrices, results and certificates store it,
// so that those of different readings are never mixed.
const Version = "paper-2"

// Reading is one exact reading of all 73 features. It is immutable.
type Reading struct {
	name     string
	features [Count]Feature
}

// Paper is the default reading: it agrees with the worked examples of the source, and explains more
// of its printed formulas than First and its other alternatives (results/readings).
var Paper = newReading(Version, flopFeatures[:], handFeatures[:])

// newReading collects the rows of the given tables. A later row replaces an earlier one of
// the same number, so another reading is the default's tables followed by what differs.
func newReading(name string, tables ...[]Feature) *Reading {
	r := &Reading{name: name}
	for _, table := range tables {
		for _, f := range table {
			r.features[f.ID-1] = f
		}
	}
	return r
}

// Name returns the reading's name and revision, such as "paper-1".
func (r *Reading) Name() string { return r.name }

// All lists the features in ascending order. The slice is the caller's.
func (r *Reading) All() []Feature {
	all := r.features
	return all[:]
}

// ByID returns a feature; the error is ErrID and names the valid numbers.
func (r *Reading) ByID(id int) (Feature, error) {
	if id < 1 || id > Count {
		return Feature{}, fmt.Errorf("%w: %d (want 1..%d)", ErrID, id, Count)
	}
	return r.features[id-1], nil
}

// Of returns which features are true for a hand on a flop, whose cards may be in any order.
// All five cards must be different.
func (r *Reading) Of(hand cards.Combo, flop [3]cards.Card) Vector {
	seen := viewOf(hand, flop)
	var v Vector
	for i := range r.features {
		if r.features[i].holds(seen) {
			v[i>>6] |= 1 << (i & 63)
		}
	}
	return v
}

// Describe lists the features that are true for a hand on a flop, in ascending order. All
// five cards must be different.
func (r *Reading) Describe(hand cards.Combo, flop [3]cards.Card) []Feature {
	ids := r.Of(hand, flop).IDs()
	out := make([]Feature, len(ids))
	for i, id := range ids {
		out[i] = r.features[id-1]
	}
	return out
}

// Of returns which features are true for a hand on a flop under the default reading. The
// flop's cards may be in any order; all five cards must be different.
func Of(hand cards.Combo, flop [3]cards.Card) Vector { return Paper.Of(hand, flop) }

// Describe lists the features that are true for a hand on a flop under the default reading,
// in ascending order. All five cards must be different.
func Describe(hand cards.Combo, flop [3]cards.Card) []Feature { return Paper.Describe(hand, flop) }
