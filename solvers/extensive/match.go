package extensive

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"feltlab/internal/parallel"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// MatchOptions are the options of a sample.
type MatchOptions struct {
	Deals   int    // each played twice; at least 2
	Seed    uint64 // of cards and actions
	Workers int    // goroutines; below 1: one for each processor
	// Report, unless nil, is called with the number of deals that are done.
	Report func(done, total int)
	// Played, unless nil, gets every hand, at the same time from several goroutines: the deal's number, the seat of the
	// first policy, and the hand.
	Played func(deal, seat int, hand Played)
}

// ErrDeals marks samples too small for a standard error.
var ErrDeals = errors.New("too few deals")

// MatchEstimate is the estimate of a match by a sample, in the game's unit.
type MatchEstimate struct {
	Deals int
	// SeatValues[s] is the mean winnings of the first policy in seat s.
	SeatValues [2]float64
	// Mean is the mean of both, StandardError its standard error.
	Mean, StandardError float64
}

// SampleMatch plays deals. The same seed gives the same estimate, for any number of workers. Errors are
// ErrDeals, those of the policies and of the context. If the context ends, SampleMatch also returns the estimate from
// the deals that were played, if there are two.
func SampleMatch(ctx context.Context, g game.Game, ours, theirs game.Policy, o MatchOptions) (*MatchEstimate, error) {
	if o.Deals < 2 {
		return nil, fmt.Errorf("%w: %d, want at least 2", ErrDeals, o.Deals)
	}
	won, played := make([][2]float64, o.Deals), make([]bool, o.Deals)
	table := newTable(g)
	loop := parallel.Loop{Items: o.Deals, Workers: o.Workers, Report: o.Report}
	err := loop.Each(ctx, parallel.Same(func(deal int) error {
		rng := rand.New(rand.NewPCG(o.Seed, uint64(deal)))
		hands := table.dealHands(rng)
		first := rng.Uint64()
		for seat, both := range []strategy.Seats{{ours, theirs}, {theirs, ours}} {
			act := func(s game.State) (int, error) { return DrawAction(both, table.hands, s, hands[s.Actor], rng) }
			end, err := playOut(g.Root(), act, func(s game.State) game.Board { return table.deal(s, hands, first) })
			if err != nil {
				return err
			}
			if o.Played != nil {
				o.Played(deal, seat, Played{hands, end})
			}
			v := Payoff(g, end, hands)
			if won[deal][seat] = v; seat == 1 {
				won[deal][seat] = -v
			}
		}
		played[deal] = true
		return nil
	}))
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	var all [][2]float64
	for deal, ok := range played {
		if ok {
			all = append(all, won[deal])
		}
	}
	if len(all) < 2 {
		return nil, err
	}
	return estimate(all), err
}

func estimate(won [][2]float64) *MatchEstimate {
	n := float64(len(won))
	e := &MatchEstimate{Deals: len(won)}
	for _, w := range won {
		e.SeatValues[0] += w[0] / n
		e.SeatValues[1] += w[1] / n
	}
	e.Mean = (e.SeatValues[0] + e.SeatValues[1]) / 2
	squares := 0.0
	for _, w := range won {
		squares += ((w[0]+w[1])/2 - e.Mean) * ((w[0]+w[1])/2 - e.Mean)
	}
	e.StandardError = math.Sqrt(squares / (n - 1) / n)
	return e
}

type table struct {
	game  game.Game
	hands *game.Hands
	// first are the deals of the first chance node, which are many in hold'em and do not depend on the betting.
	first []game.Deal
	joint []float64 // running totals of the joint prior of the dense layout
}

func newTable(g game.Game) *table {
	t := &table{game: g, hands: g.Hands()}
	if chance := chanceBelow(g.Root().Node); chance != nil {
		t.first = g.Deals(game.State{Node: chance}, nil).List
	}
	if t.hands.Layout == game.Dense {
		sum := 0.0
		for _, p := range t.hands.Joint.Data {
			sum += p
			t.joint = append(t.joint, sum)
		}
	}
	return t
}

func (t *table) dealHands(rng *rand.Rand) [2]int {
	if t.hands.Layout == game.Dense {
		last := len(t.joint) - 1
		x := rng.Float64() * t.joint[last]
		cell := sort.Search(last, func(i int) bool { return t.joint[i] > x })
		return [2]int{cell / t.hands.Joint.Columns, cell % t.hands.Joint.Columns}
	}
	for {
		pair := [2]int{rng.IntN(t.hands.Len(0)), rng.IntN(t.hands.Len(1))}
		if t.hands.Pair(pair[0], pair[1]) > 0 {
			return pair
		}
	}
}

// playOut plays from a state on and returns the end that it reaches: act chooses actions, deal boards.
func playOut(s game.State, act func(game.State) (int, error), deal func(game.State) game.Board) (game.State, error) {
	for {
		switch s.Kind {
		case game.Decision:
			i, err := act(s)
			if err != nil {
				return s, err
			}
			s = s.After(i)
		case game.Chance:
			s = game.State{Node: s.Children[0], Board: deal(s)}
		default:
			return s, nil
		}
	}
}

// DrawAction draws an action of the policy for a hand at a decision. The error is that of the policy or of
// game.CheckVector.
func DrawAction(policy game.Policy, hands *game.Hands, s game.State, hand int, rng *rand.Rand) (int, error) {
	out, err := game.Ask(policy, hands, s, nil)
	if err != nil {
		return 0, err
	}
	x := rng.Float64()
	for i := range out[1:] {
		if x -= out[i][hand]; x < 0 {
			return i, nil
		}
	}
	last := len(out) - 1
	for last > 0 && out[last][hand] == 0 { // x was at the rounded end
		last--
	}
	return last, nil
}

// deal deals the board that two hands leave; the seed is the same in both plays of a deal.
func (t *table) deal(s game.State, hands [2]int, seed uint64) game.Board {
	list := t.first
	if s.Board.Len() > 0 {
		list = t.game.Deals(s, nil).List
	}
	rng := rand.New(rand.NewPCG(seed, uint64(s.Round)))
	for {
		d := &list[rng.IntN(len(list))]
		if t.hands.Live(hands[0], d.Dealt) && t.hands.Live(hands[1], d.Dealt) {
			return d.State.Board
		}
	}
}

// ExactMatch returns the expected value of a policy against another, by the first policy's seat, in the
// game's unit. Errors are those of the policies and of the context.
func ExactMatch(ctx context.Context, g game.Game, ours, theirs game.Policy) (values [2]float64, err error) {
	for seat, both := range []strategy.Seats{{ours, theirs}, {theirs, ours}} {
		// Policies may distinguish suits.
		r, err := BestResponse(ctx, g, both, ResponseOptions{ByRound: true, AllDeals: true})
		if err != nil {
			return values, err
		}
		values[seat] = r.Self[seat]
	}
	return values, nil
}
