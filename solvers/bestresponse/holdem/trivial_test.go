package holdem

import (
	"math"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// randomConstant is random, but looks at neither hands nor boards.
func randomConstant(t testing.TB, seed uint64, play func(*game.Node, game.Action) bool) *strategy.Table {
	table := random(t, seed, 1, play)
	for id, n := range table.Game().Root().Decisions() {
		if n.Round == preflop {
			for class := range cards.NumClasses {
				copy(table.Row(id, class), table.Row(id, 0))
			}
		}
	}
	return table
}

func neverRaises(_ *game.Node, a game.Action) bool { return a != game.Raise }

// The fast way for opponents that play blindfold equals the general one.
func TestBlindfoldEqualsGeneral(t *testing.T) {
	p := randomConstant(t, 31, neverRaises)
	for _, byRound := range []bool{false, true} {
		fast := solve(t, p, Options{ByRound: byRound})
		general := solve(t, p, Options{Double: true, General: true, ByRound: byRound})
		flop := flopOf(t, fast, "8c8d8h")
		for seat := range 2 {
			if _, ok := fast.valuers[seat].(*blindfold); !ok {
				t.Fatal("not seen to play blindfold")
			}
			a, err := fast.Flop(t.Context(), flop, seat)
			if err != nil {
				t.Fatal(err)
			}
			b, err := general.Flop(t.Context(), flop, seat)
			if err != nil {
				t.Fatal(err)
			}
			compareItems(t, a, b, exact)
		}
	}
}

func compareItems(t *testing.T, a, b *Item, tolerance float64) {
	t.Helper()
	if a.Flop != b.Flop || a.Seat != b.Seat || len(a.Values) != len(b.Values) {
		t.Fatal("different work")
	}
	for level := range a.Values {
		for k := range a.Values[level] {
			for class, v := range a.Values[level][k] {
				if d := v - b.Values[level][k][class]; math.Abs(d) > tolerance || math.IsNaN(d) {
					t.Fatalf("level %d, history %d, %v, seat %d: off by %g (%g, %g)", level, k, cards.Class(class), a.Seat, d, v, b.Values[level][k][class])
				}
			}
		}
	}
}
