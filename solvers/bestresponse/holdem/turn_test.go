package holdem

import (
	"math"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/bestresponse"
	"feltlab/solvers/bestresponse/holdem/river"
)

const (
	// exact is rounding in double precision of values in big blinds.
	exact = 1e-12
	// single is the same with the river in single precision: sums of a thousand numbers of
	// seven digits, times stakes of up to 24 big blinds.
	single = 2e-5
)

// flopOf returns the number of a flop.
func flopOf(t testing.TB, s *Solver, text string) int {
	t.Helper()
	flop, err := cards.ParseCards(text)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.flops {
		for _, p := range s.flops[i].Orbit {
			if p.Suits.Set(s.flops[i].Dealt) == cards.SetOf(flop...) {
				return i
			}
		}
	}
	t.Fatalf("no flop %s", text)
	return 0
}

func solve(t testing.TB, p game.Policy, o Options) *Solver {
	t.Helper()
	s, err := New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// turnOf values one turn, and returns the worker with its sums.
func turnOf[R river.Real](t testing.TB, s *Solver, flop, turn, seat int) (*worker[R], *game.Deal) {
	t.Helper()
	e := s.valuers[seat].(*engine[R])
	table, err := e.table(seat)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorker(e)
	w.sit(seat, table)
	deal := &s.flops[flop]
	w.flopRound.deal(onFlop, deal.State.Board)
	if err := w.downFlop(deal); err != nil {
		t.Fatal(err)
	}
	turns := w.deals(onFlop, deal.State.Board, deal.Group)
	at := &turns.List[turn%len(turns.List)]
	if err := w.turn(at, 1); err != nil {
		t.Fatal(err)
	}
	return w, at
}

// checkTurn compares some of the 63 histories on a turn with the general solver.
func checkTurn[R river.Real](t *testing.T, s *Solver, p game.Policy, w *worker[R], at *game.Deal, histories []int, tolerance float64) {
	t.Helper()
	for _, j := range histories {
		start := w.turns[j].reach
		s.game.Hands().Block(start[:], at.Dealt)
		state := game.State{Node: s.opens[onTurn][j], Board: at.State.Board}
		want, err := bestresponse.Subtree(t.Context(), s.game, p, state, w.seat, start[:], bestresponse.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		worst, where := 0.0, 0
		for h, v := range w.turns[j].sum[0] {
			if d := math.Abs(v-want[h]) * cards.NumCombos; d > worst && s.game.Hands().Live(h, at.State.Board.Set()) {
				worst, where = d, h
			}
		}
		if worst > tolerance {
			t.Errorf("%v, seat %d: %v is off by %g big blinds", state, w.seat, cards.Combo(where), worst)
		}
	}
}

func TestTurnEqualsGeneralSolver(t *testing.T) {
	p := random(t, 21, 100, nil)
	double, fast := solve(t, p, Options{Double: true}), solve(t, p, Options{})
	for _, tc := range []struct {
		flop       string
		turn, seat int
		histories  []int
	}{
		{"2c7d7h", 30, 0, []int{0, 40}},
		{"AhKhQh", 8, 1, []int{13, 62}},
	} {
		flop := flopOf(t, double, tc.flop)
		w, at := turnOf[float64](t, double, flop, tc.turn, tc.seat)
		checkTurn(t, double, p, w, at, tc.histories, exact)
		v, at := turnOf[float32](t, fast, flop, tc.turn, tc.seat)
		checkTurn(t, fast, p, v, at, tc.histories, single)
	}
}
