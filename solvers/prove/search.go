package prove

import (
	"context"
	"sync"

	"feltlab/solvers/lad"
)

// searcher looks for choices of at most k columns that have one of every cut, and learns a cut from
// each that it finds, until there is none: the implicit hitting set problem whose sets are the
// cuts.
type searcher struct {
	t      *table
	p      *lad.Problem
	ctx    context.Context
	cutoff float64
	known  *cuts
	share  *pool // where those who have nothing to do wait

	levels []*level
	seen   int // cuts that the levels have

	fit, trial *lp // of the last core, and of one that may be
	gain       []float64
	dual       *writer // of the dual vectors of cuts, if somebody wants them
	outcome
}

// level is a node of the tree: columns that are in, those that may still be chosen, and the cuts
// that have none of the former.
type level struct {
	in, free columns
	active   []columns

	k     int     // columns to be chosen
	rest  columns // that may be, when the present child is done
	given bool    // to somebody else, all but the present child
}

const (
	// shareAbove is the number of columns to be chosen above which a node may go to somebody else.
	shareAbove = 2
	// recentCuts is how many cuts a column to branch on should be rare in.
	recentCuts = 50
)

// newSearcher returns a searcher whose relaxations start from that of all columns, and that looks
// out for fits better than best.
func newSearcher(ctx context.Context, t *table, p *lad.Problem, root *lp, cutoff, best float64, known *cuts) *searcher {
	s := &searcher{
		t: t, p: p, ctx: ctx, cutoff: cutoff, known: known, fit: newLP(t), trial: newLP(t),
		gain: make([]float64, len(t.ids)), outcome: outcome{lowest: cutoff, best: best},
	}
	s.fit.copyFrom(root)
	return s
}

func (s *searcher) at(depth int) *level {
	for len(s.levels) <= depth {
		s.levels = append(s.levels, &level{})
	}
	return s.levels[depth]
}

// search has workers search tasks.
func (p *pool) search(ctx context.Context, workers []*searcher, tasks ...task) {
	defer context.AfterFunc(ctx, p.end)()
	p.put(tasks...)
	var group sync.WaitGroup
	for _, w := range workers {
		w.share = p
		group.Go(func() {
			for {
				x, ok := p.take()
				if !ok {
					return
				}
				w.run(x)
			}
		})
	}
	group.Wait()
}

func (s *searcher) stopped() bool { return s.ctx.Err() != nil || s.err != nil || s.share.over.Load() }

// run searches a task.
func (s *searcher) run(x task) {
	n := s.at(0)
	n.in, n.active = x.In, n.active[:0]
	s.seen = 0
	s.inherit()
	s.review()
	if x.K == 1 {
		s.last(0, nil, x.Free)
	} else {
		s.visit(0, x.K, x.Free)
	}
}

// sync hands the cuts that are new to the nodes on the way to the present one.
func (s *searcher) sync(depth int) {
	news := s.known.since(s.seen)
	s.seen += len(news)
	for _, c := range news {
		for _, n := range s.levels[:depth+1] {
			if !c.and(n.in).empty() {
				break
			}
			n.active = append(n.active, c)
		}
	}
}

// visit proves the node at a depth, where at most k > 1 of the free columns may be chosen.
func (s *searcher) visit(depth, k int, free columns) {
	n := s.at(depth)
	n.k, n.given = k, false
	s.nodes++
	for !s.stopped() && !n.given {
		n.free = free
		s.review()
		s.sync(depth)
		c, size := n.smallest(free)
		switch {
		case len(n.active) == 0:
			s.learn(depth, n.in, free)
		case size == 0:
			return
		default:
			j := n.rarest(c.and(free))
			j = s.t.duplicates[j].and(free).smallest()
			n.rest = free.minus(s.t.duplicates[j])
			s.split(depth)
			s.descend(depth, k-1, j, free.without(j))
			free = n.rest
		}
	}
}

// smallest returns the active cut with the fewest free columns and their number.
func (n *level) smallest(free columns) (best columns, size int) {
	size = len(free)*64 + 1
	for _, c := range n.active {
		if v := c.and(free).size(); v < size {
			best, size = c, v
			if v == 0 {
				break
			}
		}
	}
	return best, size
}

// rarest returns the column of a cut that the fewest of the recent cuts have. A column of many cuts
// is the better choice for a formula, but what is searched first should be over soon and leave much
// learned: then the columns of many cuts have little left to choose beside them.
func (n *level) rarest(among columns) int {
	recent := n.active[max(len(n.active)-recentCuts, 0):]
	best, least := -1, len(recent)+1
	for ; !among.empty(); among = among.without(among.smallest()) {
		j, count := among.smallest(), 0
		for _, c := range recent {
			count += int(c[j>>6] >> (j & 63) & 1)
		}
		if count < least {
			best, least = j, count
		}
	}
	return best
}

// split gives what is left of a node to somebody who waits: of the uppermost that is worth it, for
// it is likely to be the largest.
func (s *searcher) split(depth int) {
	if !s.share.wanted() {
		return
	}
	for _, n := range s.levels[:depth+1] {
		if n.k <= shareAbove {
			return
		}
		if _, size := n.smallest(n.rest); size > 0 && !n.given {
			n.given = true
			s.share.put(task{n.in, n.rest, n.k})
			return
		}
	}
}

// descend visits the child with a column.
func (s *searcher) descend(depth, k, j int, free columns) {
	n, c := s.at(depth), s.at(depth+1)
	c.in = n.in.with(j)
	if k == 1 {
		s.last(depth+1, n.active, free)
		return
	}
	c.active = c.active[:0]
	for _, v := range n.active {
		if !v.has(j) {
			c.active = append(c.active, v)
		}
	}
	s.visit(depth+1, k, free)
}

// last proves a node in which one more column may be chosen: it must be in all cuts that have none
// of those that are in. Most nodes are of this kind and soon closed, so the given cuts, its
// parent's, are not copied.
func (s *searcher) last(depth int, cuts []columns, free columns) {
	n := s.at(depth)
	n.free, n.active = free, n.active[:0]
	s.nodes++
	for !s.stopped() {
		for _, c := range cuts {
			if !c.and(n.in).empty() {
				continue
			}
			free = s.confine(free, c)
			if free.empty() {
				return
			}
		}
		n.active = n.active[:0]
		s.sync(depth)
		if cuts = n.active; len(cuts) > 0 {
			continue
		}
		choice := n.in
		if !free.empty() {
			choice = choice.with(free.smallest())
		}
		s.learn(depth, choice, free)
	}
}

// confine proves the choices of a last column that a cut does not have, and returns those that it
// has. A column whose smaller duplicate is given up goes with it.
func (s *searcher) confine(free columns, c columns) columns {
	left := free.and(c)
	for gone := free.minus(left).and(s.t.doubled); !gone.empty(); gone = gone.without(gone.smallest()) {
		j := gone.smallest()
		for same := s.t.duplicates[j].and(left); !same.empty(); same = same.without(same.smallest()) {
			if k := same.smallest(); k > j {
				left = left.without(k)
			}
		}
	}
	return left
}
