package extensive

import (
	"context"

	"feltlab/model/game"
	"feltlab/model/strategy"
)

// Exact returns the expected value of a policy against another, by the first one's seat, in the
// game's unit. Errors are those of the policies and of the context.
func ExactMatch(ctx context.Context, g game.Game, ours, theirs game.Policy) (values [2]float64, err error) {
	for seat := range values {
		both := strategy.Seats{ours, theirs}
		if seat == 1 {
			both = strategy.Seats{theirs, ours}
		}
		// Policies that tell suits apart are welcome here.
		r, err := BestResponse(ctx, g, both, ResponseOptions{ByRound: true, NoIsomorphism: true})
		if err != nil {
			return values, err
		}
		values[seat] = r.Self[seat]
	}
	return values, nil
}
