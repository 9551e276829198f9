package jamfold

import (
	"context"

	"feltlab/model/tournament"
	"feltlab/solvers/jamfold"
)

// Step is a state after some steps of value iteration.
type Step struct {
	// Number is how many hands ahead play is in equilibrium, after which stacks are worth their
	// ICM values.
	Number      int
	Frequencies [tournament.NumSituations]float64
	Values      [tournament.NumSeats]float64
}

// Depth returns how the answer at a state moves from ICM through steps of value iteration,
// the future game simulation of commercial tools: one hand played for ICM values, one played
// for the values of hands played for ICM values, and so on. Each step solves all states; those
// in the store are not solved again.
func (l *Lab) Depth(ctx context.Context, c *Config, state, steps int, visit func(jamfold.Round)) ([]Step, error) {
	own := *c
	own.Method = jamfold.VIFP
	g, err := l.Game(ctx, &own)
	if err != nil {
		return nil, err
	}
	if _, err := l.solve(ctx, &own, g, steps, visit); err != nil {
		return nil, err
	}
	found := make([]Step, 0, steps)
	for n := 1; n <= steps; n++ {
		s, err := l.round(&own, g, n)
		if err != nil {
			return nil, err
		}
		if s == nil { // the values settled before
			break
		}
		step := Step{Number: n, Values: s.Values[state]}
		for at := range step.Frequencies {
			step.Frequencies[at] = s.Profile[state].Frequency(tournament.Situation(at))
		}
		found = append(found, step)
	}
	return found, nil
}
