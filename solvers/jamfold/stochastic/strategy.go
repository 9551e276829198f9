package stochastic

import (
	"errors"
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// Strategy holds the probabilities to jam at a state, by situation and class.
type Strategy [tournament.NumSituations][cards.NumClasses]float64

// Profile holds the strategies of all players at every state, by the state's index; nil where nothing is played.
type Profile []*Strategy

// ErrStrategy marks a strategy that is not a probability or that breaks the rules of its hand.
var ErrStrategy = errors.New("bad strategy")

// AllJam returns the strategy that jams every hand where the rules allow it.
func AllJam(h *tournament.Hand) *Strategy {
	s := new(Strategy)
	for i := range s {
		if h.Choice(tournament.Situation(i)) == tournament.Absent {
			continue
		}
		for k := range s[i] {
			s[i][k] = 1
		}
	}
	return s
}

// Validate returns ErrStrategy unless all numbers are probabilities, players who must stay always jam
// and absent players never do.
func (s *Strategy) Validate(h *tournament.Hand) error {
	for i := range s {
		situation := tournament.Situation(i)
		choice := h.Choice(situation)
		for k, x := range s[i] {
			switch {
			case !(x >= 0 && x <= 1):
				return fmt.Errorf("%w: %v jams %v with probability %v", ErrStrategy, situation, cards.Class(k), x)
			case choice == tournament.Stays && x != 1, choice == tournament.Absent && x != 0:
				return fmt.Errorf("%w: %v jams %v with probability %v, but has no choice",
					ErrStrategy, situation, cards.Class(k), x)
			}
		}
	}
	return nil
}

// Frequency returns the probability of a jam in a situation over all hands dealt, even if play never comes there.
func (s *Strategy) Frequency(situation tournament.Situation) float64 {
	combos := 0.0
	for k, x := range s[situation] {
		combos += x * float64(cards.Class(k).Size())
	}
	return combos / cards.NumCombos // exactly 1 if every hand jams
}
