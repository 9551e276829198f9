package postflop

import (
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/game"
)

// place is a board of the game: the board that represents it, and the suit symmetries to apply to that, in order.
type place struct {
	board int
	to    [][2][]uint16 // by seat the images of its hands
}

// runout are the cards that follow the first board.
type runout [2]cards.Card

// noCard stands for a card that is not dealt yet.
const noCard = cards.Card(cards.NumCards)

func (l *layout) places() map[runout]place {
	all := map[runout]place{{noCard, noCard}: {}}
	if len(l.rounds) == 1 {
		return all
	}
	first := &l.rounds[0][0]
	for turn := first.from; turn < first.to; turn++ {
		b := &l.rounds[1][turn]
		for k, p := range b.suits {
			at := place{turn, [][2][]uint16{b.orbit[k]}}
			all[runout{p.Card(b.dealt), noCard}] = at
			for river := b.from; river < b.to; river++ {
				c := &l.rounds[2][river]
				for m, q := range c.suits {
					all[runout{p.Card(b.dealt), p.Card(q.Card(c.dealt))}] =
						place{river, [][2][]uint16{c.orbit[m], b.orbit[k]}}
				}
			}
		}
	}
	return all
}

// Strategy is the average strategy of a solver as a policy. It is that of the solver's present state: it must not be
// asked while the solver iterates.
type Strategy struct {
	solver *Solver
	places map[runout]place
}

// Strategy returns the average strategy.
func (s *Solver) Strategy() *Strategy { return &Strategy{s, s.layout.places()} }

// Vector has the probabilities of each hand. Hands that the range does not have play uniformly.
func (a *Strategy) Vector(s game.State, out [][]float64) error {
	at, err := a.solver.find(a.places, s.Board)
	if err != nil {
		return err
	}
	for _, p := range out {
		for h := range p {
			p[h] = 1 / float64(len(out))
		}
	}
	list := &a.solver.hands[s.Actor]
	n := len(list.listed)
	played := make([]float64, len(out)*n)
	a.solver.average(s.Node, at.board, played)
	for h := range n {
		image := uint16(h)
		for _, to := range at.to {
			image = to[s.Actor][image]
		}
		for i := range out {
			out[i][list.listed[image]] = played[i*n+h]
		}
	}
	return nil
}

func (l *layout) find(places map[runout]place, b game.Board) (place, error) {
	first, dealt := len(l.game.Rules().Board), b.Cards()
	key := runout{noCard, noCard}
	if len(dealt) >= first {
		copy(key[:], dealt[first:])
		if at, ok := places[key]; ok {
			return at, nil
		}
	}
	return place{}, fmt.Errorf("the game has no board %s", cards.Format(dealt))
}

// average fills in the average strategy of a decision on a board, by action and hand. Where the seat never got there,
// the current strategy takes its place.
func (s *Solver) average(n *game.Node, board int, out []float64) {
	actions, hands := len(n.Actions), s.row(n)/len(n.Actions)
	fixed, sums := s.locked(n, board), s.rows(s.sum, n, board)
	current := make([]float32, actions*hands)
	match(s.rows(s.regret, n, board), current, hands)
	for h := range hands {
		total := 0.0
		for i := range actions {
			total += float64(sums[i*hands+h])
		}
		rest := 0.0
		for i := range actions {
			x := float64(current[i*hands+h])
			switch {
			case fixed != nil:
				x = float64(fixed[i*hands+h])
			case total > 0:
				x = float64(sums[i*hands+h]) / total
			}
			out[i*hands+h] = x
			rest += x
		}
		for i := range actions { // floats of 32 bits sum to 1 only roughly
			out[i*hands+h] /= rest
		}
	}
}
