package limitholdem

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
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
	vectors := answersOf(x.t, x.policy, s)
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

func answersOf(t *testing.T, p game.Policy, s game.State) [][]float64 {
	out := make([][]float64, len(s.Actions))
	for i := range out {
		out[i] = make([]float64, cards.NumCombos)
	}
	must.Do(t, p.Vector(s, out))
	return out
}

// Both levels of values on a turn, of a few hands: a best response, and one from the river on.
func TestTurnEqualsExpectimax(t *testing.T) {
	const seed = 41
	p := random(t, seed, 100, limps)
	s := solve(t, p, Options{double: true, ByRound: true})
	rng := rand.New(rand.NewPCG(seed, 0))
	for seat := range 2 {
		w, at := turnOf[float64](t, s, flopOf(t, s, "8c8d8h"), 3, seat)
		const history = 2
		start := &w.turns[history].reach
		dead := at.State.Board.Set()
		for level := range 2 {
			h := rng.IntN(cards.NumCombos)
			for !s.game.Hands().Live(h, dead) {
				h = rng.IntN(cards.NumCombos)
			}
			x := naive{t, s.game, p, seat, cards.Combo(h).Set(), level * (onTurn + 1)}
			var others []held
			for o, r := range start {
				if cards.Combo(o).Set()&(x.hole|dead) == 0 && r > 0 {
					others = append(others, held{o, r * s.game.Hands().PairWeight})
				}
			}
			want := x.value(game.State{Node: s.opens[onTurn][history], Board: at.State.Board}, others)
			if d := w.turns[history].sum[level][h] - want; math.Abs(d)*cards.NumCombos > exact {
				t.Errorf("seat %d, level %d, %v: off by %g", seat, level, cards.Combo(h), d*cards.NumCombos)
			}
		}
	}
}
