package jamfold

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// Errors that callers test for with errors.Is.
var (
	// ErrIterations marks fictitious play that did not reach its epsilon.
	ErrIterations = multiway.ErrIterations
	// ErrRounds marks a tournament whose values still moved by more than delta.
	ErrRounds   = errors.New("values did not converge within the rounds allowed")
	ErrOptions  = errors.New("bad options")  // options out of range
	ErrSnapshot = errors.New("bad snapshot") // bytes that are not a snapshot of the game
)

// Options define the method and the accuracy. The zero value means the defaults.
type Options struct {
	Method tournament.Method
	// Epsilon is the regret, in the unit of the prizes (dollars), at which fictitious play
	// stops at a state: no seat gains more by deviating in this hand. 0 means DefaultEpsilon.
	Epsilon float64
	// Delta is the largest change of a value between rounds at which a tournament is solved. 0 means DefaultDelta.
	Delta float64
	// Iterations bounds fictitious play at one state and in one round. 0 means DefaultIterations.
	Iterations int
	// Rounds bounds the rounds of value or policy iteration, those before Start included; one more
	// round is played if Start has used them up. 0 means DefaultRounds.
	Rounds int
	// Damping is the share of its value that a state keeps in rounds of value or policy iteration
	// after the first UndampedRounds, from 0 to below 1. It stops values from swinging when new
	// values overshoot. 0, the default, means none.
	Damping float64
	// Workers below 1 mean one for each processor. The result does not depend on them.
	Workers int
	Start   *Snapshot // snapshot to resume from; nil starts from ICM and from jamming every hand
	// Progress, unless nil, is called with the number of states of a round that are done; calls do not overlap.
	Progress func(round, done, total int)
	// Visit, unless nil, is called after each round with the round and the snapshot to resume from. The snapshot is
	// the solver's own: it changes in the next round unless copied. An error ends the solution with this error.
	Visit func(Round, *Snapshot) error
}

// Defaults of Options.
const (
	DefaultEpsilon    = 0.0005
	DefaultDelta      = 0.001
	DefaultIterations = 20_000
	DefaultRounds     = 200
)

// UndampedRounds is the number of rounds that Options.Damping does not change: by then nearly all
// states have converged, which damping would delay, and damping serves the values that still swing.
const UndampedRounds = 50

// Round describes one round over all states.
type Round struct {
	Number     int     // from 1
	Epsilon    float64 // regret at which states stopped
	Regret     float64 // largest left at a state
	Moved      float64 // largest change of a value, before damping
	Iterations int     // of fictitious play, over all states
}

func (o Options) withDefaults() (Options, error) {
	o.Epsilon, o.Delta = cmp.Or(o.Epsilon, DefaultEpsilon), cmp.Or(o.Delta, DefaultDelta)
	o.Iterations, o.Rounds = cmp.Or(o.Iterations, DefaultIterations), cmp.Or(o.Rounds, DefaultRounds)
	return o, o.Check()
}

// Check returns ErrOptions for options out of range. It allows no zero that means a default, except of Damping.
func (o *Options) Check() error {
	if !(o.Damping >= 0 && o.Damping < 1) {
		return fmt.Errorf("%w: damping is %v, want at least 0 and less than 1", ErrOptions, o.Damping)
	}
	for _, x := range []struct {
		name  string
		value float64
	}{
		{"epsilon", o.Epsilon}, {"delta", o.Delta},
		{"iterations", float64(o.Iterations)}, {"rounds", float64(o.Rounds)},
	} {
		if !(x.value > 0) || math.IsInf(x.value, 0) {
			return fmt.Errorf("%w: %s is %v, want more than 0 and finite", ErrOptions, x.name, x.value)
		}
	}
	if o.Method > tournament.VIFP {
		return fmt.Errorf("%w: %v", ErrOptions, o.Method)
	}
	return nil
}

func (o *Options) begin(g *stochastic.Game) (*Snapshot, error) {
	if o.Start == nil {
		return &Snapshot{Values: slices.Clone(g.ICM), Profile: g.AllJam()}, nil
	}
	if err := o.Start.Validate(g); err != nil {
		return nil, err
	}
	return o.Start.Clone(), nil
}
