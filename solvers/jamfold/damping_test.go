package jamfold

import (
	"errors"
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/solvers/expost"
)

// TestDamping takes the first damped round apart: new values are the mix of the old ones and of
// the exact values of its profile, and the round tells how far the two were apart.
func TestDamping(t *testing.T) {
	g := toyGame(t, 4, nil)
	const keep = 0.7
	for _, round := range []int{UndampedRounds - 1, UndampedRounds} {
		start := &Snapshot{Round: round, Values: g.ICM, Profile: g.AllJam()}
		s, rounds, err := solveRounds(g, Options{Start: start,
			Settings: Settings{Damping: keep, Epsilon: 0.01, Rounds: round + 1}})
		if !errors.Is(err, ErrRounds) || len(rounds) != 1 {
			t.Fatalf("%d rounds: %v", len(rounds), err)
		}
		c := must.Get(expost.Check(background, g, s.Profile, 1, nil))(t)
		share, moved := keep, 0.0
		if round < UndampedRounds {
			share = 0
		}
		for _, i := range g.Played() {
			for seat, exact := range c.Values[i] {
				moved = max(moved, math.Abs(exact-g.ICM[i][seat]))
				if want := share*g.ICM[i][seat] + (1-share)*exact; math.Abs(s.Values[i][seat]-want) > 1e-9 {
					t.Fatalf("after round %d the value at %v is %v, want %v", round, g.Space.At(i), s.Values[i][seat],
						want)
				}
			}
		}
		if math.Abs(rounds[0].Moved-moved) > 1e-9 || moved == 0 {
			t.Errorf("after round %d values moved by %v, want %v", round, rounds[0].Moved, moved)
		}
	}
}

// TestDampedEquilibrium starts at the values of ICM with damping from the first round on: the
// result is an equilibrium as without.
func TestDampedEquilibrium(t *testing.T) {
	g := toyGame(t, 4, nil)
	start := &Snapshot{Round: UndampedRounds, Moved: 1, Values: g.ICM, Profile: g.AllJam()}
	s := must.Get(Solve(background, g, Options{Start: start, Settings: Settings{Damping: 0.5}}))(t)
	c := must.Get(expost.Check(background, g, s.Profile, 1, nil))(t)
	const dollars = 0.005
	if c.Gain > dollars {
		t.Errorf("a deviation gains %v", c.Gain)
	}
}
