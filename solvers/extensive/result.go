package extensive

import (
	"context"

	"feltlab/model/game"
)

// Result is what best responses from both seats win against a policy, in the game's unit.
type Response struct {
	// SeatValues[s] is the value of a best response from seat s to the policy in the other.
	SeatValues [2]float64
	// Hands[s][h] is the same when seat s was dealt hand h.
	Hands [2][]float64
	// Rounds[s][k] is the part of NashConv that arises when seat s responds in round k; only with
	// Options.ByRound.
	Rounds [2][]float64
	// Self[s] is the value of the policy against itself to seat s; only with Options.ByRound.
	Self [2]float64
}

// NashConv is the sum of both values: 0 at an equilibrium.
func (r *Response) NashConv() float64 { return r.SeatValues[0] + r.SeatValues[1] }

// Mean is the policy's exploitability, NashConv / 2.
func (r *Response) Mean() float64 { return r.NashConv() / 2 }

// Solve computes best responses from both seats to a policy. Errors are those of the policy,
// of the options and of the context.
func BestResponse(ctx context.Context, g game.Game, p game.Policy, o ResponseOptions) (*Response, error) {
	r := &Response{}
	o, err := prepare(g, p, o)
	if err != nil {
		return nil, err
	}
	for seat := range 2 {
		reach := ones(g.Hands().Len(1 - seat))
		values, err := subtree(ctx, g, p, g.Root(), seat, reach, o)
		if err != nil {
			return nil, err
		}
		r.fill(g, seat, values)
	}
	return r, nil
}

// prepare checks the options, and the policy's symmetry where it is going to be used. What
// it returns does without isomorphism in games that have no symmetries.
func prepare(g game.Game, p game.Policy, o ResponseOptions) (ResponseOptions, error) {
	if err := o.check(); err != nil {
		return o, err
	}
	if len(g.Symmetries()) == 1 {
		o.NoIsomorphism = true
	}
	if o.NoIsomorphism || o.Symmetric {
		return o, nil
	}
	return o, CheckSymmetric(g, p, g.Root(), o.Seed)
}

// fill takes the vectors of all levels (see walker) apart.
func (r *Response) fill(g game.Game, seat int, values []float64) {
	n := g.Hands().Len(seat)
	levels := make([]float64, len(values)/n)
	for k := range levels {
		for _, v := range values[k*n : (k+1)*n] {
			levels[k] += v
		}
	}
	r.SeatValues[seat] = levels[0]
	r.Hands[seat] = make([]float64, n)
	for h, prior := range g.Hands().Prior(seat) {
		if prior > 0 {
			r.Hands[seat][h] = values[h] / prior
		}
	}
	if len(levels) > 1 {
		for k := range levels[1:] {
			r.Rounds[seat] = append(r.Rounds[seat], levels[k]-levels[k+1])
		}
		r.Self[seat] = levels[len(levels)-1]
	}
}

// Subtree computes the value of a best response from a public state on, for each hand of a
// seat: sums over the opponent's hands of joint prior x reach x payoff, not yet divided by
// the probability of the board and of our hand. Reach is the probability with which the
// opponent plays to the state with each hand, nil for 1. The values of hands that hold a card
// of the board are 0.
func Subtree(ctx context.Context, g game.Game, p game.Policy, s game.State, seat int, reach []float64, o ResponseOptions) ([]float64, error) {
	if o.ByRound {
		return nil, ErrResponseOptions
	}
	o, err := o.forSubtree(g, p, s)
	if err != nil {
		return nil, err
	}
	if reach == nil {
		reach = ones(g.Hands().Len(1 - seat))
	}
	return subtree(ctx, g, p, s, seat, reach, o)
}

func (o ResponseOptions) forSubtree(g game.Game, p game.Policy, s game.State) (ResponseOptions, error) {
	if err := o.check(); err != nil {
		return o, err
	}
	if len(g.Stabilizer(s)) == 1 {
		o.NoIsomorphism = true
	}
	if o.NoIsomorphism || o.Symmetric {
		return o, nil
	}
	return o, CheckSymmetric(g, p, s, o.Seed)
}

func ones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}
