package featureset

import (
	"fmt"
	"strings"

	"github.com/expr-lang/expr/vm"

	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/proof"
)

// Reader evaluates a set on one hand and board after the other. It is for one goroutine.
type Reader struct {
	set   *Set
	vm    vm.VM
	facts *features.Facts
}

// NewReader returns a reader of the set.
func (s *Set) NewReader() *Reader { return &Reader{set: s, facts: features.NewFacts()} }

// Of returns which features are true for a hand on a board of three to five other cards. The error wraps ErrSet; it
// names the feature whose expression cannot be evaluated there, such as a division by zero, or says that the set is
// not for the street.
func (r *Reader) Of(hand cards.Combo, board cards.Set) (v proof.Vector, err error) {
	switch {
	case hand.Set()&board != 0:
		return v, fmt.Errorf("%w: the hand %v holds a card of the board %v", ErrSet, hand, board)
	case !r.set.For(board.Len()):
		return v, fmt.Errorf("%w: %s is for %v, not for a board of %d cards", ErrSet, r.set.Name, r.set.Streets,
			board.Len())
	}
	r.facts.Read(hand, board)
	for i := range r.set.Features {
		f := &r.set.Features[i]
		value, err := r.vm.Run(f.program, r.facts)
		if err != nil {
			return v, fmt.Errorf("%w: feature %q: cannot evaluate %q for %v on %v: %s; ask first whether the divisor "+
				"is above 0",
				ErrSet, f.Name, f.When, hand, board, strings.TrimPrefix(faultOf(f.When, err).text, "runtime error: "))
		}
		if value.(bool) {
			v = v.With(i + 1)
		}
	}
	return v, nil
}
