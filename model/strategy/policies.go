package strategy

import (
	"slices"

	"feltlab/model/game"
)

// Uniform plays every legal action with the same probability.
type Uniform struct{}

// Vector fills out with equal probabilities.
func (Uniform) Vector(_ game.State, out [][]float64) error {
	for _, row := range out {
		fill(row, 1/float64(len(out)))
	}
	return nil
}

// Always plays the first of its actions that is legal, with any hand, and the last legal action if none is.
type Always []game.Action

// Vector fills out with zeros and ones.
func (a Always) Vector(s game.State, out [][]float64) error {
	chosen := len(s.Actions) - 1
	for _, action := range a {
		if i := slices.Index(s.Actions, action); i >= 0 {
			chosen = i
			break
		}
	}
	for i, row := range out {
		if i == chosen {
			fill(row, 1)
		} else {
			fill(row, 0)
		}
	}
	return nil
}

func fill(row []float64, p float64) {
	for h := range row {
		row[h] = p
	}
}

// TrivialNames lists the names of the trivial opponents.
var TrivialNames = []string{"always-fold", "always-call", "always-raise", "uniform"}

// Trivial returns the trivial opponent of a name; ok is false if there is none. Always-fold checks when
// it faces no bet, and always-raise calls at the cap.
func Trivial(name string) (p game.Policy, ok bool) {
	switch name {
	case "always-fold":
		return Always{game.Fold, game.Call}, true
	case "always-call":
		return Always{game.Call, game.Raise}, true
	case "always-raise":
		return Always{game.Raise, game.Call}, true
	case "uniform":
		return Uniform{}, true
	}
	return nil, false
}

// Seats plays one policy in seat 0 and another in seat 1.
type Seats [2]game.Policy

// Vector asks the policy of the seat that acts.
func (p Seats) Vector(s game.State, out [][]float64) error { return p[s.Actor].Vector(s, out) }
