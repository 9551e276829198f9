package strategy

import "feltlab/model/game"

// Seats plays one policy in seat 0 and another in seat 1.
type Seats [2]game.Policy

// Vector asks the policy of the seat that acts.
func (p Seats) Vector(s game.State, out [][]float64) error { return p[s.Actor].Vector(s, out) }
