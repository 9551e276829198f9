package extensive

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// exact is rounding of sums of values of some chips.
const exact = 1e-12

func random(t *testing.T, g game.Game, seed uint64, buckets string) *strategy.Table {
	t.Helper()
	b := must.Get(strategy.BucketingOf(g, buckets))(t)
	rng := rand.New(rand.NewPCG(seed, 0))
	table := strategy.NewTable(g, [2]strategy.Bucketing{b, b})
	for n, bucket := range table.All() {
		row, rest := table.Row(n.ID, bucket), 1.0
		for i := range row[1:] {
			row[1+i] = rest * rng.Float64()
			rest -= row[1+i]
		}
		row[0] = rest
	}
	return table
}

// byHand is the match worked out with open cards: every pair of hands, every deal, every action.
func byHand(t *testing.T, g game.Game, both strategy.Seats) (sum float64) {
	t.Helper()
	var value func(s game.State, pair [2]int) float64
	value = func(s game.State, pair [2]int) (sum float64) {
		switch s.Kind {
		case game.Decision:
			for i, of := range must.Get(game.Ask(both, g.Hands(), s, nil))(t) {
				if p := of[pair[s.Actor]]; p > 0 {
					sum += p * value(s.After(i), pair)
				}
			}
			return sum
		case game.Chance:
			n := 0.0
			for _, d := range g.Deals(s, nil).List {
				if g.Hands().Live(pair[0], d.Dealt) && g.Hands().Live(pair[1], d.Dealt) {
					sum += value(d.State, pair)
					n++
				}
			}
			return sum / n
		}
		return Payoff(g, s, pair)
	}
	for a := range g.Hands().Len(0) {
		for b := range g.Hands().Len(1) {
			if p := g.Hands().Pair(a, b); p > 0 {
				sum += p * value(g.Root(), [2]int{a, b})
			}
		}
	}
	return sum
}

func TestExactEqualsOpenCards(t *testing.T) {
	for _, tc := range []struct {
		g    game.Game
		a, b string
	}{
		{game.Kuhn(), "real", "[JQ].K"}, {game.Leduc(), "cards", "J.[QK]"}, {randomJamFold(t, 4), "classes", "classes"},
	} {
		t.Run(tc.a+" "+tc.b, func(t *testing.T) {
			a, b := random(t, tc.g, 1, tc.a), random(t, tc.g, 2, tc.b)
			got := must.Get(ExactMatch(t.Context(), tc.g, a, b))(t)
			want := [2]float64{byHand(t, tc.g, strategy.Seats{a, b}), -byHand(t, tc.g, strategy.Seats{b, a})}
			must.Near(t, got[0], want[0], exact)
			must.Near(t, got[1], want[1], exact)
			e := must.Get(SampleMatch(t.Context(), tc.g, a, b, MatchOptions{Deals: 4_000, Seed: 5}))(t)
			mean := (want[0] + want[1]) / 2
			if e.StandardError <= 0 || e.StandardError > 0.1 || math.Abs(e.Mean-mean) > 4*e.StandardError {
				t.Errorf("%s: %v ± %v, want %v", tc.g.Name(), e.Mean, e.StandardError, mean)
			}
			again := must.Get(SampleMatch(t.Context(), tc.g, a, b, MatchOptions{Deals: 4_000, Seed: 5, Workers: 3}))(t)
			must.Equal(t, *again, *e)
		})
	}
}

// In hold'em a policy that meets itself wins nothing on average: cards cancel but for its actions.
func TestSampleOfHoldem(t *testing.T) {
	raise, _ := strategy.Trivial("always-raise")
	call, _ := strategy.Trivial("always-call")
	g := game.LimitHoldem()
	e, err := SampleMatch(t.Context(), g, raise, raise, MatchOptions{Deals: 300})
	if err != nil || e.Mean != 0 || e.StandardError != 0 || e.SeatValues[0] == 0 {
		t.Errorf("%+v, %v", e, err)
	}
	e, err = SampleMatch(t.Context(), g, raise, call, MatchOptions{Deals: 300})
	if err != nil || e.Mean != 0 { // whoever raises, the pot is the same
		t.Errorf("%+v, %v", e, err)
	}
	must.Fails(SampleMatch(t.Context(), g, raise, call, MatchOptions{Deals: 1}))(t, ErrDeals)
}

// A match that is stopped keeps the deals that were played: those of a smaller match with the same seed.
func TestStoppedMatch(t *testing.T) {
	g := game.Kuhn()
	ours, theirs := random(t, g, 1, "real"), random(t, g, 2, "real")
	ctx, cancel := context.WithCancel(t.Context())
	o := MatchOptions{Deals: 1000, Seed: 5, Workers: 1, Played: func(deal, seat int, _ Played) {
		if deal == 99 && seat == 1 {
			cancel()
		}
	}}
	got, err := SampleMatch(ctx, g, ours, theirs, o)
	if !errors.Is(err, context.Canceled) || got == nil || got.Deals < 100 || got.Deals == 1000 {
		t.Fatalf("%+v, %v", got, err)
	}
	want := must.Get(SampleMatch(t.Context(), g, ours, theirs, MatchOptions{Deals: got.Deals, Seed: 5}))(t)
	must.Equal(t, *got, *want)
	if e, err := SampleMatch(ctx, g, ours, theirs, o); e != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("of no deals %+v, %v", e, err)
	}
}
