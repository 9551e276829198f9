package limitholdem

import (
	"slices"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

type opponent interface {
	// buckets fills of with the buckets of a seat's hands on a board. Hands that hold a card of the board get any
	// bucket.
	buckets(seat, round int, board game.Board, of *[cards.NumCombos]int32) error
	numBuckets(seat, round int) int
	// play fills out[i][h] with the probability of action i of a decision for each hand, given the hands' buckets; nil
	// stands for a hand a bucket.
	play(s game.State, of []int32, out [][]float64) error
	// fixed reports whether answers depend on nothing but the buckets.
	fixed() bool
}

type players struct {
	opponent opponent
	// self is the policy that we follow where we do not play a best response: in a match, or at levels above 0.
	self   opponent
	played bool // we follow self everywhere: a match
}

// bySeat returns both players, given our seat.
func (p *players) bySeat(ours int) [2]opponent {
	out := [2]opponent{p.opponent, p.opponent}
	out[ours] = p.self
	return out
}

type tabled struct{ *strategy.Table }

func (t tabled) buckets(seat, round int, board game.Board, of *[cards.NumCombos]int32) error {
	return strategy.Sort(t.Buckets(seat), t.Game().Hands(), round, board, of[:])
}

func (t tabled) numBuckets(seat, round int) int { return t.Buckets(seat).Len(round) }

func (t tabled) play(s game.State, of []int32, out [][]float64) error {
	rows, actions := t.Rows(s.ID), len(out)
	for i, out := range out {
		for h := range out {
			b := h
			if of != nil {
				b = int(of[h])
			}
			out[h] = rows[b*actions+i]
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

func (a adapter) play(s game.State, _ []int32, out [][]float64) error {
	_, err := game.Ask(a.Policy, a.hands, s, out)
	return err
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

// ahead asks for decisions on boards at once, board by board, if the policy is one of manyStates.
func (a asked) ahead(player opponent, nodes []*game.Node, boards []game.Board, memory *answers) error {
	policy, _ := player.(adapter)
	many, ok := policy.Policy.(manyStates)
	if !ok {
		return nil
	}
	var states []game.State
	var out [][][]float64
	for _, board := range boards {
		if a[board] == nil {
			a[board] = map[int][][]float64{}
		}
		for _, n := range nodes {
			vectors := memory.borrow(len(n.Actions))
			a[board][n.ID] = vectors
			states, out = append(states, game.State{Node: n, Board: board}), append(out, vectors)
		}
	}
	if err := many.Vectors(states, out); err != nil {
		return err
	}
	for k, s := range states {
		if err := game.CheckVector(policy.hands, s, out[k]); err != nil {
			return err
		}
	}
	return nil
}

// sameForAll is a player that ignores its cards: all hands are one bucket.
type sameForAll struct{ probabilities constants }

func (sameForAll) buckets(_, _ int, _ game.Board, of *[cards.NumCombos]int32) error {
	clear(of[:])
	return nil
}

func (sameForAll) numBuckets(int, int) int { return 1 }

func (c sameForAll) play(s game.State, _ []int32, out [][]float64) error {
	for i, p := range c.probabilities[s.ID] {
		for h := range out[i] {
			out[i][h] = p
		}
	}
	return nil
}

func (sameForAll) fixed() bool { return true }

// answers is the memory of answers that are asked ahead.
type answers struct{ free [][]float64 }

func (a *answers) borrow(n int) [][]float64 {
	for len(a.free) < n {
		a.free = append(a.free, make([]float64, cards.NumCombos))
	}
	out := slices.Clone(a.free[len(a.free)-n:])
	a.free = a.free[:len(a.free)-n]
	return out
}

func (a *answers) giveBack(all asked) {
	for _, onBoard := range all {
		for _, vectors := range onBoard {
			a.free = append(a.free, vectors...)
		}
	}
}
