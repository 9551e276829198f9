package jamfold

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/tournament"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/stochastic"
	"feltlab/solvers/jamfold/stochastic/stochastictest"
)

var background = context.Background()

// rounding is what two exact computations in dollars may differ by.
const rounding = 1e-9

// solveRounds is Solve with the rounds of this call.
func solveRounds(g *stochastic.Game, o Options) (s *Snapshot, rounds []Round, err error) {
	o.Visit = func(r Round, _ *Snapshot) error {
		rounds = append(rounds, r)
		return nil
	}
	s, err = Solve(background, g, o)
	return s, rounds, err
}

func TestSolve(t *testing.T) {
	for _, method := range []tournament.Method{tournament.PIFP, tournament.VIFP} {
		units, options := 5, Options{Settings: Settings{Method: method, Epsilon: 0.001}}
		g := stochastictest.Game(t, tournament.Default(), units)
		s, err := Solve(background, g, options)
		if err != nil {
			t.Fatalf("%v: %v", method, err)
		}
		c := must.Get(expost.Check(background, g, s.Profile, 1, nil))(t)
		t.Logf("%v: gain %.5f after %d rounds", method, c.Gain, s.Round)
		if limit := 10 * options.Epsilon; c.Gain > limit {
			t.Errorf("%v: a deviation gains %v", method, c.Gain)
		}
		if method == tournament.VIFP {
			continue // its values are the last iterate, not the profile's
		}
		for _, i := range g.Played() {
			for seat, v := range s.Values[i] {
				if math.Abs(v-c.Values[i][seat]) > rounding {
					t.Errorf("%v: at %v value %v, checked %v", method, g.Space.At(i), v, c.Values[i][seat])
				}
			}
		}
	}
}

// The result is the same for any number of workers.
func TestWorkers(t *testing.T) {
	var solutions [2]*Snapshot
	var rounds [2][]Round
	for i, workers := range []int{1, 3} {
		g := stochastictest.Game(t, tournament.Default(), 8) // 21 states and more: two blocks
		var err error
		o := Options{Settings: Settings{Epsilon: 0.01, Rounds: 1}, Workers: workers}
		solutions[i], rounds[i], err = solveRounds(g, o)
		if !errors.Is(err, ErrRounds) {
			t.Fatal(err)
		}
	}
	if !cmp.Equal(solutions[0], solutions[1]) || !cmp.Equal(rounds[0], rounds[1]) {
		t.Error("one and three workers differ")
	}
}

func TestResume(t *testing.T) {
	g := stochastictest.Game(t, tournament.Default(), 4)
	stop := errors.New("stop")
	var kept *Snapshot
	_, err := Solve(background, g, Options{Visit: func(r Round, at *Snapshot) error {
		kept = at.Clone()
		return stop
	}})
	if !errors.Is(err, stop) || kept.Round != 1 {
		t.Fatalf("%v, round %d", err, kept.Round)
	}
	before := kept.Clone()
	s, rounds, err := solveRounds(g, Options{Start: kept})
	must.Do(t, err)
	if first := rounds[0].Number; first != 2 {
		t.Errorf("resumes with round %d", first)
	}
	if !cmp.Equal(before, kept) {
		t.Error("the start was changed")
	}
	_, rounds, err = solveRounds(g, Options{Start: &Snapshot{Round: 9, Values: s.Values, Profile: s.Profile}})
	if err != nil || rounds[0].Iterations > len(g.States) {
		t.Errorf("a solved game took %+v: %v", rounds, err)
	}
	kept.Profile[0][0][0] = 2
	if _, err := Solve(background, g, Options{Start: kept}); !errors.Is(err, stochastic.ErrStrategy) {
		t.Errorf("a probability of 2: %v", err)
	}
	if _, err := Solve(background, g, Options{Start: &Snapshot{}}); !errors.Is(err, ErrSnapshot) {
		t.Errorf("an empty snapshot: %v", err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	g := stochastictest.Game(t, tournament.Default(), 9)
	s, err := Solve(ctx, g, Options{Progress: func(_, done, _ int) {
		if done == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || s == nil {
		t.Fatalf("%v", err)
	}
}

func TestBadOptions(t *testing.T) {
	g := stochastictest.Game(t, tournament.Default(), 5)
	for _, o := range []Settings{{Epsilon: -1}, {Delta: math.NaN()}, {Rounds: -1}, {Iterations: -5}, {Method: 7},
		{Epsilon: math.Inf(1)}, {Damping: 1}, {Damping: -0.1}, {Damping: math.NaN()}} {
		if _, err := Solve(background, g, Options{Settings: o}); !errors.Is(err, ErrOptions) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := Solve(background, g, Options{Settings: Settings{Epsilon: 1e-9,
		Iterations: 3}}); !errors.Is(err, ErrIterations) {
		t.Errorf("3 iterations: %v", err)
	}
	var m tournament.Method
	if err := m.UnmarshalText([]byte("pi-pf")); !errors.Is(err, tournament.ErrOption) {
		t.Error(err)
	}
	if err := m.UnmarshalText([]byte("vi-fp")); err != nil || m != tournament.VIFP {
		t.Errorf("%v, %v", m, err)
	}
}

// TestDamping takes the first damped round apart: new values are the mix of the old ones and of
// the exact values of its profile, and the round tells how far the two were apart.
func TestDamping(t *testing.T) {
	g := stochastictest.Game(t, tournament.Default(), 4)
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
	g := stochastictest.Game(t, tournament.Default(), 4)
	start := &Snapshot{Round: UndampedRounds, Moved: 1, Values: g.ICM, Profile: g.AllJam()}
	s := must.Get(Solve(background, g, Options{Start: start, Settings: Settings{Damping: 0.5}}))(t)
	c := must.Get(expost.Check(background, g, s.Profile, 1, nil))(t)
	const dollars = 0.005
	if c.Gain > dollars {
		t.Errorf("a deviation gains %v", c.Gain)
	}
}
