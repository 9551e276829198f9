package stochastic

import (
	"errors"
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// Strategy holds the probabilities to jam of all players of a table, by tournament.Node and class. A player who has no
// choice is in the pot with probability 1.
type Strategy [][cards.NumClasses]float64

// ErrStrategy marks a strategy that is not a probability or that breaks the rules of its hand.
var ErrStrategy = errors.New("bad strategy")

// NewStrategy returns the strategy that jams whenever the player has no choice, and else folds.
func NewStrategy(t *tournament.Table) Strategy {
	x := AllJam(len(t.Stacks))
	for node, free := range t.Free() {
		if free {
			x[node] = [cards.NumClasses]float64{}
		}
	}
	return x
}

// AllJam returns the strategy of a number of players that jams every hand.
func AllJam(players int) Strategy {
	x := make(Strategy, 1<<players-1)
	for node := range x {
		for k := range x[node] {
			x[node][k] = 1
		}
	}
	return x
}

// Validate returns ErrStrategy unless all numbers are probabilities and players without a choice stay in.
func (x Strategy) Validate(t *tournament.Table) error {
	if len(x) != 1<<len(t.Stacks)-1 {
		return fmt.Errorf("%w: %d decisions for %d players", ErrStrategy, len(x), len(t.Stacks))
	}
	for node := range x {
		at := tournament.DecisionOf(node)
		stays := t.Stays(at.Seat, at.Jammed)
		for k, p := range x[node] {
			if !(p >= 0 && p <= 1) || stays && p != 1 {
				return fmt.Errorf("%w: seat %d after jams of %b plays %v with probability %v",
					ErrStrategy, at.Seat, at.Jammed, cards.Class(k), p)
			}
		}
	}
	return nil
}

// Share returns the probability of a jam over all hands dealt.
func Share(x *[cards.NumClasses]float64) float64 {
	combos := 0.0
	for k, p := range x {
		combos += p * float64(cards.Class(k).Size())
	}
	return combos / cards.NumCombos // exactly 1 if every hand jams
}
