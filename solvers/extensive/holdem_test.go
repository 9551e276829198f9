package extensive

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// play follows a history from the root; cards are dealt at its slashes.
func play(t testing.TB, g game.Game, history string, board string) game.State {
	t.Helper()
	dealt := must.Get(cards.ParseCards(board))(t)
	s := g.Root()
	for s.History != history {
		next := s.Toward(history)
		if next < 0 {
			t.Fatalf("no way from %s to %s", s.History, history)
		}
		s = s.After(next)
	}
	s.Board = game.BoardOf(dealt...)
	return s
}

func river(g game.Game) game.State {
	s := g.Root()
	for s.Kind != game.Showdown {
		s = s.After(len(s.Children) / 2)
		if s.Kind == game.Chance {
			s = g.Deals(s, nil).List[7].State
			if s.Board.Len() == 5 {
				return s
			}
		}
	}
	return s
}

// Subtrees of hold'em in double precision: many hands on the river, a few on the turn.
func TestHoldemSubtreesEqualExpectimax(t *testing.T) {
	const seed = 5
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	g := game.LimitHoldem()
	p := hashed{g, seed, true}
	for _, tc := range []struct {
		history, board string
		seat, hands    int
		options        []ResponseOptions
	}{
		{"/cc/cc/crc/", "2c7cQcQd9h", 0, 40, []ResponseOptions{{}, {AllDeals: true, Workers: 1}}},
		{"/rc/crrc/cc/", "AhKhQhJhTh", 1, 40, []ResponseOptions{{}}},
		{"/cc/rc/rrrrc", "8c8d8h8s", 1, 2, []ResponseOptions{{}, {AllDeals: true}}},
	} {
		t.Run(tc.history, func(t *testing.T) {
			s := play(t, g, tc.history, tc.board)
			checkSubtree(t, g, p, s, tc.seat, tc.options, tc.hands, rng)
		})
	}
	for _, board := range []string{"7c7dAh", "2c9cKcAc", "AhKhQhJhTh"} { // games that end there
		r := *g.Rules()
		r.Name, r.Board, r.Bets, r.MostBets, r.First = "flop", []int{0, len(board) / 2}, []float64{1, 1}, []int{2, 2},
			[]int{1, 2}
		r.BetUnit, r.NoLimp = game.Pot, true
		flop := must.Get(game.NewFixedLimit(r))(t)
		s := play(t, flop, "/rc/", board)
		must.Equal(t, s.Contributions, [2]float64{3, 3})
		checkSubtree(t, flop, hashed{flop, seed, true}, s, 1, []ResponseOptions{{}, {AllDeals: true}}, 20, rng)
	}
}

func checkSubtree(t *testing.T, g game.Game, p game.Policy, s game.State, seat int, options []ResponseOptions,
	sample int, rng *rand.Rand) {
	t.Helper()
	var answers [][]float64
	for _, o := range options {
		values := must.Get(Subtree(context.Background(), g, p, s, seat, nil, o))(t)
		answers = append(answers, values)
	}
	for range sample {
		h := rng.IntN(g.Hands().Len(seat))
		want := must.Get(naiveValue(g, p, s, seat, h))(t)
		// Divided by the hand's prior: in big blinds.
		for i, values := range answers {
			if d := (values[h] - want) * 1326; math.Abs(d) > tolerance {
				t.Errorf("%v, seat %d, %s, %+v: off by %g", s, seat, g.Hands().Name(seat, h), options[i], d)
			}
		}
	}
}

// In hold'em symmetry is tested at random states of all streets.
func TestHoldemSymmetry(t *testing.T) {
	g := game.LimitHoldem()
	must.Do(t, CheckSymmetric(g, strategy.Uniform{}, g.Root(), 1))
	must.Fail(t, CheckSymmetric(g, hashed{g, 1, false}, g.Root(), 1), ErrAsymmetric)
}
