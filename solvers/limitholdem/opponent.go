package limitholdem

import (
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

type opponent interface {
	// buckets fills of with the buckets of a seat's hands on a board. Hands that hold a card of the board get any
	// bucket.
	buckets(seat, round int, board game.Board, of *[cards.NumCombos]int32) error
	numBuckets(seat, round int) int
	// ask fills out[i][b] with the probability of action i of a decision in each bucket.
	ask(n *game.Node, board game.Board, out [][]float64) error
	// fixed reports whether answers depend on nothing but the buckets.
	fixed() bool
}

type players struct {
	opponent opponent
	// self is the policy that we follow where we do not play a best response: in a match, or at levels above 0.
	self   opponent
	played bool // we follow self everywhere: a match
}

type tabled struct{ *strategy.Table }

func (t tabled) buckets(seat, round int, board game.Board, of *[cards.NumCombos]int32) error {
	bucketing := t.Buckets(seat)
	bucketing.Of(round, board, of[:])
	n, dead := int32(bucketing.Len(round)), board.Set()
	for h, b := range of {
		switch {
		case b >= 0 && b < n:
		case cards.Combo(h).Set()&dead != 0:
			of[h] = 0
		default:
			return fmt.Errorf("%w: %s puts %v on %v in bucket %d of %d",
				strategy.ErrBuckets, bucketing.Name(), cards.Combo(h), dead, b, n)
		}
	}
	return nil
}

func (t tabled) numBuckets(seat, round int) int { return t.Buckets(seat).Len(round) }

func (t tabled) ask(n *game.Node, _ game.Board, out [][]float64) error {
	for b := range out[0] {
		for i, p := range t.Row(n.ID, b) {
			out[i][b] = p
		}
	}
	return nil
}

func (tabled) fixed() bool { return true }

// adapter makes an opponent of any policy: each combo is a bucket of its own, and each public state is asked for.
type adapter struct {
	game.Policy
	hands *game.Hands
}

func (adapter) buckets(_, _ int, _ game.Board, of *[cards.NumCombos]int32) error {
	for h := range of {
		of[h] = int32(h)
	}
	return nil
}

func (adapter) numBuckets(int, int) int { return cards.NumCombos }

func (a adapter) ask(n *game.Node, board game.Board, out [][]float64) error {
	s := game.State{Node: n, Board: board}
	if err := a.Vector(s, out); err != nil {
		return err
	}
	return game.CheckVector(a.hands, s, out)
}

func (adapter) fixed() bool { return false }

// manyStates are policies that answer faster for several public states at once.
type manyStates interface {
	Vectors(states []game.State, out [][][]float64) error
}

// mostAhead is the largest number of public states that are asked for at once, 25 MB of answers.
const mostAhead = 1_024

// asked holds answers by board and decision.
type asked map[game.Board]map[int][][]float64

// ahead asks for decisions on boards at once, board by board. It returns nil unless the policy is one of manyStates.
func ahead(player opponent, nodes []*game.Node, boards []game.Board, memory *answers) (asked, error) {
	a, _ := player.(adapter)
	many, ok := a.Policy.(manyStates)
	if !ok {
		return nil, nil
	}
	found := asked{}
	var states []game.State
	var out [][][]float64
	for _, board := range boards {
		found[board] = map[int][][]float64{}
		for _, n := range nodes {
			vectors := make([][]float64, len(n.Actions))
			for i := range vectors {
				vectors[i] = memory.borrow(cards.NumCombos)
			}
			found[board][n.ID] = vectors
			states, out = append(states, game.State{Node: n, Board: board}), append(out, vectors)
		}
	}
	if err := many.Vectors(states, out); err != nil {
		return nil, err
	}
	for k, s := range states {
		if err := game.CheckVector(a.hands, s, out[k]); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// sameForAll is a player that ignores its cards: all hands are one bucket.
type sameForAll struct{ probabilities constants }

func (sameForAll) buckets(_, _ int, _ game.Board, of *[cards.NumCombos]int32) error {
	clear(of[:])
	return nil
}

func (sameForAll) numBuckets(int, int) int { return 1 }

func (c sameForAll) ask(n *game.Node, _ game.Board, out [][]float64) error {
	for i, p := range c.probabilities[n.ID] {
		out[i][0] = p
	}
	return nil
}

func (sameForAll) fixed() bool { return true }

type answers struct{ free [][]float64 }

func (a *answers) ask(o opponent, n *game.Node, board game.Board) ([][]float64, error) {
	out := make([][]float64, len(n.Actions))
	for i := range out {
		out[i] = a.borrow(o.numBuckets(n.Actor, n.Round))
	}
	return out, o.ask(n, board, out)
}

func (a *answers) borrow(size int) []float64 {
	if last := len(a.free) - 1; last >= 0 && cap(a.free[last]) >= size {
		v := a.free[last][:size]
		a.free = a.free[:last]
		return v
	}
	return make([]float64, size, max(size, cards.NumCombos))
}

func (a *answers) giveBack(vectors [][]float64) { a.free = append(a.free, vectors...) }
