package jamfold

import (
	"fmt"
	"math"

	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Snapshot is the state of a solution after a round, from which Solve can resume.
type Snapshot struct {
	Round   int               // rounds done
	Moved   float64           // largest change of a value in the last round, before damping
	Values  tournament.Values // by state
	Profile stochastic.Profile
}

// Clone returns a copy that shares nothing.
func (s *Snapshot) Clone() *Snapshot {
	c := *s
	c.Values = append(tournament.Values(nil), s.Values...)
	c.Profile = make(stochastic.Profile, len(s.Profile))
	for i, x := range s.Profile {
		if x != nil {
			own := *x
			c.Profile[i] = &own
		}
	}
	return &c
}

// Validate returns ErrSnapshot or stochastic.ErrStrategy unless the snapshot fits the game.
func (s *Snapshot) Validate(g *stochastic.Game) error {
	if len(s.Values) != len(g.Hands) {
		return fmt.Errorf("%w: values of %d states, want %d", ErrSnapshot, len(s.Values), len(g.Hands))
	}
	for i, v := range s.Values {
		for seat, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("%w: value %v of seat %v at state %v",
					ErrSnapshot, x, tournament.Seat(seat), g.Space.At(i))
			}
		}
	}
	if s.Round < 0 || !(s.Moved >= 0) {
		return fmt.Errorf("%w: round %d moved values by %v", ErrSnapshot, s.Round, s.Moved)
	}
	return g.Validate(s.Profile)
}
