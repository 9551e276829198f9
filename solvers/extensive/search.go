package extensive

import (
	"context"

	"feltlab/internal/parallel"
	"feltlab/model/game"
)

// search is shared by all walkers of one subtree.
type search struct {
	ctx     context.Context
	game    game.Game
	hands   *game.Hands
	policy  game.Policy
	seat    int // ours
	options ResponseOptions
	helpers []*walker // walkers that share subtrees, as many as Options.Workers
}

// subtree values every hand of a seat from s on; see Subtree. With ByRound it returns the vectors of all
// levels, one after another.
func subtree(ctx context.Context, g game.Game, p game.Policy, s game.State, seat int, reach []float64, o ResponseOptions) ([]float64, error) {
	x := &search{ctx: ctx, game: g, hands: g.Hands(), policy: p, seat: seat, options: o}
	workers := o.workers(x.hands.Len(seat))
	if workers > 1 {
		for range workers {
			x.helpers = append(x.helpers, &walker{search: x, terminals: NewTerminals(g)})
		}
	}
	reach = x.live(s, reach)
	group := x.group(s, reach)
	values := make([]float64, x.levels(s)*x.hands.Len(seat))
	w := &walker{search: x, terminals: NewTerminals(g), parallel: workers > 1}
	if err := w.walk(s, group, reach, values); err != nil {
		return nil, err
	}
	for i := range values {
		if !x.hands.Live(i%x.hands.Len(seat), s.Board.Set()) {
			values[i] = 0
		}
	}
	return values, nil
}

// live returns a copy of the reach without the hands that hold a card of the board.
func (x *search) live(s game.State, reach []float64) []float64 {
	out := make([]float64, len(reach))
	for h, r := range reach {
		if x.hands.Live(h, s.Board.Set()) {
			out[h] = r
		}
	}
	return out
}

// group returns the symmetries that fix the board and the reach.
func (x *search) group(s game.State, reach []float64) []*game.Symmetry {
	if x.options.AllDeals {
		return nil
	}
	var out []*game.Symmetry
	for _, p := range x.game.Stabilizer(s) {
		fixed := true
		for h, to := range p.Hands[1-x.seat] {
			fixed = fixed && reach[h] == reach[to]
		}
		if fixed {
			out = append(out, p)
		}
	}
	return out
}

// levels is the number of value vectors at a state. Level 0 is the best response from here on. With ByRound,
// level k plays the policy for k more rounds, that of the state included, and a best response after them.
func (x *search) levels(s game.State) int {
	if !x.options.ByRound {
		return 1
	}
	return x.game.Rounds() - s.Round + 1
}

// ask fills vectors with the policy's answer at a state, and checks it.
func (x *search) ask(s game.State, vectors [][]float64) error {
	if err := x.policy.Vector(s, vectors); err != nil {
		return err
	}
	return game.CheckVector(x.hands, s, vectors)
}

// batch is the number of subtrees between two sums; it bounds the memory of finished subtrees, and must
// not depend on the number of workers.
const batch = 64

// inParallel calls do(w, i) for i from 0 to n-1 in parallel with different walkers, and after each batch
// add(i) for all i of the batch in ascending order.
func (x *search) inParallel(n int, do func(w *walker, i int) error, add func(i int)) error {
	for start := 0; start < n; start += batch {
		end := min(start+batch, n)
		err := parallel.On(x.ctx, x.helpers, end-start, func(w *walker, i int) error { return do(w, start+i) })
		if err != nil {
			return err
		}
		for i := start; i < end; i++ {
			add(i)
		}
	}
	return nil
}
