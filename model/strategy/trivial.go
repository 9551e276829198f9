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

// Always plays the first of its actions that is legal, whatever the hand, and the last legal
// action if none is.
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

// Names lists the trivial opponents that Named knows.
var Names = []string{"always-fold", "always-call", "always-raise", "uniform"}

// Named returns a trivial opponent, and whether there is one of that name. Always-fold
// checks when there is nothing to fold to, and always-raise calls at the cap.
func Named(name string) (game.Policy, bool) {
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
