package limitholdem

import (
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem/river"
)

const (
	// exact is rounding in double precision of values in big blinds.
	exact = 1e-12
	// single is the same with the river in single precision: sums of a thousand numbers of
	// seven digits, times stakes of up to 24 big blinds.
	single = 2e-5
)

// turnOf values one turn, and returns the worker with its sums.
func turnOf[R river.Real](t testing.TB, s *Solver, flop, turn, seat int) (*worker[R], *game.Deal) {
	t.Helper()
	e := s.valuers[seat].(*engine[R])
	w := newWorker(e)
	must.Do(t, w.sit(seat))
	deal := &s.flops[flop]
	must.Do(t, w.downFlop(deal))
	turns := w.deals(onFlop, deal.State.Board, deal.Group)
	at := &turns.List[turn%len(turns.List)]
	must.Do(t, w.turn(&drawn{Deal: at, weight: 1}))
	return w, at
}

// checkTurn compares some of the 63 histories on a turn with the general solver.
func checkTurn[R river.Real](t *testing.T, s *Solver, p game.Policy, w *worker[R], at *game.Deal, histories []int,
	tolerance float64) {
	t.Helper()
	for _, j := range histories {
		start := w.turns[j].reach
		s.game.Hands().Block(start[:], at.Dealt)
		state := game.State{Node: s.opens[onTurn][j], Board: at.State.Board}
		want := must.Get(extensive.Subtree(t.Context(), s.game, p, state, w.seat, start[:],
			extensive.ResponseOptions{Workers: 1}))(t)
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
	fast := solve(t, p, Options{})
	for _, tc := range []struct {
		flop       string
		turn, seat int
		histories  []int
	}{
		{"2c7d7h", 30, 0, []int{40}},
		{"AhKhQh", 8, 1, []int{62}},
	} {
		t.Run(tc.flop, func(t *testing.T) {
			w, at := turnOf[float32](t, fast, flopOf(t, fast, tc.flop), tc.turn, tc.seat)
			checkTurn(t, fast, p, w, at, tc.histories, single)
		})
	}
	p = random(t, 22, 100, limps)
	double := solve(t, p, Options{double: true})
	for seat := range 2 {
		w, at := turnOf[float64](t, double, flopOf(t, double, "AhKhQh"), 8, seat)
		checkTurn(t, double, p, w, at, []int{4 * seat}, exact)
		for j := range w.turns {
			if w.turns[j].reached && j >= 9 {
				t.Errorf("%s is not skipped", w.opens[onTurn][j].History)
			}
		}
		for b := range w.river.blocks {
			if w.river.blocks[b].reached && b*river.Lanes >= 81 {
				t.Errorf("block %d of the river is not skipped", b)
			}
		}
	}
}

// A policy that is asked for each public state is the same as its table.
func TestAdapterEqualsTable(t *testing.T) {
	p := random(t, 23, 100, limps)
	var sums [2][]*vector
	for i, policy := range []game.Policy{p, plain{p}} {
		s := solve(t, policy, Options{general: true, double: true})
		w, _ := turnOf[float64](t, s, flopOf(t, s, "AhKhQh"), 8, 1)
		for j := range w.turns {
			sums[i] = append(sums[i], w.turns[j].sum[0])
		}
	}
	for j, v := range sums[0] {
		if !same(v, sums[1][j]) {
			t.Errorf("history %d differs", j)
		}
	}
}

// same reports whether values of hands differ by no more than rounding in double precision.
func same(v, w *vector) bool {
	for h := range v {
		if math.Abs(v[h]-w[h])*cards.NumCombos > exact {
			return false
		}
	}
	return true
}
