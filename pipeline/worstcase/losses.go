package worstcase

import (
	"context"
	"fmt"

	"feltlab/model/game"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem"
)

// LossesByDecision says at which decisions a policy loses, on the same sample of flops, turns and rivers as
// Run, which must be one. It walks all public states of the sample in double precision and asks the
// policy at each: about a CPU-second a river. Errors are as for Run, and ErrSample.
func LossesByDecision(ctx context.Context, p game.Policy, o Options) (*extensive.Losses, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Flops == 0 {
		return nil, fmt.Errorf("%w: no flops are drawn", ErrSample)
	}
	solver, err := limitholdem.New(p, limitholdem.Options{Seed: o.Seed, Turns: o.Turns, Rivers: o.Rivers})
	if err != nil {
		return nil, err
	}
	flops := sample(solver, o.Flops, o.Seed)
	draw := func(deals *game.Deals, board game.Board) (out []extensive.Drawn) {
		if board.Len() > 0 {
			return solver.Draw(deals, board)
		}
		for _, flop := range flops { // those that come twice, twice
			weight := numFlops / (float64(len(flops)) * deals.Ways)
			out = append(out, extensive.Drawn{Deal: &deals.List[flop], Weight: weight})
		}
		return out
	}
	return extensive.LossesByDecision(ctx, game.LimitHoldem(), p, draw, extensive.ResponseOptions{Symmetric: true, Workers: o.Workers})
}
