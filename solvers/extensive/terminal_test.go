package extensive

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// tolerance is rounding of sums of a thousand numbers below 1, before the joint prior.
const terminalTolerance = 1e-11

// ends lists the ends of a game in depth-first order, the first deal standing for all.
func ends(g game.Game, s game.State, out []game.State) []game.State {
	switch s.Kind {
	case game.Decision:
		for i := range s.Actions {
			out = ends(g, s.After(i), out)
		}
		return out
	case game.Chance:
		list := g.Deals(s, nil).List
		return ends(g, list[len(list)/3].State, out)
	}
	return append(out, s)
}

// randomReach has some zeros, and zeros for hands that hold a card of the board.
func randomReach(g game.Game, s game.State, seat int, rng *rand.Rand) []float64 {
	reach := make([]float64, g.Hands().Len(seat))
	for h := range reach {
		if rng.IntN(4) > 0 && g.Hands().Live(h, s.Board.Set()) {
			reach[h] = rng.Float64()
		}
	}
	return reach
}

func checkEnd(t *testing.T, g game.Game, e *Terminals, s game.State, rng *rand.Rand) {
	t.Helper()
	for seat := range 2 {
		reach := randomReach(g, s, 1-seat, rng)
		n := g.Hands().Len(seat)
		fast, slow := make([]float64, n), make([]float64, n)
		e.Values(s, seat, reach, fast)
		slowValues(g, s, seat, reach, slow)
		scale := s.Payoff * g.Hands().PairWeight
		for h := range fast {
			if g.Hands().Live(h, s.Board.Set()) && math.Abs(fast[h]-slow[h]) > terminalTolerance*math.Abs(scale) {
				t.Fatalf("%s, %v, seat %d, hand %s: %g, the reference says %g", g.Name(), s, seat,
					g.Hands().Name(seat, h), fast[h], slow[h])
			}
		}
	}
}

func TestSmallGames(t *testing.T) {
	const seed = 1
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, g := range []game.Game{game.Kuhn(), game.Leduc(), randomJamFold(t, 8)} {
		e := NewTerminals(g)
		for _, s := range ends(g, g.Root(), nil) {
			for range 5 {
				checkEnd(t, g, e, s, rng)
			}
		}
	}
}

// Folds on every street and showdowns, on boards of all kinds: random ones, a royal flush on
// the board, four of a kind, a full house, four and five cards of a suit.
func TestHoldem(t *testing.T) {
	const seed = 2
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	g := game.LimitHoldem()
	e := NewTerminals(g)
	var folds, showdowns []game.State
	for _, s := range ends(g, g.Root(), nil) {
		if s.Kind == game.Showdown {
			showdowns = append(showdowns, s)
		} else {
			folds = append(folds, s)
		}
	}
	for range 10 {
		checkEnd(t, g, e, folds[rng.IntN(len(folds))], rng)
	}
	boards := []string{"AhKhQhJhTh", "7c7d7h7s2c", "QcQdQh3s3c", "2h5h9hKh3c", "2s4s6s8sTs", "2c3d4h5s6c"}
	for range 6 {
		var set cards.Set
		for set.Len() < 5 {
			set = set.With(cards.Card(rng.IntN(cards.NumCards)))
		}
		boards = append(boards, cards.Format(set.Cards()))
	}
	for _, text := range boards {
		board := must.Get(cards.ParseCards(text))(t)
		s := showdowns[rng.IntN(len(showdowns))]
		s.Board = game.BoardOf(board...)
		checkEnd(t, g, e, s, rng)
	}
}

func ExampleTerminals_Values() {
	g := game.Kuhn()
	s := g.Root().After(0).After(0) // both check
	values := make([]float64, 3)
	NewTerminals(g).Values(s, 0, []float64{1, 1, 1}, values)
	for h, v := range values {
		fmt.Printf("%s %+.4f\n", g.Hands().Name(0, h), v)
	}
	// Output:
	// J -0.3333
	// Q +0.0000
	// K +0.3333
}

func BenchmarkHoldem(b *testing.B) {
	g := game.LimitHoldem()
	e := NewTerminals(g)
	all := ends(g, g.Root(), nil)
	s := all[len(all)-1] // the last is a showdown
	rng := rand.New(rand.NewPCG(1, 0))
	reach, values := randomReach(g, s, 1, rng), make([]float64, cards.NumCombos)
	for name, evaluate := range map[string]func(game.State, int, []float64, []float64){
		"sweep": e.Values,
		"pairs": func(s game.State, seat int, reach, values []float64) { slowValues(g, s, seat, reach, values) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				evaluate(s, 0, reach, values)
			}
		})
	}
}
