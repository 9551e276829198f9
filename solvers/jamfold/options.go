package jamfold

import (
	"fmt"
	"math"

	"feltlab/solvers/jamfold/stochastic"
)

// Options say how far to solve. The zero value asks for the defaults.
type Options struct {
	Method Method
	// Epsilon is the regret, in the unit of the prizes (dollars), at which fictitious play
	// stops at a state: no seat gains more by deviating in this hand. 0 means
	// DefaultEpsilon.
	Epsilon float64
	// Delta is the largest change of a value between rounds at which a tournament is solved.
	// 0 means DefaultDelta.
	Delta float64
	// Iterations bounds fictitious play at one state and in one round, or over all of FP-MDP.
	// 0 means DefaultIterations.
	Iterations int
	// Rounds bounds the rounds of value or policy iteration, those before Start included; from a
	// start that has used them up one more is played. 0 means DefaultRounds.
	Rounds int
	// Damping is the share of its value that a state keeps in rounds of value or policy iteration
	// after the first UndampedRounds, from 0 to below 1: against values that swing because new
	// values overshoot. 0, the default, takes new values as they are.
	Damping float64
	// Workers below 1 mean one for each processor. The result does not depend on them.
	Workers int
	// Start is where to go on; nil starts from ICM and from jamming every hand.
	Start *Snapshot
	// Progress, unless nil, is told how many states of a round are done; its calls do not
	// overlap.
	Progress func(round, done, total int)
	// Visit, unless nil, is called after each round, with the round and all there is to go on
	// with. The snapshot is the solver's own: it changes in the next round unless copied. An
	// error ends the solution with this error.
	Visit func(Round, *Snapshot) error
}

// Defaults of Options.
const (
	DefaultEpsilon    = 0.0005
	DefaultDelta      = 0.001
	DefaultIterations = 20_000
	DefaultRounds     = 200
)

// UndampedRounds is how many rounds Options.Damping leaves alone: by then nearly all states are
// settled, which damping would delay, and what still swings is what damping is for.
const UndampedRounds = 50

// Round describes one round over all states.
type Round struct {
	Number     int     // from 1
	Epsilon    float64 // asked for at the states
	Regret     float64 // largest left at a state
	Moved      float64 // largest change of a value, before damping
	Iterations int     // of fictitious play, over all states
}

// withDefaults fills in defaults. The error is ErrOptions.
func (o Options) withDefaults() (Options, error) {
	if o.Epsilon == 0 {
		o.Epsilon = DefaultEpsilon
	}
	if o.Delta == 0 {
		o.Delta = DefaultDelta
	}
	if o.Iterations == 0 {
		o.Iterations = DefaultIterations
	}
	if o.Rounds == 0 {
		o.Rounds = DefaultRounds
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"epsilon", o.Epsilon}, {"delta", o.Delta}, {"iterations", float64(o.Iterations)}, {"rounds", float64(o.Rounds)}} {
		if !(x.value > 0) || math.IsInf(x.value, 0) {
			return o, fmt.Errorf("%w: %s %v is not positive", ErrOptions, x.name, x.value)
		}
	}
	if !(o.Damping >= 0 && o.Damping < 1) {
		return o, fmt.Errorf("%w: damping %v, want at least 0 and less than 1", ErrOptions, o.Damping)
	}
	if int(o.Method) >= len(methodNames) {
		return o, fmt.Errorf("%w: %v", ErrOptions, o.Method)
	}
	return o, nil
}

// begin copies the start, or makes one, and checks that it fits the game.
func (o *Options) begin(g *stochastic.Game) (*Snapshot, error) {
	if o.Start == nil {
		return &Snapshot{Values: append(g.ICM[:0:0], g.ICM...), Profile: g.AllJam()}, nil
	}
	if err := o.Start.Validate(g); err != nil {
		return nil, err
	}
	return o.Start.Clone(), nil
}
