package features

import (
	"errors"
	"fmt"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/proof"
)

// Version is the version of the definitions. Matrices, results and proofs store it, so that different
// definitions are never mixed.
const Version = "paper-2"

// Count is the number of features; they are numbered 1..Count.
const Count = 73

// Vector is a set of features: those that are true for a hand on a flop.
type Vector = proof.Vector

// ErrID is wrapped by errors about a number that no feature has.
var ErrID = errors.New("no such feature")

// Feature is one row of the table.
type Feature struct {
	ID       int    // 1..Count
	Name     string // as in formulas, such as "backdoor flush draw"
	Sentence string // when the feature is true; continues "true when"
}

// String returns number and name, such as "F39 backdoor flush draw".
func (f Feature) String() string { return fmt.Sprintf("F%d %s", f.ID, f.Name) }

//go:generate go run feltlab/scripts/gen-features -out table.go

// All lists the features in ascending order. The slice is the caller's.
func All() []Feature { return slices.Clone(table[:]) }

// ByID returns a feature. The error wraps ErrID.
func ByID(id int) (Feature, error) {
	if id < 1 || id > Count {
		return Feature{}, fmt.Errorf("%w: %d (want 1 to %d)", ErrID, id, Count)
	}
	return table[id-1], nil
}

// Of returns which features are true for a hand on a flop, whose cards may be in any order.
// All five cards must be different.
func Of(hand cards.Combo, flop [3]cards.Card) Vector {
	var f Facts
	f.readNow(hand, cards.SetOf(flop[:]...))
	v := f.features()
	return proof.Words(v[0], v[1])
}
