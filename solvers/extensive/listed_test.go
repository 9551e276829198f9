package extensive

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/ranges"
)

func postflop(t testing.TB, board, oop, ip, sizes string, rake float64) *game.Postflop {
	t.Helper()
	r := game.PostflopRules{Board: must.Get(cards.ParseBoard(board))(t), Pot: 10, Stack: 25, Chip: 1, MinBet: 1,
		RaiseCap: 2, Rake: rake, RakeCap: 3}
	for seat, text := range []string{oop, ip} {
		r.Ranges[seat] = must.Get(ranges.Parse(text))(t)
		for street := range r.Sizes {
			list := must.Get(game.ParseBetSizes(sizes))(t)
			r.Sizes[street][seat] = game.StreetSizes{Bet: list, Raise: list}
		}
	}
	return must.Get(game.NewPostflop(r))(t)
}

// Games from a board on equal expectimax: with and without a rake, where suits can be renamed and where not, with
// hands of both seats and with weights.
func TestPostflopEqualsExpectimax(t *testing.T) {
	for seed, tc := range []struct {
		board, oop, ip string
		rake           float64
	}{
		{"Qs7s2s7h3d", "AA, 87s:0.5, Q2o:0.25", "KK, A7s, 65s:0.3", 0},
		{"AsKsQsJsTs", "22, 33:0.5", "22, 44", 0.05},
		{"Ks8d8c2h", "AA:0.5, 88, 76s", "KK, A2s:0.7", 0.1},
		{"Ks8d8c2h", "AhAd, 8h7h:0.5, 7c6c", "KhKd, Ac2c:0.7, 7c6c", 0},
	} {
		g := postflop(t, tc.board, tc.oop, tc.ip, "60%, all-in", tc.rake)
		p := hashed{g, uint64(seed), true}
		r := must.Get(BestResponse(context.Background(), g, p, ResponseOptions{ByRound: true, anySize: true}))(t)
		for seat := range 2 {
			want := 0.0
			for h := range g.Hands().Len(seat) {
				v := must.Get(naiveValue(g, p, g.Root(), seat, h))(t)
				want += v
				if prior := g.Hands().Prior(seat)[h]; prior > 0 && math.Abs(r.Hands[seat][h]-v/prior) > 1e-9 {
					t.Errorf("%s: %s of seat %d has %v, want %v", tc.board, g.Hands().Name(seat, h), seat,
						r.Hands[seat][h], v/prior)
				}
			}
			must.Near(t, r.SeatValues[seat], want, 1e-9, tc.board, seat)
		}
		if sum := r.Self[0] + r.Self[1]; tc.rake == 0 && math.Abs(sum) > 1e-9 || tc.rake > 0 && sum >= 0 {
			t.Errorf("%s: both seats win %v", tc.board, sum)
		}
	}
}

// Ends in O(n) equal the sum over pairs.
func TestListedEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	g := postflop(t, "Th9h2c2d7s", "any", "22+, A2s+:0.5", "50%, all-in", 0.07)
	e := NewTerminals(g)
	n := g.Hands().Len(0)
	reach, got := make([]float64, n), make([]float64, n)
	for h := range reach {
		reach[h] = rng.Float64()
	}
	for node := range g.Root().All() {
		if node.Kind == game.Decision {
			continue
		}
		s := game.State{Node: node, Board: g.Root().Board}
		for seat := range 2 {
			e.Values(s, seat, reach, got)
			for mine := 0; mine < n; mine += 7 {
				x, want := naive{g, nil, seat, mine}, 0.0
				for theirs := range n {
					if g.Hands().Cards[mine]&g.Hands().Cards[theirs] == 0 {
						want += g.Hands().PairWeight * reach[theirs] * x.payoff(s, theirs)
					}
				}
				must.Near(t, got[mine], want, 1e-12, s, seat, g.Hands().Name(seat, mine))
			}
		}
	}
}
