package extensive

import (
	"context"
	"errors"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/game"
)

// ResponseOptions choose how to compute a best response.
type ResponseOptions struct {
	Workers int // subtrees walked at the same time; below 1: one for each processor
	// ByRound fills Response.Rounds and Response.Self.
	ByRound bool
	// AllDeals walks all deals, not one of each orbit of the suits. A policy that distinguishes suits
	// needs it; BestResponse finds that out by itself.
	AllDeals bool
	// Symmetric skips the test whether the policy distinguishes suits: the caller knows that it does
	// not. In a small subtree the test takes longer than the walk.
	Symmetric bool

	anySize bool // tests: share even the smallest subtrees
}

// sharedHands is the number of private states from which on subtrees are shared among goroutines; in
// smaller games a subtree takes less time than handing it over.
const sharedHands = 64

func (o ResponseOptions) workers(hands int) int {
	if hands < sharedHands && !o.anySize {
		return 1
	}
	return parallel.Workers(o.Workers)
}

// Result is what best responses from both seats win against a policy, in the game's unit.
type Response struct {
	// SeatValues[s] is the value of a best response from seat s to the policy in the other.
	SeatValues [2]float64
	// Hands[s][h] is the same when seat s was dealt hand h.
	Hands [2][]float64
	// Rounds[s][k] is the part of NashConv that arises when seat s responds in round k; only with Options.ByRound.
	Rounds [2][]float64
	// Self[s] is the value of the policy against itself to seat s; only with Options.ByRound.
	Self [2]float64
}

// NashConv is the sum of both values, 0 at an equilibrium.
func (r *Response) NashConv() float64 { return r.SeatValues[0] + r.SeatValues[1] }

// Mean is the policy's exploitability, NashConv / 2.
func (r *Response) Mean() float64 { return r.NashConv() / 2 }

// Solve computes best responses from both seats to a policy. Errors are those of the policy,
// of the options and of the context.
func BestResponse(ctx context.Context, g game.Game, p game.Policy, o ResponseOptions) (*Response, error) {
	r := &Response{}
	o, err := o.prepare(g, p, g.Root())
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

// prepare decides whether to walk all deals: there may be no symmetry to use, or the policy may distinguish suits.
func (o ResponseOptions) prepare(g game.Game, p game.Policy, s game.State) (ResponseOptions, error) {
	if len(g.Stabilizer(s)) == 1 {
		o.AllDeals = true
	}
	if o.AllDeals || o.Symmetric {
		return o, nil
	}
	err := CheckSymmetric(g, p, s, 0)
	if errors.Is(err, ErrAsymmetric) {
		o.AllDeals, err = true, nil
	}
	return o, err
}

// fill splits the vectors of all levels (see walker).
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

// Subtree computes the value of a best response from a public state on, for each hand of a seat: sums
// over the opponent's hands of joint prior x reach x payoff, not yet divided by the probability of the
// board and of our hand. Reach is the probability that the opponent plays to the state with each hand,
// nil for 1. The values of hands that hold a card of the board are 0. It does not take ByRound.
func Subtree(
	ctx context.Context, g game.Game, p game.Policy, s game.State, seat int, reach []float64, o ResponseOptions,
) ([]float64, error) {
	if o.ByRound {
		return nil, errors.New("a subtree has no losses by round")
	}
	o, err := o.prepare(g, p, s)
	if err != nil {
		return nil, err
	}
	if reach == nil {
		reach = ones(g.Hands().Len(1 - seat))
	}
	return subtree(ctx, g, p, s, seat, reach, o)
}

func ones(n int) []float64 { return slices.Repeat([]float64{1}, n) }
