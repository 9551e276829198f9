package features

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/proof"
)

// Version names the definitions of the features and their revision. Matrices, results and
// certificates store it, so that those of different definitions are never mixed.
const Version = "paper-2"

// Count is the number of features; they are numbered 1..Count.
const Count = 73

// Vector is a set of features: those that are true for a hand on a flop.
type Vector = proof.Vector

// ErrID marks a number that no feature has.
var ErrID = errors.New("features: no such feature")

// Feature is one row of the table.
type Feature struct {
	// ID is the feature's number, 1..Count.
	ID int
	// Name is what a formula calls the feature, such as "backdoor flush draw".
	Name string
	// Sentence says in plain English what makes the feature true; it continues "true when".
	Sentence string

	holds func(view) bool
}

// String returns number and name, such as "F39 backdoor flush draw".
func (f Feature) String() string { return fmt.Sprintf("F%d %s", f.ID, f.Name) }

// Phrase says a term of a formula as a person would, such as
// "three in a row on the flop: -13". The weight is a fraction of 1; it is spoken in
// percentage points rounded to whole ones.
func (f Feature) Phrase(weight float64) string {
	return fmt.Sprintf("%s: %+d", f.Name, int(math.Round(100*weight)))
}

// table has the features in ascending order.
var table = [Count]Feature(slices.Concat(flopFeatures[:], handFeatures[:]))

// All lists the features in ascending order. The slice is the caller's.
func All() []Feature { return slices.Clone(table[:]) }

// IDs lists the numbers of all features in ascending order. The slice is the caller's.
func IDs() []int {
	all := make([]int, Count)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

// ByID returns a feature; the error is ErrID and names the valid numbers.
func ByID(id int) (Feature, error) {
	if id < 1 || id > Count {
		return Feature{}, fmt.Errorf("%w: %d (want 1..%d)", ErrID, id, Count)
	}
	return table[id-1], nil
}

// Of returns which features are true for a hand on a flop, whose cards may be in any order.
// All five cards must be different.
func Of(hand cards.Combo, flop [3]cards.Card) (v Vector) {
	seen := viewOf(hand, flop)
	for i := range table {
		if table[i].holds(seen) {
			v[i>>6] |= 1 << (i & 63)
		}
	}
	return v
}
