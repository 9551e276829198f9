package extensive

import (
	"cmp"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// Terminals computes the values of hands at the ends of one game. It has scratch memory: use one for each goroutine.
type Terminals struct {
	hands *game.Hands
	game  game.Game
	two   *twoCards // nil in other layouts
	list  *listed   // nil in other layouts
}

type twoCards struct {
	order    showdown.Order
	outcomes [cards.NumCombos]showdown.Outcome[float64]
}

// NewTerminals returns an evaluator for a game.
func NewTerminals(g game.Game) *Terminals {
	e := &Terminals{hands: g.Hands(), game: g}
	switch e.hands.Layout {
	case game.TwoCards:
		e.two = new(twoCards)
	case game.ListedCards:
		e.list = newListed(e.hands)
	}
	return e
}

// Values fills values with the value of each of a seat's hands at an end of the game, given
// the opponent's reach: sum over o of joint(h, o) * payoff(h, o) * reach[o]. The reach of
// hands that hold a card of the board must be 0; the values of such hands mean nothing.
func (e *Terminals) Values(s game.State, seat int, reach, values []float64) {
	scale := s.Payoff * e.hands.PairWeight
	switch {
	case e.hands.Layout == game.Dense:
		e.dense(s, seat, reach, values)
	case e.list != nil:
		e.list.values(s, seat, e.hands.PairWeight, reach, values)
	case s.Kind == game.Showdown && e.hands.Layout == game.OneCard:
		oneCardShowdown(e.game.Showdown(s).Strengths, scale, reach, values)
	case s.Kind == game.Showdown:
		e.twoCardShowdown(s, scale, reach, values)
	default:
		if seat == 1 {
			scale = -scale
		}
		e.fold(scale, reach, values)
	}
}

// Mass fills values with the values of a seat's hands at an end where every pair of hands pays it 1: the probability
// that it has the hand and the opponent gets there.
func (e *Terminals) Mass(seat int, reach, values []float64) {
	end := &game.Node{Kind: game.Folded, Payoff: float64(1 - 2*seat)}
	e.Values(game.State{Node: end}, seat, reach, values)
}

func (e *Terminals) fold(scale float64, reach, values []float64) {
	if e.hands.Layout == game.OneCard {
		total := sum(reach)
		for h, r := range reach {
			values[h] = scale * (total - r)
		}
		return
	}
	total, holding := totals(reach)
	for h, r := range reach {
		a, b := cards.Combo(h).Cards()
		values[h] = scale * (total - holding[a] - holding[b] + r)
	}
}

func totals(reach []float64) (total float64, holding [cards.NumCards]float64) {
	for h, r := range reach {
		a, b := cards.Combo(h).Cards()
		total += r
		holding[a] += r
		holding[b] += r
	}
	return total, holding
}

func oneCardShowdown(strengths []int, scale float64, reach, values []float64) {
	var below [game.MaxStrength + 2]float64 // reach of weaker hands, by strength
	for h, r := range reach {
		below[strengths[h]+1] += r
	}
	most := slices.Max(strengths)
	for s := range most + 1 {
		below[s+1] += below[s]
	}
	total := below[most+1]
	for h, s := range strengths {
		values[h] = scale * (below[s] - (total - below[s+1]))
	}
}

// twoCardShowdown gets the combos that a hand beats and ties from a sweep of the board. All others that share
// no card with it beat it.
func (e *Terminals) twoCardShowdown(s game.State, scale float64, reach, values []float64) {
	e.two.order.Sort(s.Board.Set())
	showdown.Sweep(&e.two.order, (*[cards.NumCombos]float64)(reach), &e.two.outcomes)
	total, holding := totals(reach)
	for h, r := range reach {
		a, b := cards.Combo(h).Cards()
		o := e.two.outcomes[h]
		disjoint := total - holding[a] - holding[b] + r
		values[h] = scale * (2*o.Below + o.Tied - disjoint)
	}
}

func (e *Terminals) dense(s game.State, seat int, reach, values []float64) {
	m := e.hands.Joint
	if s.Kind == game.Showdown {
		m = e.game.Showdown(s).Edge
	}
	if seat == 0 {
		for h := range values {
			row := m.Data[h*m.Columns:][:m.Columns]
			total := 0.0
			for o, r := range reach {
				total += row[o] * r
			}
			values[h] = s.Payoff * total
		}
		return
	}
	clear(values)
	for o, r := range reach {
		if r == 0 {
			continue
		}
		row := m.Data[o*m.Columns:][:m.Columns]
		for h := range values {
			values[h] -= s.Payoff * r * row[h]
		}
	}
}

func sum[T Real](reach []T) (total T) {
	for _, r := range reach {
		total += r
	}
	return total
}

// Payoff returns the winnings of seat 0 at an end with a pair of hands, seat 0's first; in the dense
// layout their expectation.
func Payoff(g game.Game, s game.State, hands [2]int) float64 {
	if s.Kind == game.Folded {
		return s.Payoff
	}
	var a, b int
	switch all := g.Hands(); all.Layout {
	case game.Dense:
		return s.Payoff * g.Showdown(s).Edge.At(hands[0], hands[1]) / all.Pair(hands[0], hands[1])
	case game.OneCard:
		strengths := g.Showdown(s).Strengths
		a, b = strengths[hands[0]], strengths[hands[1]]
	case game.TwoCards, game.ListedCards:
		board := s.Board.Set()
		a, b = int(eval.Of(board|all.Cards[hands[0]])), int(eval.Of(board|all.Cards[hands[1]]))
	}
	return s.Payoff * float64(cmp.Compare(a, b))
}
