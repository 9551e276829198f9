package limitholdem

import (
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// The fast way for opponents that ignore their cards equals the general one, on all levels.
func TestBlindfoldEqualsGeneral(t *testing.T) {
	p := constant(random(t, 31, 1, limps))
	fast := solve(t, p, Options{ByRound: true})
	general := solve(t, p, Options{general: true, ByRound: true})
	flop := flopOf(t, fast, "8c8d8h")
	for seat := range 2 {
		must.Equal(t, fast.Method(seat), "blindfold")
		a := itemOf(t, fast, flop, seat)
		compareItems(t, fast, a, itemOf(t, general, flop, seat), single)
		for level := range a.Values[1:] {
			for k := range NumPreflop {
				for class, v := range a.Values[level+1][k] {
					if bigBlinds(fast, flop, class, v-a.Values[level][k][class]) > exact {
						t.Errorf("history %d, %v: playing as the policy does in round %d gains", k, cards.Class(class),
							level+1)
					}
				}
			}
		}
	}
}

// The same on a turn, in double precision.
func TestBlindfoldTurnIsExact(t *testing.T) {
	p := constant(random(t, 32, 1, limps))
	fast := solve(t, p, Options{})
	general := solve(t, p, Options{double: true, general: true})
	flop := flopOf(t, fast, "AhKhQh")
	for seat := range 2 {
		w, at := turnOf[float64](t, general, flop, 8, seat)
		e := fast.valuers[seat].(*blindfold)
		v := newBlindfoldWorker(e)
		v.turn(at, 1)
		for j, n := range e.tree.opens[onTurn] {
			if !w.turns[j].reached {
				continue
			}
			sum := v.turns[e.opening(n)][0]
			for h, reach := range w.turns[j].reach {
				if reach == 0 || !fast.game.Hands().Live(h, at.State.Board.Set()) {
					continue
				}
				want := w.turns[j].sum[0][h] * cards.NumCombos
				if d := sum[h]*reach*fast.game.Hands().PairWeight*cards.NumCombos - want; math.Abs(d) > exact {
					t.Fatalf("seat %d, %s, %v: off by %g of %g", seat, n.History, cards.Combo(h), d, want)
				}
			}
		}
	}
}

// Who plays blindfold is found out, from tables and from other policies.
func TestMethods(t *testing.T) {
	anything := random(t, 33, 20, nil)
	same := constant(random(t, 34, 20, nil))
	almost := constant(random(t, 34, 20, nil))
	row := almost.Row(len(almost.Game().Root().Decisions())-1, 13)
	row[0], row[1] = row[1], row[0]
	decisions := almost.Game().Root().Decisions()
	last := decisions[len(decisions)-1].Actor
	for _, tc := range []struct {
		name   string
		policy game.Policy
		want   [2]bool // plays seat blindfold
	}{
		{"random", anything, [2]bool{}},
		{"constant", same, [2]bool{true, true}},
		{"constant, no table", plain{same}, [2]bool{true, true}},
		{"but for one row", almost, [2]bool{last == 1, last == 0}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := solve(t, tc.policy, Options{})
			for seat := range 2 {
				must.Equal(t, s.Method(1-seat) == "blindfold", tc.want[seat], tc.name, seat, s.Method(1-seat))
			}
		})
	}
}

func itemOf(t testing.TB, s *Solver, flop, seat int) *Item {
	t.Helper()
	return must.Get(s.Flop(t.Context(), flop, seat))(t)
}

// bigBlinds undoes the weights of a flop and class in Values.
func bigBlinds(s *Solver, flop, class int, v float64) float64 {
	weight := float64(len(s.flops[flop].Orbit)) / s.flopWays
	return v / weight * cards.NumCombos / float64(cards.Class(class).Size())
}

// compareItems demands that values in big blinds are equal within a tolerance.
func compareItems(t *testing.T, s *Solver, a, b *Item, tolerance float64) {
	t.Helper()
	if a.Flop != b.Flop || a.Seat != b.Seat || len(a.Values) != len(b.Values) {
		t.Fatal("different work")
	}
	worst := 0.0
	for level := range a.Values {
		for k := range a.Values[level] {
			for class, v := range a.Values[level][k] {
				d := math.Abs(bigBlinds(s, a.Flop, class, v-b.Values[level][k][class]))
				if d > tolerance || math.IsNaN(d) {
					t.Fatalf("level %d, history %d, %v, seat %d: off by %g of %g", level, k, cards.Class(class), a.Seat,
						d, bigBlinds(s, a.Flop, class, v))
				}
				worst = max(worst, d)
			}
		}
	}
	t.Logf("off by %.3g big blinds at most", worst)
}
