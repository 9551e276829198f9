package sampled

import (
	"context"

	"feltlab/internal/parallel"
	"feltlab/model/game"
)

// mode says what a walk does at the decisions of its seat.
type mode uint8

const (
	learn  mode = iota // play the strategy, learn regrets and the other seat's average
	choose             // find and play the action that is best for all lanes of a bucket
	play               // play the strategy
)

// worker walks subtrees. Its vectors have an entry for each lane.
type worker struct {
	batch   *batch
	players int
	mode    mode
	seat    int     // whose values are computed
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
func (s *Solver) pass(seat int) {
	s.deal()
	won := mean(s.walk(seat, learn))
	if seat == 1 {
		won = -won
	}
	s.values.add(won, float64(s.iterations+1))
}

// deal deals a new batch.
func (s *Solver) deal() {
	first := s.dealer.dealt
	s.each(s.options.Boards, func(w *worker, i int) { s.dealer.deal(w.table, i, first+i) })
	s.dealer.dealt += s.options.Boards
}

// walk walks the tree over the batch and returns what the seat wins on each board, on
// average over the pairs of players; the result is valid until the next walk.
//
// Every table entry belongs to one subtree, a subtree is walked by one worker, and lanes are in
// a fixed order: so the sums do not depend on the number of workers.
func (s *Solver) walk(seat int, m mode) []float64 {
	for _, w := range s.workers {
		w.seat, w.mode, w.weight = seat, m, float32(s.iterations+1)
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
	for i := range s.won {
		sum := 0.0
		for _, v := range values[i*w.players:][:w.players] {
			sum += float64(v)
		}
		s.won[i] = sum / float64(w.players*(w.players-1))
	}
	w.give(reach)
	w.give(values)
	return s.won
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// each has items 0..n-1 worked off by all workers.
func (s *Solver) each(n int, work func(w *worker, i int)) {
	// Nothing here fails: a pass that has begun is finished.
	_ = parallel.On(context.Background(), s.workers, n, func(w *worker, i int) error {
		work(w, i)
		return nil
	})
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
	lanes := w.batch.buckets[n.Actor][n.Round][:len(reach)]
	share = share[:len(reach)]
	for x, b := range lanes {
		share[x] = reach[x] * n.strategy[b][action]
	}
}

// theirs adds up what follows the opponent's actions, and adds what it plays to its average.
func (w *worker) theirs(n *node, reach, out []float32) {
	lanes := w.batch.buckets[n.Actor][n.Round][:len(reach)]
	share, up := w.take(), w.take()
	clear(out)
	for a, child := range n.children {
		w.share(n, a, reach, share)
		// Where no lane goes nothing is won and nothing learnt.
		if allZero(share) {
			continue
		}
		if w.mode == learn {
			for x, b := range lanes {
				n.sum[b][a] += w.weight * share[x]
			}
		}
		w.value(child, share, up)
		for x, v := range up[:len(out)] {
			out[x] += v
		}
	}
	w.give(share)
	w.give(up)
}

// ours plays the strategy, which it first chooses or afterwards improves.
func (w *worker) ours(n *node, reach, out []float32) {
	lanes := w.batch.buckets[n.Actor][n.Round][:len(reach)]
	var ups [maxActions][]float32
	for a, child := range n.children {
		ups[a] = w.take()
		w.value(child, reach, ups[a])
	}
	if w.mode == choose {
		n.choose(lanes, &ups)
	}
	n.mix(lanes, &ups, out)
	if w.mode == learn {
		n.learn(lanes, &ups, out)
	}
	for a := range n.children {
		w.give(ups[a])
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
