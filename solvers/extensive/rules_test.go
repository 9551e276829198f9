package extensive

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// byRank plays by noise that depends on the history and the ranks of hand and board.
type byRank struct{ g game.Game }

func (p byRank) Vector(s game.State, out [][]float64) error {
	board := cards.Card(255)
	if s.Board.Len() > 0 {
		board = s.Board.Cards()[0]
	}
	for h, set := range p.g.Hands().Cards {
		for i, v := range rankNoise(s.History, set.Min(), board, len(out)) {
			out[i][h] = v
		}
	}
	return nil
}

func rankNoise(history string, hand, board cards.Card, actions int) []float64 {
	x, out, sum := mix(uint64(hand/4)<<8|uint64(board/4)), []float64{}, 0.0
	for _, c := range []byte(history) {
		x = mix(x ^ uint64(c))
	}
	for range actions {
		x = mix(x)
		out = append(out, noise(x))
		sum += out[len(out)-1]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// plainGame values a best response by rules alone, without package game's tree: one hand against a weight for each card
// of the opponent.
type plainGame struct {
	game.Rules
	seat int
	mine cards.Card
}

type plainState struct {
	round, actor, bets, acted int
	in                        [2]float64
	history                   string
	board                     cards.Card // 255: none
	weights                   map[cards.Card]float64
}

func (g *plainGame) deck() (deck []cards.Card) {
	for c := range cards.Card(cards.NumCards) {
		if strings.Contains(g.Ranks, c.Rank().String()) && int(c)%4 < g.Suits {
			deck = append(deck, c)
		}
	}
	return deck
}

func (g *plainGame) start() float64 {
	s := plainState{actor: g.First[0] - 1, in: [2]float64(g.Posted), history: "/", board: 255,
		weights: map[cards.Card]float64{}}
	if s.in[0] != s.in[1] {
		s.bets = 1
	}
	n := float64(len(g.deck()))
	for _, c := range g.deck() {
		if c != g.mine {
			s.weights[c] = 1 / n / (n - 1)
		}
	}
	return g.value(s)
}

func (g *plainGame) value(s plainState) float64 {
	me, us, them := s.actor == g.seat, g.seat, 1-g.seat
	other := 1 - s.actor
	if g.Stack > 0 && s.in[0] == g.Stack && s.in[1] == g.Stack {
		return g.next(s)
	}
	var letters string
	if s.in[s.actor] < s.in[other] {
		letters += "f"
	}
	if !g.NoLimp || s.history != "/" {
		letters += "c"
	}
	if s.bets < g.MostBets[s.round] && (g.Stack == 0 || s.in[other] < g.Stack) {
		letters += "r"
	}
	best, sum := math.Inf(-1), 0.0
	for i, letter := range letters {
		next := s
		next.history, next.actor, next.acted = s.history+string(letter), other, s.acted+1
		if !me {
			next.weights = map[cards.Card]float64{}
			for c, w := range s.weights {
				next.weights[c] = w * rankNoise(s.history, c, s.board, len(letters))[i]
			}
		}
		total, v := 0.0, 0.0
		for _, w := range next.weights {
			total += w
		}
		switch letter {
		case 'f':
			if v = total * s.in[them]; me {
				v = -total * s.in[us]
			}
		case 'c':
			next.in[s.actor] = s.in[other]
			if s.acted > 0 || g.Stack > 0 && next.in[0] == g.Stack {
				v = g.next(next)
			} else {
				v = g.value(next)
			}
		case 'r':
			size := g.Bets[s.round]
			if g.BetUnit == game.Pot {
				size *= 2 * s.in[other]
			}
			if next.in[s.actor] = s.in[other] + size; g.Stack > 0 && next.in[s.actor] > g.Stack {
				next.in[s.actor] = g.Stack
			}
			next.bets++
			v = g.value(next)
		}
		best, sum = max(best, v), sum+v
	}
	if me {
		return best
	}
	return sum
}

// next deals the next round, or compares the hands.
func (g *plainGame) next(s plainState) (total float64) {
	if s.round+1 < len(g.Board) {
		for _, board := range g.deck() {
			n := s
			n.round, n.bets, n.acted, n.history, n.board = s.round+1, 0, 0, s.history+"/", board
			n.actor, n.weights = g.First[n.round]-1, map[cards.Card]float64{}
			for c, w := range s.weights {
				if c != board && g.mine != board {
					n.weights[c] = w / float64(len(g.deck())-2)
				}
			}
			if len(n.weights) > 0 {
				total += g.value(n)
			}
		}
		return total
	}
	strength := func(c cards.Card) int {
		if s.board != 255 && c/4 == s.board/4 {
			return 100
		}
		return int(c / 4)
	}
	for c, w := range s.weights {
		switch a, b := strength(g.mine), strength(c); {
		case a > b:
			total += w * s.in[0]
		case a < b:
			total -= w * s.in[0]
		}
	}
	return total
}

// variants are rules that differ from Leduc's in every way.
func variants() []game.Rules {
	base := func(change func(*game.Rules)) game.Rules {
		r := *game.LeducRules()
		r.Name = "variant"
		change(&r)
		return r
	}
	return []game.Rules{
		base(func(r *game.Rules) { r.Ranks, r.Suits, r.MostBets = "29TA", 3, []int{1, 3} }),
		base(func(r *game.Rules) { r.Stack, r.Bets = 6, []float64{2, 3} }), // all-in for less than a bet
		base(func(r *game.Rules) { r.Stack, r.Bets, r.First = 3, []float64{2, 4}, []int{2, 1} }),
		base(func(r *game.Rules) {
			r.Posted, r.Bets, r.First, r.MostBets = []float64{0.5, 1}, []float64{1, 0.5}, []int{1, 2}, []int{2, 2}
			r.BetUnit, r.NoLimp = game.Pot, true
		}),
		base(func(r *game.Rules) { r.Posted, r.Stack, r.MostBets = []float64{1, 2}, 5, []int{3, 2} }),
		base(func(r *game.Rules) { // Kuhn with four ranks of two suits, and raises
			r.Ranks, r.Board, r.Bets, r.MostBets, r.First = "3456", []int{0}, []float64{1}, []int{3}, []int{1}
		}),
		*game.LeducRules(), *game.KuhnRules(),
	}
}

// TestRulesEqualPlainGame holds best responses in variants to a recursion that knows the rules alone.
func TestRulesEqualPlainGame(t *testing.T) {
	for i, r := range variants() {
		g := must.Get(game.NewFixedLimit(r))(t)
		var want Response
		for seat := range 2 {
			for _, set := range g.Hands().Cards {
				v := (&plainGame{r, seat, set.Min()}).start()
				want.SeatValues[seat] += v
				want.Hands[seat] = append(want.Hands[seat], v*float64(len(g.Hands().Cards)))
			}
		}
		for _, o := range []ResponseOptions{{ByRound: true}, {AllDeals: true}} {
			got := must.Get(BestResponse(t.Context(), g, byRank{g}, o))(t)
			compare(t, fmt.Sprintf("rules %d, %+v", i, o), got, &want)
			sum := 0.0
			for seat := range 2 {
				for _, loss := range got.Rounds[seat] {
					sum += loss
				}
			}
			if o.ByRound && math.Abs(sum-got.NashConv()) > tolerance {
				t.Errorf("rules %d: rounds sum to %v, want %v", i, sum, got.NashConv())
			}
		}
		o := CFROptions{Buckets: buckets(t, g, "real", "real"), Iterations: 60, Predictive: true}
		e := must.Get(SolveCFR(t.Context(), g, o))(t)
		answer := must.Get(BestResponse(t.Context(), g, e.Strategy, ResponseOptions{}))(t)
		if math.Abs(answer.NashConv()-e.Gap) > tolerance || e.Gap > 0.5 {
			t.Errorf("rules %d: a gap of %v, a best response says %v", i, e.Gap, answer.NashConv())
		}
	}
}
