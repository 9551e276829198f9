package extensive

import (
	"cmp"
	"context"
	"math"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// visitAll calls f with every hand that two policies can play, and its probability.
func visitAll(g game.Game, players [2]game.Policy, f func(p Played, probability float64)) {
	hands := g.Hands()
	for a := range hands.Len(0) {
		for b := range hands.Len(1) {
			if joint := hands.Pair(a, b); joint > 0 {
				visitFrom(g, players, Played{Hands: [2]int{a, b}, End: g.Root()}, joint, f)
			}
		}
	}
}

func visitFrom(g game.Game, players [2]game.Policy, p Played, probability float64, f func(Played, float64)) {
	hands, s := g.Hands(), p.End
	switch s.Kind {
	case game.Decision:
		out, err := game.Ask(players[s.Actor], hands, s, nil)
		if err != nil {
			panic(err)
		}
		for i := range out {
			if q := out[i][p.Hands[s.Actor]]; q > 0 {
				visitFrom(g, players, Played{p.Hands, s.After(i)}, probability*q, f)
			}
		}
	case game.Chance:
		deals := g.Deals(s, nil)
		for _, d := range deals.List {
			if hands.Live(p.Hands[0], d.Dealt) && hands.Live(p.Hands[1], d.Dealt) {
				visitFrom(g, players, Played{p.Hands, d.State}, probability/deals.Ways, f)
			}
		}
	default:
		f(p, probability)
	}
}

// Over all hands that can be played, reduced values have the mean of the winnings, whichever policies are known, and
// less variance.
func TestReducedIsUnbiased(t *testing.T) {
	for _, g := range []game.Game{game.Kuhn(), game.Leduc()} {
		players := [2]game.Policy{random(t, g, 1, "real"), random(t, g, 2, "real")}
		for _, known := range [][2]game.Policy{{}, {players[0], nil}, {nil, players[1]}, players} {
			r := NewReducer(g)
			var sum, total, squares, reduced, reducedSquares float64
			visitAll(g, players, func(p Played, q float64) {
				v := must.Get(r.Value(&p, known))(t)
				u := Payoff(g, p.End, p.Hands)
				sum += q
				total += q * u
				squares += q * u * u
				reduced += q * v
				reducedSquares += q * v * v
			})
			must.Near(t, sum, 1, 1e-12)
			must.Near(t, total, reduced, 1e-12)
			plain, less := squares-total*total, reducedSquares-reduced*reduced
			t.Logf("%s, known %t %t: variance %.4f, reduced %.4f", g.Name(), known[0] != nil, known[1] != nil, plain,
				less)
			if known[0] != nil && less >= plain {
				t.Errorf("%s: variance %v of the winnings, %v of the reduced values", g.Name(), plain, less)
			}
		}
	}
}

// A policy that never takes an action of the hand did not play it.
func TestReducedImpossible(t *testing.T) {
	g := game.Leduc()
	fold, _ := strategy.Trivial("always-fold")
	s := g.Root()
	for s.Kind == game.Decision {
		s = s.After(len(s.Actions) - 1)
	}
	s = g.Deals(s, nil).List[5].State
	for s.Kind == game.Decision {
		s = s.After(0)
	}
	must.Fails(NewReducer(g).Value(&Played{Hands: [2]int{0, 1}, End: s}, [2]game.Policy{fold, nil}))(t, ErrImpossible)
}

// In limit hold'em two callers play for a big blind each: less the luck of turn and river, seat 1 wins its equity on
// the flop, and if both hands are averaged, nothing.
func TestReducedHoldem(t *testing.T) {
	g := game.LimitHoldem()
	call, _ := strategy.Trivial("always-call")
	const deals = 3
	hands := make([][2]Played, deals)
	_, err := SampleMatch(context.Background(), g, call, call, MatchOptions{Deals: deals, Seed: 3,
		Played: func(deal, seat int, p Played) { hands[deal][seat] = p }})
	if err != nil {
		t.Fatal(err)
	}
	r := NewReducer(g)
	for _, p := range hands {
		plain, err := r.Value(&p[0], [2]game.Policy{})
		both, err2 := r.Value(&p[0], [2]game.Policy{call, call})
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		a, b := g.Hands().Cards[p[0].Hands[0]], g.Hands().Cards[p[0].Hands[1]]
		won, boards := 0, 0
		flop := cards.SetOf(p[0].End.Board.Cards()[:3]...)
		for board := range showdown.Completions(flop, a|b) {
			won += cmp.Compare(eval.Of(board|a), eval.Of(board|b))
			boards++
		}
		if want := float64(won) / float64(boards); math.Abs(plain-want) > 1e-12 || math.Abs(both) > 1e-12 {
			t.Errorf("%v: %v without luck, %v on the flop; %v for all hands", p[0].Hands, plain, want, both)
		}
	}
}
