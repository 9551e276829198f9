package featureset

import (
	"context"
	"fmt"
	"strings"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/proof"
)

// Reader evaluates a set on one hand and board after the other. It is for one goroutine.
type Reader struct {
	set *Set
	machine
}

// NewReader returns a reader of the set.
func (s *Set) NewReader() *Reader { return &Reader{s, machine{facts: features.NewFacts()}} }

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
		yes, err := r.holds(f.program)
		if err != nil {
			return v, fmt.Errorf("%w: feature %q: cannot evaluate %q for %v on %v: %s; ask first whether the divisor "+
				"is above 0",
				ErrSet, f.Name, f.When, hand, board, strings.TrimPrefix(faultOf(f.When, err).text, "runtime error: "))
		}
		if yes {
			v = v.With(i + 1)
		}
	}
	return v, nil
}

// Rows returns which features are true for a hand on each of many boards. It evaluates one of all boards that differ
// by suits alone, on a number of goroutines (0: one a processor). The error is the
// context's or Reader.Of's.
func (s *Set) Rows(ctx context.Context, hand cards.Combo, boards []cards.Set, workers int) ([]proof.Vector, error) {
	suits := hand.Set().Stabilizer()
	class := map[cards.Set]int{}
	var different []cards.Set
	of := make([]int, len(boards))
	for i, b := range boards {
		smallest, _ := cards.Orbit(b, suits)
		k, known := class[smallest]
		if !known {
			k = len(different)
			class[smallest] = k
			different = append(different, smallest)
		}
		of[i] = k
	}
	values := make([]proof.Vector, len(different))
	loop := parallel.Loop{Items: len(different), Workers: workers, Block: 256}
	_, err := parallel.States(ctx, loop, s.NewReader, func(r *Reader, k int) (err error) {
		values[k], err = r.Of(hand, different[k])
		return err
	})
	if err != nil {
		return nil, err
	}
	rows := make([]proof.Vector, len(boards))
	for i, k := range of {
		rows[i] = values[k]
	}
	return rows, nil
}
