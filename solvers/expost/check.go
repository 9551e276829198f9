package expost

import (
	"context"
	"fmt"

	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Certificate is the distance of a profile from an equilibrium of the whole tournament.
type Certificate struct {
	// Gain is the largest gain of any player at any state by a best response from then on, while the
	// others keep to the profile, in the unit of the prizes.
	Gain  float64
	State int             // state of the largest gain
	Seat  tournament.Seat // seat of the largest gain
	// Mean is the mean gain over all states and seats.
	Mean float64
	// Policies is the number of policies that policy iteration tried.
	Policies int
	// Values are those of the profile, Best those of each player's best response alone.
	Values, Best tournament.Values
	// Response holds the best responses, each against the profile.
	Response stochastic.Profile
}

// Check computes the certificate of a profile. Workers below 1 mean one for each processor; the result does not
// depend on them. progress, which may be nil, is told how many states have been looked at; its calls do not overlap.
// Errors: those of the context, stochastic.ErrStrategy, ErrEndless.
func Check(
	ctx context.Context, g *stochastic.Game, profile stochastic.Profile, workers int, progress func(done, total int),
) (*Certificate, error) {
	if err := g.Validate(profile); err != nil {
		return nil, err
	}
	p, err := newProcess(ctx, g, profile, workers, progress)
	if err != nil {
		return nil, err
	}
	c := &Certificate{}
	if c.Values, err = p.evaluate(profile, g.ICM); err != nil {
		return nil, err
	}
	c.Response = make(stochastic.Profile, len(profile))
	for i, x := range profile {
		if x != nil {
			own := *x
			c.Response[i] = &own
		}
	}
	c.Best = c.Values
	for p.improve(c.Response, c.Best) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if c.Policies++; c.Policies > maxPolicies {
			return nil, fmt.Errorf("play does not end: policies still improve after %d", maxPolicies)
		}
		if c.Best, err = p.evaluate(c.Response, c.Best); err != nil {
			return nil, err
		}
	}
	c.measure(p.played, g)
	return c, nil
}

// measure fills in the gains.
func (c *Certificate) measure(played []int, g *stochastic.Game) {
	nodes, sum := 0, 0.0
	for _, state := range played {
		for seat, value := range c.Values[state] {
			if g.Hands[state].Stacks[seat] == 0 {
				continue
			}
			gain := c.Best[state][seat] - value
			nodes++
			sum += gain
			if gain > c.Gain {
				c.Gain, c.State, c.Seat = gain, state, tournament.Seat(seat)
			}
		}
	}
	if nodes > 0 {
		c.Mean = sum / float64(nodes)
	}
}
