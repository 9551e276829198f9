package extensive

import (
	"slices"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// listed computes ends of games with a list of two-card hands. It ranks the hands once for a board, and then takes
// O(n) for each end, as the sweep of package showdown does for all hands of the deck.
type listed struct {
	low, high []cards.Card
	hole      []eval.Hand

	board  cards.Set
	ranked []uint32 // hands that the board leaves, weakest first: the strength, and in the low 16 bits the hand
}

func newListed(hands *game.Hands) *listed {
	l := &listed{}
	for _, set := range hands.Cards {
		two := set.Cards()
		l.low, l.high = append(l.low, two[0]), append(l.high, two[1])
		l.hole = append(l.hole, eval.HandOf(set))
	}
	return l
}

func (l *listed) rank(board cards.Set) {
	if board == l.board {
		return
	}
	l.board, l.ranked = board, l.ranked[:0]
	public := eval.HandOf(board)
	for h, hole := range l.hole {
		if board&cards.SetOf(l.low[h], l.high[h]) == 0 {
			l.ranked = append(l.ranked, uint32(public.Merge(hole).Strength())<<16|uint32(h))
		}
	}
	slices.Sort(l.ranked)
}

// values fills in what Terminals.Values does. The winner of an end gets the other's chips less the rake; at a tie each
// seat pays half the rake. With W, T and L the weight of hands that a hand beats, ties and loses to, that is
//
//	payoff (W - L) - rake (W + T/2)   =   (payoff - rake/2) (W - L) - rake/2 (W + T + L)
func (l *listed) values(s game.State, seat int, pairWeight float64, reach, values []float64) {
	payoff, rake := s.Payoff*pairWeight, s.Rake*pairWeight
	total, holding := 0.0, [cards.NumCards]float64{}
	for h, r := range reach {
		total += r
		holding[l.low[h]] += r
		holding[l.high[h]] += r
	}
	each := -rake / 2
	if s.Kind == game.Folded {
		if each = payoff; seat == 1 {
			each = -payoff
		}
		if each > 0 {
			each -= rake
		}
	}
	for h, r := range reach {
		values[h] = each * (total - holding[l.low[h]] - holding[l.high[h]] + r)
	}
	if s.Kind == game.Showdown {
		l.rank(s.Board.Set())
		l.sweep(payoff-rake/2, reach, values)
	}
}

// sweep adds what a hand beats less what beats it, times a scale: with running totals that begin at minus half of all,
// that is the sum of the totals before and after the hands of its strength.
func (l *listed) sweep(scale float64, reach, values []float64) {
	total, holding := 0.0, [cards.NumCards]float64{}
	add := func(ranked []uint32, share float64) {
		for _, r := range ranked {
			h := uint16(r)
			part := share * reach[h]
			total += part
			holding[l.low[h]] += part
			holding[l.high[h]] += part
		}
	}
	add(l.ranked, -0.5)
	for rest := l.ranked; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n]>>16 == rest[0]>>16 {
			n++
		}
		for twice := range 2 {
			for _, r := range rest[:n] {
				h := uint16(r)
				values[h] += scale * (total - holding[l.low[h]] - holding[l.high[h]])
			}
			if twice == 0 {
				add(rest[:n], 1)
			}
		}
		rest = rest[n:]
	}
}
