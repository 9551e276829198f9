package extensive

import (
	"cmp"

	"feltlab/dataset/eval"
	"feltlab/model/game"
)

// naive is the reference: expectimax over information sets, for one hand of a seat at a time. An information set is
// our hand, a public state and the hands that the opponent may hold, each with the probability of the deal and of the
// opponent's play. All deals are walked one by one, payoffs come from what the seats have put in.
type naive struct {
	game   game.Game
	policy game.Policy
	seat   int
	mine   int
}

// held is a hand of the opponent with its probability.
type held struct {
	hand int
	p    float64
}

// naiveValue is the value of a best response from s on with a hand, times the hand's
// probability, if the opponent plays to s with all hands.
func naiveValue(g game.Game, p game.Policy, s game.State, seat, hand int) (float64, error) {
	x := naive{g, p, seat, hand}
	var others []held
	for o := range g.Hands().Len(1 - seat) {
		pair := x.bySeat(hand, o)
		w := g.Hands().Pair(pair[0], pair[1])
		if w > 0 && g.Hands().Live(o, s.Board.Set()) && g.Hands().Live(hand, s.Board.Set()) {
			others = append(others, held{o, w})
		}
	}
	return x.value(s, others)
}

// bySeat puts our hand and the opponent's in the order of the seats.
func (x naive) bySeat(mine, theirs int) [2]int {
	if x.seat == 0 {
		return [2]int{mine, theirs}
	}
	return [2]int{theirs, mine}
}

func (x naive) value(s game.State, others []held) (float64, error) {
	switch s.Kind {
	case game.Decision:
		return x.decision(s, others)
	case game.Chance:
		return x.chance(s, others)
	}
	sum := 0.0
	for _, o := range others {
		sum += o.p * x.payoff(s, o.hand)
	}
	return sum, nil
}

func (x naive) decision(s game.State, others []held) (float64, error) {
	vectors := game.NewVectors(len(s.Actions), x.game.Hands().Len(s.Actor))
	if s.Actor != x.seat {
		if err := x.policy.Vector(s, vectors); err != nil {
			return 0, err
		}
	}
	var values []float64
	for i := range s.Actions {
		next := others
		if s.Actor != x.seat {
			next = nil
			for _, o := range others {
				next = append(next, held{o.hand, o.p * vectors[i][o.hand]})
			}
		}
		v, err := x.value(s.After(i), next)
		if err != nil {
			return 0, err
		}
		values = append(values, v)
	}
	best, sum := values[0], 0.0
	for _, v := range values {
		best = max(best, v)
		sum += v
	}
	if s.Actor == x.seat {
		return best, nil
	}
	return sum, nil
}

func (x naive) chance(s game.State, others []held) (float64, error) {
	hands, deals := x.game.Hands(), x.game.Deals(s, nil)
	sum := 0.0
	for _, d := range deals.List {
		board := d.State.Board.Set()
		if !hands.Live(x.mine, board) {
			continue
		}
		var next []held
		for _, o := range others {
			if hands.Live(o.hand, board) {
				next = append(next, held{o.hand, o.p / deals.Ways})
			}
		}
		v, err := x.value(d.State, next)
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return sum, nil
}

// payoff is what we win at an end against a hand.
func (x naive) payoff(s game.State, theirs int) float64 {
	in := s.Contributions
	us, them := x.seat, 1-x.seat
	if s.Kind == game.Folded {
		if in[us] < in[them] {
			return -in[us]
		}
		return in[them] - s.Rake
	}
	won := x.compare(s, theirs)
	return in[them]*won - s.Rake*(won+1)/2 // half of the rake at a tie
}

// compare is +1 if our hand wins the showdown, -1 if it loses and 0 if they tie; where
// hands are classes, the mean of that.
func (x naive) compare(s game.State, theirs int) float64 {
	hands, pair := x.game.Hands(), x.bySeat(x.mine, theirs)
	var a, b int
	switch hands.Layout {
	case game.OneCard:
		strengths := x.game.Showdown(s).Strengths
		a, b = strengths[x.mine], strengths[theirs]
	case game.TwoCards, game.ListedCards:
		board := s.Board.Set()
		a, b = int(eval.Of(board|hands.Cards[x.mine])), int(eval.Of(board|hands.Cards[theirs]))
	case game.Dense:
		edge := x.game.Showdown(s).Edge.At(pair[0], pair[1]) / hands.Pair(pair[0], pair[1])
		if x.seat == 1 {
			edge = -edge
		}
		return edge
	}
	return float64(cmp.Compare(a, b))
}

// slowValues computes what Terminals.Values does by comparing every hand with every other. Its values
// are 0 for hands that hold a card of the board.
func slowValues(g game.Game, s game.State, seat int, reach, values []float64) {
	for h := range values {
		values[h] = slowValue(g, s, seat, reach, h)
	}
}

// slowValue is one entry of slowValues.
func slowValue(g game.Game, s game.State, seat int, reach []float64, h int) (value float64) {
	hands, board := g.Hands(), s.Board.Set()
	if !hands.Live(h, board) {
		return 0
	}
	sign := float64(1 - 2*seat)
	for o, r := range reach {
		pair := [2]int{h, o}
		if seat == 1 {
			pair = [2]int{o, h}
		}
		if r != 0 && hands.Live(o, board) && hands.Pair(pair[0], pair[1]) > 0 {
			value += r * sign * Payoff(g, s, pair) * hands.Pair(pair[0], pair[1])
		}
	}
	return value
}
