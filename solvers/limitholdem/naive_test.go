package limitholdem

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/limitholdem/river"
)

// naive is expectimax over information sets, for one hand of ours: it deals all cards, compares
// hands pair by pair and pays out of the contributions. It shares nothing with the solver.
type naive struct {
	t      *testing.T
	game   *game.FixedLimit
	policy game.Policy
	seat   int
	hole   cards.Set
	// copies is the number of rounds from the first in which we play as the policy does.
	copies int
}

// held is a hand of the opponent with the probability of the deal and its play.
type held struct {
	combo int
	p     float64
}

func (x *naive) value(s game.State, others []held) float64 {
	switch s.Kind {
	case game.Decision:
		return x.decision(s, others)
	case game.Chance:
		return x.chance(s, others)
	}
	total := 0.0
	board := s.Board.Set()
	for _, o := range others {
		switch {
		case s.Kind == game.Folded && s.Contributions[x.seat] < s.Contributions[1-x.seat]:
			total -= o.p * s.Contributions[x.seat]
		case s.Kind == game.Folded:
			total += o.p * s.Contributions[1-x.seat]
		default:
			mine, theirs := eval.Of(board|x.hole), eval.Of(board|cards.Combo(o.combo).Set())
			if mine > theirs {
				total += o.p * s.Contributions[1-x.seat]
			} else if mine < theirs {
				total -= o.p * s.Contributions[x.seat]
			}
		}
	}
	return total
}

func (x *naive) decision(s game.State, others []held) float64 {
	vectors := must.Get(game.Ask(x.policy, x.game.Hands(), s, nil))(x.t)
	best, sum := math.Inf(-1), 0.0
	for i := range s.Actions {
		if s.Actor == x.seat {
			v := x.value(s.After(i), others)
			best = max(best, v)
			sum += v * vectors[i][x.combo()]
			continue
		}
		var next []held
		for _, o := range others {
			if p := o.p * vectors[i][o.combo]; p > 0 {
				next = append(next, held{o.combo, p})
			}
		}
		sum += x.value(s.After(i), next)
	}
	if s.Actor == x.seat && s.Round >= x.copies {
		return best
	}
	return sum
}

func (x *naive) combo() int {
	c := x.hole.Cards()
	return int(cards.ComboOf(c[0], c[1]))
}

func (x *naive) chance(s game.State, others []held) float64 {
	total := 0.0
	deals := x.game.Deals(s, nil)
	for _, d := range deals.List {
		if d.Dealt&x.hole != 0 {
			continue
		}
		var next []held
		for _, o := range others {
			if cards.Combo(o.combo).Set()&d.Dealt == 0 {
				next = append(next, o)
			}
		}
		total += x.value(d.State, next)
	}
	return total / deals.Ways
}

// Both levels of values on a turn, of a few hands: a best response, and one from the river on.
func TestTurnEqualsExpectimax(t *testing.T) {
	const seed = 41
	p := random(t, seed, 100, limps)
	s := solve(t, p, Options{double: true, ByRound: true})
	rng := rand.New(rand.NewPCG(seed, 0))
	for seat := range 2 {
		w, at := turnOf[float64](t, s, flopOf(t, s, "8c8d8h"), 3, seat)
		for level := range 2 {
			checkLevel(t, w, p, at, level, level*(onTurn+1), rng, exact)
		}
	}
}

// checkLevel compares a level of values on a turn, of a random hand after the third history, with expectimax in which
// our seat plays as the policy does in rounds before copies.
func checkLevel[R river.Real](t *testing.T, w *worker[R], p game.Policy, at *game.Deal, level, copies int,
	rng *rand.Rand, tolerance float64) {
	t.Helper()
	const history = 2
	dead := at.State.Board.Set()
	h := rng.IntN(cards.NumCombos)
	for !w.game.Hands().Live(h, dead) {
		h = rng.IntN(cards.NumCombos)
	}
	x := naive{t, w.game, p, w.seat, cards.Combo(h).Set(), copies}
	var others []held
	for o, r := range w.turns[history].reach {
		if cards.Combo(o).Set()&(x.hole|dead) == 0 && r > 0 {
			others = append(others, held{o, r * w.game.Hands().PairWeight})
		}
	}
	want := x.value(game.State{Node: w.opens[onTurn][history], Board: at.State.Board}, others)
	got := w.turns[history].sum[level][h]
	if math.Abs(got-want)*cards.NumCombos > tolerance || want == 0 {
		t.Errorf("seat %d, level %d, %v: %g, want %g", w.seat, level, cards.Combo(h), got*cards.NumCombos,
			want*cards.NumCombos)
	}
}
