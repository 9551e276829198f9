package jamfold

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// state is the result of the last fictitious play at a state.
type state struct {
	// regret is by seat and for the hand: as measured with the values of the last round, or a bound.
	regret     [tournament.NumSeats]float64
	iterations int // in the last round

	measured [tournament.NumSeats]float64 // regret at payoffs
	payoffs  tournament.Payoffs
	known    bool // whether there has been play
}

// Solve solves a tournament: every state to Options.Epsilon and all values to Options.Delta. Its values are those of
// the last round: with PI-FP the exact values of the profile unless damped, with VI-FP the last iterate. If it stops
// early, by ErrIterations, ErrRounds, the context, play that never ends or an error of Options.Visit, it returns the
// error with the solution so far; with ErrOptions, ErrSnapshot and stochastic.ErrStrategy it returns no solution.
func Solve(ctx context.Context, g *stochastic.Game, options Options) (*Snapshot, error) {
	o, d := &options.Settings, &DefaultSettings
	o.Epsilon, o.Delta = cmp.Or(o.Epsilon, d.Epsilon), cmp.Or(o.Delta, d.Delta)
	o.Iterations, o.Rounds = cmp.Or(o.Iterations, d.Iterations), cmp.Or(o.Rounds, d.Rounds)
	if err := o.Check(); err != nil {
		return nil, err
	}
	at := &Snapshot{Values: slices.Clone(g.ICM), Profile: g.AllJam()}
	if options.Start != nil {
		if err := options.Start.Validate(g); err != nil {
			return nil, err
		}
		at = options.Start.Clone()
	}
	n := len(g.States)
	s := &solver{
		game: g, options: options, at: at, played: g.Played(), states: make([]state, n), ends: make([]multiway.Ends, n),
	}
	return at, s.iterate(ctx)
}

type solver struct {
	game    *stochastic.Game
	options Options
	at      *Snapshot
	played  []int
	states  []state
	ends    []multiway.Ends // of the last play, by state
}

const (
	// firstEpsilon is the epsilon of the first rounds of policy iteration, relative to the first
	// prize. Values are far off then, and an exact equilibrium would be that of a wrong game.
	firstEpsilon = 4e-4
	epsilonShare = 0.01 // epsilon in later rounds, relative to the last change of a value
	warmAge      = 1    // number of iterations for which the strategies of the round before count
	dampedAge    = 8    // same in rounds with damping, whose payoffs are close to those before
)

// epsilon returns the regret to which the states of the next round are solved.
func (s *solver) epsilon() float64 {
	if s.options.Method == tournament.VIFP {
		return s.options.Epsilon // as published
	}
	if s.at.Round == 0 {
		return max(s.options.Epsilon, firstEpsilon*s.game.Rules.Prizes[0])
	}
	return max(s.options.Epsilon, epsilonShare*(1-s.damping())*s.at.Moved)
}

func (s *solver) damping() float64 {
	if s.at.Round < UndampedRounds {
		return 0
	}
	return s.options.Damping
}

func (s *solver) iterate(ctx context.Context) error {
	for {
		epsilon := s.epsilon()
		round := Round{Number: s.at.Round + 1, Epsilon: epsilon}
		if err := s.playAll(ctx, epsilon); err != nil {
			return err
		}
		values, err := s.evaluate()
		if err != nil {
			return err
		}
		for _, i := range s.played {
			for seat, v := range values[i] {
				round.Moved = max(round.Moved, math.Abs(v-s.at.Values[i][seat]))
			}
			round.Regret = max(round.Regret, slices.Max(s.states[i].regret[:]))
			round.Iterations += s.states[i].iterations
		}
		if keep := s.damping(); keep > 0 {
			for _, i := range s.played {
				for seat, old := range s.at.Values[i] {
					values[i][seat] = keep*old + (1-keep)*values[i][seat]
				}
			}
		}
		s.at.Values, s.at.Round, s.at.Moved = values, round.Number, round.Moved
		if s.options.Visit != nil {
			if err := s.options.Visit(round, s.at); err != nil {
				return err
			}
		}
		switch {
		case round.Moved <= s.options.Delta && epsilon <= s.options.Epsilon:
			return nil
		case s.at.Round >= s.options.Rounds:
			return fmt.Errorf("%w: by %.3g in round %d", ErrRounds, round.Moved, round.Number)
		}
	}
}

// block is the number of neighbouring states that a goroutine solves in succession, each from the
// solution of the one before.
const block = 16

func (s *solver) playAll(ctx context.Context, epsilon float64) error {
	loop := parallel.Loop{Items: len(s.played), Block: block, Workers: s.options.Workers}
	if s.options.Progress != nil {
		loop.Report = func(done, total int) { s.options.Progress(s.at.Round+1, done, total) }
	}
	return loop.Each(ctx, func() func(int) error {
		hands := multiway.NewHands(s.game.Pairs, s.game.Triples, nil)
		return func(n int) error { return s.playState(ctx, n, epsilon, hands) }
	})
}

func (s *solver) playState(ctx context.Context, n int, epsilon float64, hands *multiway.Hands) error {
	i := s.played[n]
	hand, state := s.game.States[i], &s.states[i]
	var payoffs tournament.Payoffs
	hand.Payoffs(s.at.Values, &payoffs)
	if state.known && state.carry(&payoffs, epsilon) {
		return nil
	}
	free := hand.Table.Free()
	o := multiway.Options{Target: epsilon, Iterations: s.options.Iterations}
	switch {
	case s.damping() > 0:
		o.Age = dampedAge
	case s.at.Round > 0 || s.options.Start != nil:
		o.Age = warmAge
	case n%block != 0: // the goroutine has just solved the state before
		s.at.Profile[i] = neighbour(s.at.Profile[s.played[n-1]], free)
		o.Age = warmAge
	}
	x := s.at.Profile[i]
	var err error
	state.measured, state.iterations, err = hands.Play(ctx, free, &payoffs, x, o)
	if errors.Is(err, ErrIterations) {
		err = fmt.Errorf("%w at %v", err, s.game.Space.At(i))
	}
	if !state.known || state.iterations > 0 {
		// Otherwise the strategy, and with it the ends, are those of the last round.
		s.ends[i] = hands.Ends(x)
	}
	state.regret, state.payoffs, state.known = state.measured, payoffs, true
	return err
}

// carry reports whether the regret is still within epsilon for payoffs that have moved since the last play, whatever
// the strategies: a gain is the difference of two utilities, neither of which moved by more than the payoffs did.
func (s *state) carry(payoffs *tournament.Payoffs, epsilon float64) bool {
	var moved [tournament.NumSeats]float64
	for l := range payoffs {
		for k := range payoffs[l] {
			for seat, u := range payoffs[l][k] {
				moved[seat] = max(moved[seat], math.Abs(u-s.payoffs[l][k][seat]))
			}
		}
	}
	regret := s.measured
	for seat := range regret {
		regret[seat] += 2 * moved[seat]
	}
	if slices.Max(regret[:]) > epsilon {
		return false
	}
	s.regret, s.iterations = regret, 0
	return true
}

func (s *solver) evaluate() (tournament.Values, error) {
	if s.options.Method == tournament.PIFP {
		return Evaluate(s.game, s.ends, s.at.Values)
	}
	values := slices.Clone(s.at.Values)
	var payoffs tournament.Payoffs
	for _, i := range s.played {
		s.game.States[i].Payoffs(s.at.Values, &payoffs)
		values[i] = s.ends[i].Values(&payoffs)
	}
	return values, nil
}

// neighbour returns a start from the strategy of a state before. At other decisions, and with other players, all
// hands jam.
func neighbour(of stochastic.Strategy, free []bool) stochastic.Strategy {
	x := stochastic.AllJam(tournament.DecisionOf(len(free)-1).Seat + 1)
	for node := range x {
		if free[node] && len(of) == len(x) {
			x[node] = of[node]
		}
	}
	return x
}

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
	c.Values, c.Profile = slices.Clone(s.Values), s.Profile.Clone()
	return &c
}

// Validate returns ErrSnapshot or stochastic.ErrStrategy unless the snapshot fits the game.
func (s *Snapshot) Validate(g *stochastic.Game) error {
	if len(s.Values) != len(g.States) {
		return fmt.Errorf("%w: values of %d states, want %d", ErrSnapshot, len(s.Values), len(g.States))
	}
	for i, v := range s.Values {
		for seat, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("%w: value %v of seat %d at state %v", ErrSnapshot, x, seat, g.Space.At(i))
			}
		}
	}
	if s.Round < 0 || !(s.Moved >= 0) {
		return fmt.Errorf("%w: round %d moved values by %v", ErrSnapshot, s.Round, s.Moved)
	}
	return g.Validate(s.Profile)
}
