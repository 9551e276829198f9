package extensive

import (
	"fmt"
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// The losses by decision sum to those of the best response by round and seat, with and without
// suits, and are nowhere negative; frequencies sum to one.
func TestLosses(t *testing.T) {
	for _, tc := range []struct {
		g         game.Game
		symmetric bool
	}{{game.Kuhn(), false}, {game.Leduc(), true}, {game.Leduc(), false}} {
		t.Run(fmt.Sprintf("%s/symmetric=%t", tc.g.Name(), tc.symmetric), func(t *testing.T) {
			g, p := tc.g, hashed{tc.g, 3, tc.symmetric}
			want := must.Get(BestResponse(t.Context(), g, p, ResponseOptions{ByRound: true, AllDeals: true}))(t)
			o := ResponseOptions{AllDeals: !tc.symmetric, Workers: 2, anySize: true}
			l := must.Get(LossesByDecision(t.Context(), g, p, AllDeals, o))(t)
			must.Near(t, l.NashConv(), want.NashConv(), 1e-12, g.Name())
			var rounds [2][2]float64
			for _, d := range l.Decisions {
				rounds[d.Actor][d.Round] += d.Loss
				hands, played, best := 0.0, 0.0, 0.0
				for _, v := range d.Hands {
					hands += v
				}
				for i := range d.Played {
					played += d.Played[i]
					best += d.Best[i]
				}
				if d.Loss < 0 || d.Reach <= 0 || math.Abs(hands-d.Loss) > 1e-12 || math.Abs(played-1) > 1e-9 ||
					math.Abs(best-1) > 1e-9 {
					t.Errorf("%s at %s: %+v", g.Name(), d.History, d)
				}
			}
			for seat := range want.Rounds {
				for k, part := range want.Rounds[seat] {
					must.Near(t, rounds[seat][k], part, 1e-12, g.Name(), k, seat)
				}
			}
		})
	}
}

// Where a best response wins the pot without a showdown, a sample of the first deals leaves no error, whatever hands it
// holds. What a policy does where it never gets is not said.
func TestLossesOfSample(t *testing.T) {
	g := game.Leduc()
	fold, _ := strategy.Trivial("always-fold")
	want := must.Get(BestResponse(t.Context(), g, fold, ResponseOptions{}))(t)
	for _, symmetric := range []bool{true, false} {
		two := func(deals *game.Deals, board game.Board) (out []Drawn) {
			for _, i := range []int{0, len(deals.List) - 1} {
				out = append(out, Drawn{&deals.List[i], 6 / (2 * deals.Ways)})
			}
			return out
		}
		o := ResponseOptions{AllDeals: !symmetric, Workers: 2, anySize: true}
		l := must.Get(LossesByDecision(t.Context(), g, fold, two, o))(t)
		must.Near(t, l.NashConv(), want.NashConv(), 1e-12, symmetric)
		for _, d := range l.Decisions {
			if reached := d.Reach > 0; reached != (len(d.Played) > 0) || reached != (len(d.Best) > 0) {
				t.Errorf("%s, reached in %v: %v, %v", d.History, d.Reach, d.Played, d.Best)
			}
		}
	}
}
