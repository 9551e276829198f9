package extensive

import (
	"context"

	"feltlab/internal/parallel"
	"feltlab/model/game"
)

type walker struct {
	*search
	terminals *Terminals
	parallel  bool // share the deals of the next chance node among the idle walkers
	stack     stack
}

// walk fills out with the values of a state, level after level. The reach of hands that hold a card of the
// board is 0, and the group fixes both.
func (w *walker) walk(s game.State, group []*game.Symmetry, reach, out []float64) error {
	if allZero(reach) {
		clear(out)
		return nil
	}
	mark := w.stack.mark()
	defer w.stack.release(mark)
	switch {
	case s.Kind == game.Chance:
		return w.chance(s, group, reach, out)
	case s.Kind != game.Decision:
		w.end(s, reach, out)
		return nil
	case s.Actor == w.seat:
		return w.ours(s, group, reach, out)
	}
	return w.theirs(s, group, reach, out)
}

func (w *walker) end(s game.State, reach, out []float64) {
	n := w.hands.Len(w.seat)
	w.terminals.Values(s, w.seat, reach, out[:n])
	for level := n; level < len(out); level += n {
		copy(out[level:], out[:n])
	}
}

func (w *walker) theirs(s game.State, group []*game.Symmetry, reach, out []float64) error {
	vectors := w.stack.vectors(len(s.Actions), len(reach))
	if err := ask(w.policy, w.hands, s, vectors); err != nil {
		return err
	}
	values := w.stack.floats(len(out))
	clear(out)
	for i, share := range vectors {
		for h, r := range reach {
			share[h] *= r
		}
		if err := w.walk(s.After(i), group, share, values); err != nil {
			return err
		}
		add(out, values)
	}
	return nil
}

// ours takes the best action for each hand at level 0, and follows the policy at the other levels.
func (w *walker) ours(s game.State, group []*game.Symmetry, reach, out []float64) error {
	n := w.hands.Len(w.seat)
	values := w.stack.floats(len(out))
	var vectors [][]float64
	if len(out) > n {
		vectors = w.stack.vectors(len(s.Actions), n)
		if err := ask(w.policy, w.hands, s, vectors); err != nil {
			return err
		}
	}
	clear(out[n:])
	for i := range s.Actions {
		if err := w.walk(s.After(i), group, reach, values); err != nil {
			return err
		}
		if i == 0 {
			copy(out[:n], values)
		} else {
			takeLarger(out[:n], values[:n])
		}
		for level := n; level < len(out); level += n {
			for h, p := range vectors[i] {
				out[level+h] += p * values[level+h]
			}
		}
	}
	return nil
}

// chance adds up the values of all deals. A round later there is one level less, since levels 0 and 1 of this
// round both continue with a best response.
func (w *walker) chance(s game.State, group []*game.Symmetry, reach, out []float64) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	n := w.hands.Len(w.seat)
	later := max(len(out)-n, n)
	deals := w.game.Deals(s, group)
	sum := out[len(out)-later:]
	clear(sum)
	var err error
	if w.parallel {
		err = w.shareDeals(deals, reach, sum)
	} else {
		values := w.stack.floats(later)
		for i := range deals.List {
			if err = w.deal(&deals.List[i], reach, values); err != nil {
				return err
			}
			addOrbit(sum, values, &deals.List[i], w.hands, w.seat)
		}
	}
	for i := range sum {
		sum[i] /= deals.Ways
	}
	if len(out) > later {
		copy(out[:n], sum[:n])
	}
	return err
}

func (w *walker) shareDeals(deals game.Deals, reach, sum []float64) error {
	values := make([][]float64, batch)
	return w.inParallel(len(deals.List), func(other *walker, i int) error {
		v := make([]float64, len(sum))
		values[i%batch] = v
		return other.deal(&deals.List[i], reach, v)
	}, func(i int) {
		addOrbit(sum, values[i%batch], &deals.List[i], w.hands, w.seat)
	})
}

func (w *walker) deal(d *game.Deal, reach, values []float64) error {
	mark := w.stack.mark()
	defer w.stack.release(mark)
	live := w.stack.floats(len(reach))
	copy(live, reach)
	w.hands.Block(live, d.Dealt)
	return w.walk(d.State, d.Group, live, values)
}

// addOrbit adds the values of a deal, and of the other members of its orbit, to sum. Hands that hold a dealt
// card get nothing.
func addOrbit(sum, values []float64, d *game.Deal, hands *game.Hands, seat int) {
	n := hands.Len(seat)
	for level := 0; level < len(sum); level += n {
		from, to := values[level:level+n], sum[level:level+n]
		hands.Block(from, d.Dealt)
		for _, p := range d.Orbit {
			for h, image := range p.Hands[seat] {
				to[image] += from[h]
			}
		}
	}
}

func allZero(reach []float64) bool {
	for _, r := range reach {
		if r != 0 {
			return false
		}
	}
	return true
}

func add(sum, values []float64) {
	for i, v := range values {
		sum[i] += v
	}
}

func takeLarger(best, values []float64) {
	for i, v := range values {
		best[i] = max(best[i], v)
	}
}

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
func subtree(
	ctx context.Context, g game.Game, p game.Policy, s game.State, seat int, reach []float64, o ResponseOptions,
) ([]float64, error) {
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

func (x *search) live(s game.State, reach []float64) []float64 {
	out := make([]float64, len(reach))
	for h, r := range reach {
		if x.hands.Live(h, s.Board.Set()) {
			out[h] = r
		}
	}
	return out
}

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

// ask gets and checks the probabilities of a policy at a decision.
func ask(p game.Policy, hands *game.Hands, s game.State, vectors [][]float64) error {
	if err := p.Vector(s, vectors); err != nil {
		return err
	}
	return game.CheckVector(hands, s, vectors)
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

// stack hands out scratch vectors in the order of a depth-first walk. Its memory consists of blocks that do
// not move, so that vectors stay valid until they are released.
type stack struct {
	blocks  [][]float64
	block   int // the one in use
	used    int // of it
	headers [][]float64
}

type mark struct{ block, used, headers int }

// Sizes of blocks in numbers: the first suffices for small games, the others hold a few levels of a hold'em walk.
const (
	firstBlock = 1 << 10
	blockSize  = 1 << 15
)

func (s *stack) mark() mark { return mark{s.block, s.used, len(s.headers)} }

func (s *stack) release(m mark) {
	s.block, s.used = m.block, m.used
	s.headers = s.headers[:m.headers]
}

// floats returns n numbers that are not initialised.
func (s *stack) floats(n int) []float64 {
	if len(s.blocks) == 0 {
		s.blocks = [][]float64{make([]float64, max(n, firstBlock))}
	}
	for s.used+n > len(s.blocks[s.block]) {
		s.block++
		s.used = 0
		if s.block == len(s.blocks) {
			s.blocks = append(s.blocks, make([]float64, max(n, blockSize)))
		}
	}
	out := s.blocks[s.block][s.used : s.used+n : s.used+n]
	s.used += n
	return out
}

func (s *stack) vectors(actions, n int) [][]float64 {
	start := len(s.headers)
	for range actions {
		s.headers = append(s.headers, s.floats(n))
	}
	return s.headers[start:len(s.headers):len(s.headers)]
}
