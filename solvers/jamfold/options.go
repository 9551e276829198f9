package jamfold

import (
	"errors"
	"fmt"
	"math"

	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/multiway"
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

// Settings are the method and the accuracy. 0 means the default. Epsilon is in the unit of the prizes (dollars): at a
// state that counts as solved no seat gains more by deviating in this hand. Rounds are those of value or policy
// iteration, those before Options.Start included; one more round is played if Start has used them up. Damping counts
// after the first UndampedRounds, from 0 to below 1: it stops values from swinging when new values overshoot.
type Settings struct {
	// Epsilon is the regret at which a hand counts as solved.
	Epsilon    float64           `mapstructure:"epsilon" json:"epsilon" unit:"dollars"`
	Iterations int               `mapstructure:"iterations" json:"iterations"` // most iterations of a hand
	Method     tournament.Method `mapstructure:"method" json:"method"`         // method for the whole tournament
	// Delta is the change of values at which the tournament counts as solved.
	Delta   float64 `mapstructure:"delta" json:"delta" unit:"dollars"`
	Rounds  int     `mapstructure:"rounds" json:"rounds"`             // most rounds
	Damping float64 `mapstructure:"damping" json:"damping,omitempty"` // part of the old values that a round keeps
}

// Options are settings, and how to run.
type Options struct {
	Settings
	// Workers below 1 mean one for each processor. The result does not depend on them.
	Workers int
	Start   *Snapshot // snapshot to resume from; nil starts from ICM and from jamming every hand
	// Progress, unless nil, is called with the number of states of a round that are done; calls do not overlap.
	Progress func(round, done, total int)
	// Visit, unless nil, is called after each round with the round and the snapshot to resume from. The snapshot is
	// the solver's own: it changes in the next round unless copied. An error ends the solution with this error.
	Visit func(Round, *Snapshot) error
}

// DefaultSettings take the place of settings that are 0.
var DefaultSettings = Settings{Epsilon: 0.0005, Iterations: 20_000, Delta: 0.001, Rounds: 200}

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

// Check returns ErrOptions for options out of range. It allows no zero that means a default, except of Damping.
func (o *Settings) Check() error {
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
