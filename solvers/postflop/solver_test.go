package postflop

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/ranges"
	"feltlab/solvers/extensive"
)

type spec struct {
	board, oop, ip string
	bets, raises   string
	pot, stack     float64
	rake           float64
	cap            int
}

func (x spec) game(t testing.TB) *game.Postflop {
	t.Helper()
	r := game.PostflopRules{Board: must.Get(cards.ParseBoard(x.board))(t), Pot: x.pot, Stack: x.stack, Chip: 1,
		MinBet: 1, AddAllIn: 1.5, ForceAllIn: 0.15, Rake: x.rake, RakeCap: 100, RaiseCap: x.cap}
	for seat, text := range []string{x.oop, x.ip} {
		r.Ranges[seat] = must.Get(ranges.Parse(text))(t)
		for street := range r.Sizes {
			r.Sizes[street][seat] = game.StreetSizes{
				Bet: must.Get(game.ParseBetSizes(x.bets))(t), Raise: must.Get(game.ParseBetSizes(x.raises))(t),
			}
		}
	}
	return must.Get(game.NewPostflop(r))(t)
}

const (
	oopRange = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
	ipRange  = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
)

// randomSpec is a river with five to twelve hands, or fewer by a number, or a turn with four and no bets on the river.
// Weights are eighths, which floats hold exactly, and the largest of a range is 1.
func randomSpec(rng *rand.Rand, fewer int, turn bool) spec {
	deck := rng.Perm(cards.NumCards)
	card := func() (c cards.Card) {
		c, deck = cards.Card(deck[0]), deck[1:]
		return c
	}
	n := 5
	x := spec{bets: "60%,a", raises: "2.5x", pot: 10, stack: float64(5 + rng.IntN(40)), cap: 3}
	hands := [2]int{3 + rng.IntN(4-fewer), 2 + rng.IntN(5-fewer)}
	if turn {
		n, hands, x.cap = 4, [2]int{2, 2}, 1
	}
	board := []cards.Card{}
	for range n {
		board = append(board, card())
	}
	x.board = cards.Format(board)
	var shared []string
	for seat := range 2 {
		var list []string
		for range hands[seat] {
			list = append(list, fmt.Sprintf("%v%v:%.3f", card(), card(), float64(1+rng.IntN(8))/8))
		}
		list[len(list)-1] = list[len(list)-1][:len("AcKd")]
		if seat == 1 && rng.IntN(2) == 0 {
			list[0] = shared[0] // both seats can have it
		}
		shared = list
		if seat == 0 {
			x.oop = strings.Join(list, ",")
		} else {
			x.ip = strings.Join(list, ",")
		}
	}
	return x
}

func judge(t *testing.T, g *game.Postflop, p game.Policy, symmetric bool) *extensive.Response {
	t.Helper()
	o := extensive.ResponseOptions{ByRound: true, Symmetric: symmetric}
	return must.Get(extensive.BestResponse(t.Context(), g, p, o))(t)
}

// Random small games have the value of their sequence form; the judge finds its plan unexploitable, and the solver's
// certificate holds the value.
func testSequenceForm(t *testing.T, games, fewer int, seed uint64) {
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	ctx := context.Background()
	for i := range games {
		x := randomSpec(rng, fewer, i%10 == 9)
		g := x.game(t)
		if i%10 == 9 {
			r := g.Rules()
			r.Sizes[cards.River] = [2]game.StreetSizes{}
			r.AddAllIn = 0
			g = must.Get(game.NewPostflop(r))(t)
		}
		q := sequenceForm(g)
		value, plan := q.solve(t)
		r := judge(t, g, &planned{q, plan}, false)
		must.Near(t, -r.SeatValues[1], value, 1e-9*x.pot, x)
		s := New(g, 1)
		for range 150 {
			must.Do(t, s.Iterate(ctx))
		}
		r = judge(t, g, s.Strategy(), true)
		low, high := -r.SeatValues[1], r.SeatValues[0]
		if low > value+1e-9 || high < value-1e-9 || high-low > 0.05*x.pot {
			t.Errorf("%+v: the solver's value is from %v to %v, want %v", x, low, high, value)
		}
	}
}

func TestSequenceForm(t *testing.T) { testSequenceForm(t, 10, 3, 1) }

// Suits that are alike are walked once: solver and judge find the same as when all boards are walked. A state that is
// saved and read goes on as if nothing had happened, and any number of goroutines finds the same bits.
func TestSuitsStatesAndGoroutines(t *testing.T) {
	ctx := context.Background()
	x := spec{"Ks8d8c2h", "AA:0.5, 88, 76s", "KK, A2s:0.7", "60%", "3x", 10, 20, 0.05, 2}
	g := x.game(t)
	if len(g.Symmetries()) == 1 {
		t.Fatal("the suits are not alike")
	}
	one, two := New(g, 1), New(g, 3)
	for range 10 {
		must.Do(t, one.Iterate(ctx))
		must.Do(t, two.Iterate(ctx))
	}
	var file bytes.Buffer
	must.Do(t, one.Save(&file))
	again := New(g, 1)
	must.Do(t, again.Load(bytes.NewReader(file.Bytes())))
	for range 10 {
		must.Do(t, one.Iterate(ctx))
		must.Do(t, two.Iterate(ctx))
		must.Do(t, again.Iterate(ctx))
	}
	if !slices.Equal(one.regret, two.regret) || !slices.Equal(one.sum, two.sum) {
		t.Error("three goroutines find other regrets")
	}
	if !slices.Equal(one.regret, again.regret) || !slices.Equal(one.sum, again.sum) {
		t.Error("a state that was read goes on otherwise")
	}
	p := one.Strategy()
	must.Do(t, extensive.CheckSymmetric(g, p, g.Root(), 1))
	few := judge(t, g, p, true)
	all := must.Get(extensive.BestResponse(ctx, g, p, extensive.ResponseOptions{ByRound: true, AllDeals: true}))(t)
	for seat := range 2 {
		must.Near(t, few.SeatValues[seat], all.SeatValues[seat], 1e-12)
		must.Near(t, few.Self[seat], all.Self[seat], 1e-12)
	}
	other := spec{"Ks8d8c2h", "AA:0.5, 88, 76s", "KK, A2s:0.7", "60%", "3x", 10, 21, 0.05, 2}.game(t)
	for _, text := range []string{"x", file.String()[:100], file.String()[:file.Len()-1], file.String() + "x"} {
		must.Fail(t, New(g, 1).Load(strings.NewReader(text)), ErrState)
	}
	must.Fail(t, New(other, 1).Load(bytes.NewReader(file.Bytes())), ErrState)
}
