package sampled

import (
	"sync"
	"sync/atomic"

	"feltlab/model/game"
)

// worker walks subtrees. Its vectors have an entry for each lane.
type worker struct {
	batch   *batch
	players int
	seat    int     // that learns
	weight  float32 // of the opponent's strategy in its average

	free   [][]float32 // vectors not in use
	lanes  int
	totals []float32 // running totals over the lanes of each board
	table  *table
}

func newWorker(s *Solver, lanes int) *worker {
	return &worker{
		batch: &s.dealer.batch, players: s.dealer.players, lanes: lanes,
		totals: make([]float32, s.options.Boards*(s.dealer.players+1)),
		table:  s.dealer.newTable(),
	}
}

// take returns a vector with any content, which give takes back.
func (w *worker) take() []float32 {
	if n := len(w.free); n > 0 {
		v := w.free[n-1]
		w.free = w.free[:n-1]
		return v
	}
	return make([]float32, w.lanes)
}

func (w *worker) give(v []float32) { w.free = append(w.free, v) }

// pass is half an iteration: new deals, from which one seat learns while what the other
// plays enters its average.
//
// Every table entry belongs to one subtree, a subtree is walked by one worker, and lanes are in
// a fixed order: so the sums do not depend on the number of workers.
func (s *Solver) pass(seat int) {
	first := s.dealer.dealt
	s.each(s.options.Boards, func(w *worker, i int) { s.dealer.deal(w.table, i, first+i) })
	s.dealer.dealt += s.options.Boards
	for _, w := range s.workers {
		w.seat, w.weight = seat, float32(s.iterations+1)
	}
	w := s.workers[0]
	reach, values := w.take(), w.take()
	for x := range reach {
		reach[x] = 1
	}
	w.spread(s.root, reach)
	s.each(len(s.jobs), func(w *worker, i int) {
		n := s.jobs[i]
		w.value(n.children[0], n.reach, n.values)
	})
	w.value(s.root, reach, values)
	won := 0.0
	for _, v := range values {
		won += float64(v)
	}
	won /= float64(len(values) * (s.dealer.players - 1))
	if seat == 1 {
		won = -won
	}
	s.values.add(won, float64(s.iterations+1))
	w.give(reach)
	w.give(values)
}

// each has items 0..n-1 worked off by all workers.
func (s *Solver) each(n int, work func(w *worker, i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for _, w := range s.workers {
		group.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				work(w, i)
			}
		})
	}
	group.Wait()
}

// spread brings the opponent's reach to the subtrees that are walked in parallel.
func (w *worker) spread(n *node, reach []float32) {
	switch {
	case n.reach != nil:
		copy(n.reach, reach)
	case n.Kind == game.Chance:
		w.spread(n.children[0], reach)
	case n.Kind == game.Decision && n.Actor == w.seat:
		for _, child := range n.children {
			w.spread(child, reach)
		}
	case n.Kind == game.Decision:
		share := w.take()
		for a, child := range n.children {
			w.share(n, a, reach, share)
			w.spread(child, share)
		}
		w.give(share)
	}
}

// value fills out with what each lane wins against all others of its board, given with which
// probability each of those, as the opponent, plays to a node.
func (w *worker) value(n *node, reach, out []float32) {
	switch {
	case n.Kind == game.Folded:
		w.folded(n, reach, out)
	case n.Kind == game.Showdown:
		w.showdown(n, reach, out)
	case n.values != nil && n.Kind == game.Chance:
		copy(out, n.values)
	case n.Kind == game.Chance:
		w.value(n.children[0], reach, out)
	case n.Actor == w.seat:
		w.ours(n, reach, out)
	default:
		w.theirs(n, reach, out)
	}
}

// share multiplies reach by the probability of an action.
func (w *worker) share(n *node, action int, reach, share []float32) {
	buckets := w.batch.buckets[n.Actor][n.Round][:len(reach)]
	strategy := of(n.strategy, action, n.buckets)
	share = share[:len(reach)]
	for x, b := range buckets {
		share[x] = reach[x] * strategy[b]
	}
}

// theirs adds up what follows the opponent's actions, and adds what it plays to its average.
func (w *worker) theirs(n *node, reach, out []float32) {
	buckets := w.batch.buckets[n.Actor][n.Round][:len(reach)]
	share, up := w.take(), w.take()
	clear(out)
	for a, child := range n.children {
		w.share(n, a, reach, share)
		// Where no lane goes nothing is won and nothing learnt.
		if allZero(share) {
			continue
		}
		sum := of(n.sum, a, n.buckets)
		for x, b := range buckets {
			sum[b] += w.weight * share[x]
		}
		w.value(child, share, up)
		for x, v := range up[:len(out)] {
			out[x] += v
		}
	}
	w.give(share)
	w.give(up)
}

// ours plays the strategy and learns what the other actions would have won.
func (w *worker) ours(n *node, reach, out []float32) {
	buckets := w.batch.buckets[n.Actor][n.Round][:len(reach)]
	out = out[:len(buckets)]
	clear(out)
	var ups [maxActions][]float32
	for a, child := range n.children {
		up := w.take()[:len(buckets)]
		ups[a] = up
		w.value(child, reach, up)
		strategy := of(n.strategy, a, n.buckets)
		for x, b := range buckets {
			out[x] += strategy[b] * up[x]
		}
	}
	for a := range n.children {
		regret, up := of(n.regret, a, n.buckets), ups[a]
		for x, b := range buckets {
			regret[b] += up[x] - out[x]
		}
		w.give(up)
	}
	w.learn(n, buckets)
}

// maxActions is the number of actions of game.Action.
const maxActions = 3

// learn cuts regrets below 0 and sets the strategy of the buckets that the lanes fall in.
func (w *worker) learn(n *node, lanes []uint16) {
	for i, r := range n.regret {
		n.regret[i] = max(r, 0)
	}
	if n.buckets <= len(lanes) {
		for b := range n.buckets {
			n.match(b)
		}
		return
	}
	for _, b := range lanes {
		n.match(int(b))
	}
}

func allZero(v []float32) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}
