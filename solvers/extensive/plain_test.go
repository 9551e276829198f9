package extensive

import (
	"context"

	"feltlab/model/game"
)

// The accelerations of a best response, undone for tests and benchmarks: terminals that compare every
// hand with every other, and a walk without the public tree.

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

// handByHand is the walk without the public tree: each hand of a seat walks by itself. Of hands that a
// symmetry maps to one another, one walks.
func handByHand(ctx context.Context, g game.Game, p game.Policy, s game.State, seat int) ([]float64, error) {
	x := &search{ctx: ctx, game: g, hands: g.Hands(), policy: p, seat: seat}
	w := &walker{search: x}
	reach := x.live(s, ones(x.hands.Len(1-seat)))
	group := x.group(s, reach)
	values, done := make([]float64, x.hands.Len(seat)), make([]bool, x.hands.Len(seat))
	for h := range values {
		if done[h] || !x.hands.Live(h, s.Board.Set()) {
			continue
		}
		var fixing []*game.Symmetry
		for _, p := range group {
			if int(p.Hands[seat][h]) == h {
				fixing = append(fixing, p)
			}
		}
		value, err := w.walkHand(s, fixing, reach, h)
		if err != nil {
			return nil, err
		}
		values[h] = value
		for _, p := range group {
			image := p.Hands[seat][h]
			values[image], done[image] = value, true
		}
	}
	return values, nil
}

// walkHand returns the value of one hand of ours at a state.
func (w *walker) walkHand(s game.State, group []*game.Symmetry, reach []float64, h int) (float64, error) {
	if allZero(reach) {
		return 0, nil
	}
	mark := w.stack.mark()
	defer w.stack.release(mark)
	switch {
	case s.Kind == game.Chance:
		return w.chanceForHand(s, group, reach, h)
	case s.Kind != game.Decision:
		return slowValue(w.game, s, w.seat, reach, h), nil
	}
	ours := s.Actor == w.seat
	shares := w.stack.vectors(len(s.Actions), len(reach))
	if !ours {
		if err := ask(w.policy, w.hands, s, shares); err != nil {
			return 0, err
		}
	}
	best := 0.0
	for i, share := range shares {
		for o, r := range reach {
			if ours {
				share[o] = r
			} else {
				share[o] *= r
			}
		}
		value, err := w.walkHand(s.After(i), group, share, h)
		switch {
		case err != nil:
			return 0, err
		case !ours:
			best += value
		case i == 0 || value > best:
			best = value
		}
	}
	return best, nil
}

// chanceForHand adds up the deals that our hand leaves. All members of an orbit have the same value,
// since the group fixes the hand.
func (w *walker) chanceForHand(s game.State, group []*game.Symmetry, reach []float64, h int) (float64, error) {
	deals := w.game.Deals(s, group)
	live := w.stack.floats(len(reach))
	sum := 0.0
	for _, d := range deals.List {
		if !w.hands.Live(h, d.State.Board.Set()) {
			continue
		}
		copy(live, reach)
		w.hands.Block(live, d.Dealt)
		value, err := w.walkHand(d.State, d.Group, live, h)
		if err != nil {
			return 0, err
		}
		sum += value * float64(len(d.Orbit))
	}
	return sum / deals.Ways, nil
}
