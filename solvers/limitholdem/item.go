package limitholdem

import (
	"errors"
	"fmt"
	"math"

	"feltlab/model/cards"
	"feltlab/model/game"
)

// Item is the contribution of a flop to the value of a best response from one seat: the result of one piece of work,
// about 10 KB.
type Item struct {
	Flop int // from 0 to NumFlops - 1
	Seat int // ours: 0 is the small blind
	// Values are those of a best response from the flop on; with Options.ByRound, also those of following the
	// opponent's own policy on the flop, and on flop and turn, and a best response after.
	Values []Values
}

// Values holds, by betting history before the flop and class of our hand, the sum over the flops of an orbit and the
// combos of the class of: joint prior of both hands x opponent's reach x payoff, in big blinds, divided by the number
// of flops once the hands are known.
type Values [NumPreflop][cards.NumClasses]float64

// ErrItem marks items that cannot be results of the solver's work.
var ErrItem = errors.New("not a result of this work")

// check returns an error if an item has the wrong form.
func (i *Item) check(levels int) error {
	switch {
	case i == nil || i.Flop < 0 || i.Flop >= NumFlops || i.Seat < 0 || i.Seat > 1:
		return fmt.Errorf("%w: no such flop and seat", ErrItem)
	case len(i.Values) != levels:
		return fmt.Errorf("%w: flop %d, seat %d: %d levels of values, want %d",
			ErrItem, i.Flop, i.Seat, len(i.Values), levels)
	}
	for level := range i.Values {
		for k := range i.Values[level] {
			for class, v := range i.Values[level][k] {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return fmt.Errorf("%w: flop %d, seat %d, %v: %v", ErrItem, i.Flop, i.Seat, cards.Class(class), v)
				}
			}
		}
	}
	return nil
}

// byClass sums values of combos on a flop by class, over the flop's orbit: since the policy does not distinguish
// suits, and a permutation maps a class to itself, each flop of the orbit has the same sum. It clears values of
// combos that hold a card of the flop.
func (t *tree) byClass(flop *game.Deal, values *vector) (sums [cards.NumClasses]float64) {
	t.game.Hands().Block(values[:], flop.Dealt)
	for h, v := range values {
		sums[classes[h]] += v
	}
	weight := float64(len(flop.Orbit)) / t.flopWays
	for class := range sums {
		sums[class] *= weight
	}
	return sums
}

// classes holds the class of each combo.
var classes = func() (out [cards.NumCombos]cards.Class) {
	for h := range out {
		out[h] = cards.Combo(h).Class()
	}
	return out
}()
