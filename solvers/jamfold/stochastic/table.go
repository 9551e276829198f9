package stochastic

import (
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// TableNode numbers the decisions of a table: those of a seat, by the set of earlier seats that jammed.
func TableNode(seat int, jammed tournament.SeatSet) int { return 1<<seat - 1 + int(jammed) }

// TableStrategy holds the probabilities to jam of all players of a table, by TableNode and class. A player who has no
// choice is in the pot with probability 1.
type TableStrategy [][cards.NumClasses]float64

// NewTableStrategy returns the strategy that jams whenever the player has no choice, and else folds.
func NewTableStrategy(t *tournament.Table) TableStrategy {
	x := make(TableStrategy, 1<<len(t.Stacks)-1)
	for node := range x {
		if at := DecisionOf(node); t.Stays(at.Seat, at.Jammed) {
			for k := range x[node] {
				x[node][k] = 1
			}
		}
	}
	return x
}

// Validate returns ErrStrategy unless all numbers are probabilities and players without a choice stay in.
func (x TableStrategy) Validate(t *tournament.Table) error {
	if len(x) != 1<<len(t.Stacks)-1 {
		return fmt.Errorf("%w: %d decisions for %d players", ErrStrategy, len(x), len(t.Stacks))
	}
	for node := range x {
		at := DecisionOf(node)
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
