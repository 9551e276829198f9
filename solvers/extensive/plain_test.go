package extensive

import "feltlab/model/game"

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
