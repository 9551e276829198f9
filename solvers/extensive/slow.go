package extensive

import (
	"feltlab/dataset/eval"
	"feltlab/model/game"
)

// Slow computes what Fast does by comparing every hand with every other. Its values are 0
// for hands that hold a card of the board.
func (e *Terminals) Slow(s game.State, seat int, reach, values []float64) {
	board := s.Board.Set()
	rank := e.ranks(s)
	for h := range values {
		values[h] = 0
		for o, r := range reach {
			if r != 0 && e.hands.Live(h, board) && e.hands.Live(o, board) {
				values[h] += r * e.pair(s, rank, seat, h, o)
			}
		}
	}
}

// One is one entry of Slow's answer: the value of a single hand.
func (e *Terminals) One(s game.State, seat int, reach []float64, h int) float64 {
	board := s.Board.Set()
	if !e.hands.Live(h, board) {
		return 0
	}
	rank := e.ranks(s)
	value := 0.0
	for o, r := range reach {
		if r != 0 && e.hands.Live(o, board) {
			value += r * e.pair(s, rank, seat, h, o)
		}
	}
	return value
}

// ranks ranks the hands of the card layouts at a showdown.
func (e *Terminals) ranks(s game.State) []int {
	if s.Kind != game.Showdown || e.hands.Layout == game.Dense {
		return nil
	}
	if e.hands.Layout == game.OneCard {
		return e.game.Showdown(s).Strengths
	}
	board := s.Board.Set()
	ranks := make([]int, len(e.hands.Cards))
	for h, set := range e.hands.Cards {
		if set&board == 0 {
			ranks[h] = int(eval.Of(board | set))
		}
	}
	return ranks
}

// pair is the joint prior of a seat's hand and the opponent's times what the seat wins.
func (e *Terminals) pair(s game.State, rank []int, seat, mine, theirs int) float64 {
	hands, sign := [2]int{mine, theirs}, 1.0
	if seat == 1 {
		hands, sign = [2]int{theirs, mine}, -1
	}
	payoff := sign * s.Payoff
	switch {
	case s.Kind == game.Folded:
		return payoff * e.hands.Pair(hands[0], hands[1])
	case e.hands.Layout == game.Dense:
		return payoff * e.game.Showdown(s).Edge.At(hands[0], hands[1])
	case rank[hands[0]] == rank[hands[1]]:
		return 0
	case rank[hands[0]] < rank[hands[1]]:
		payoff = -payoff
	}
	return payoff * e.hands.Pair(hands[0], hands[1])
}
