package limitholdem

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

func meet(t testing.TB, ours, theirs game.Policy, o Options) *Solver {
	t.Helper()
	return must.Get(NewMatch(ours, theirs, o))(t)
}

// What hands win on a turn if both play as told is what dealing all cards, comparing all hands and
// paying all ends gives.
func TestMatchTurnEqualsExpectimax(t *testing.T) {
	const seed = 61
	ours, theirs := random(t, seed, 7, limps), random(t, seed+1, 100, limps)
	// In single precision for one seat, in double precision for both.
	rng := rand.New(rand.NewPCG(seed, 0))
	fast, double := meet(t, ours, theirs, Options{}), meet(t, ours, theirs, Options{double: true})
	w, at := turnOf[float32](t, fast, flopOf(t, fast, "8c8d8h"), 3, 0)
	checkLevel(t, w, strategy.Seats{ours, theirs}, at, 0, numRounds, rng, single)
	for seat, both := range []strategy.Seats{{ours, theirs}, {theirs, ours}} {
		w, at := turnOf[float64](t, double, flopOf(t, double, "8c8d8h"), 3, seat)
		checkLevel(t, w, both, at, 0, numRounds, rng, exact)
	}
}

// On every flop one seat wins what the other loses, for a table and for a policy that ignores its cards.
func TestMatchIsZeroSum(t *testing.T) {
	looks, same := random(t, 62, 9, limps), constant(random(t, 63, 1, limps))
	flop := flopOf(t, &Solver{tree: limitTree()}, "8c8d8h")
	for name, both := range map[string][2]game.Policy{
		"blindfold": {looks, same},
		"both":      {constant(random(t, 65, 1, limps)), same},
	} {
		t.Run(name, func(t *testing.T) {
			sum, scale := 0.0, 0.0
			for seat := range 2 { // the first of both has the small blind
				s := meet(t, both[seat], both[1-seat], Options{})
				if name == "both" && s.Method(seat) != "blindfold" {
					t.Errorf("%s: %s", name, s.Method(seat))
				}
				v, size := total(t, s, itemOf(t, s, flop, seat))
				sum += v
				scale += size
			}
			if math.Abs(sum) > 1e-6*scale || scale == 0 {
				t.Errorf("%s: the seats' values sum to %g of %g", name, sum, scale)
			}
		})
	}
}

// total weighs the values of a flop by our own play before it, which in these tests is alike for
// all hands of a class.
func total(t *testing.T, s *Solver, item *Item) (sum, size float64) {
	t.Helper()
	turned := &Solver{tree: s.tree, players: &players{opponent: s.self}}
	must.Do(t, turned.startAll())
	for k := range item.Values[0] {
		var ours [cards.NumClasses]float64
		for h, r := range turned.starts[1-item.Seat][k] {
			ours[classes[h]] = r
		}
		for class, v := range item.Values[0][k] {
			sum += v * ours[class]
			size += math.Abs(v)
		}
	}
	return sum, size
}

// A policy that is asked for each public state, in either role, is the same as its table.
func TestMatchAdapterEqualsTable(t *testing.T) {
	a, b := random(t, 66, 8, limps), random(t, 67, 9, limps)
	var sums [3][]*vector
	for i, both := range [][2]game.Policy{{a, b}, {plain{a}, b}, {a, plain{b}}} {
		s := meet(t, both[0], both[1], Options{double: true})
		w, at := turnOf[float64](t, s, flopOf(t, s, "AhKhQh"), 8, 1)
		for j := range w.turns {
			for h := range w.turns[j].sum[0] {
				if !s.game.Hands().Live(h, at.State.Board.Set()) {
					w.turns[j].sum[0][h] = 0 // its value means nothing
				}
			}
			sums[i] = append(sums[i], w.turns[j].sum[0])
		}
	}
	for j, v := range sums[0] {
		if !same(v, sums[1][j]) || !same(v, sums[2][j]) {
			t.Errorf("history %d differs", j)
		}
	}
}

// Who always folds loses the big blind to a raise, and the small blind at once.
func TestMatchOfTrivialPolicies(t *testing.T) {
	raise, _ := strategy.Trivial("always-raise")
	fold, _ := strategy.Trivial("always-fold")
	s := meet(t, raise, fold, Options{})
	var items []*Item
	for _, task := range Tasks() {
		items = append(items, itemOf(t, s, task.Flop, task.Seat))
	}
	r := must.Get(s.Combine(items))(t)
	if math.Abs(r.SeatValues[0].Low-1) > exact || math.Abs(r.SeatValues[1].Low-0.5) > exact || !r.Complete() {
		t.Errorf("%v", r.SeatValues)
	}
	must.Fails(NewMatch(raise, fold, Options{ByRound: true}))(t, ErrOptions)
	must.Fails(NewMatch(raise, broken{}, Options{}))(t, game.ErrProbability)
}
