package prove

import (
	"context"

	"feltlab/solvers/lad"
)

// searcher looks for choices of at most k columns that have one of every cut, and learns a cut from
// each that it finds, until there is none: the implicit hitting set problem whose sets are the cuts.
type searcher struct {
	t       *table
	p       *lad.Problem
	ctx     context.Context
	cutoff  float64
	known   *cuts
	share   *pool // where idle workers wait
	witness Witness
	silent  bool // nobody looks

	levels []*level
	seen   int // cuts that the levels have
	work   *lp // for learn
	mu     []float64
	grad   []float64
	gain   []float64
	sum    []float64
	lowest float64 // certified bound of the best choice below the cutoff

	limit   int     // features of a formula
	best    float64 // smallest error of a fit, and its features
	support []int

	nodes, solves int64
	err           error
}

// level is a node of the tree: columns that are in, the cuts that have none of them, and the
// relaxation by all columns that were in or free when it was made.
type level struct {
	in      columns
	active  []cut
	relaxed *lp
	ready   bool // relaxed is of this node; else an ancestor's serves
}

const (
	// shareAbove is the number of columns to be chosen above which a node may go to another worker.
	shareAbove = 2
	// smallCut is the number of free columns of a cut that is good enough to branch on; a node without
	// one learns a cut of its own first.
	smallCut = 6
	// recentCuts is how many cuts a column to branch on should be rare in.
	recentCuts = 50
)

func newSearcher(ctx context.Context, t *table, p *lad.Problem, cutoff float64, known *cuts) *searcher {
	n := len(t.ids)
	return &searcher{
		t: t, p: p, ctx: ctx, cutoff: cutoff, known: known, witness: silent{}, silent: true,
		work: newLP(t.whole()), mu: make([]float64, t.patterns), grad: make([]float64, n), gain: make([]float64, n), sum: make([]float64, t.sums()), lowest: cutoff,
	}
}

func (s *searcher) at(depth int) *level {
	for len(s.levels) <= depth {
		s.levels = append(s.levels, &level{relaxed: &lp{}})
	}
	return s.levels[depth]
}

func (s *searcher) stopped() bool { return s.ctx.Err() != nil || s.err != nil }

// run searches a task.
func (s *searcher) run(w Witness, x task) {
	s.witness = w
	_, s.silent = w.(silent)
	w.Open(s.t.names(x.in.list()), s.t.names(x.free.list()), x.k)
	n := s.at(0)
	n.in, n.ready, n.active = x.in, true, n.active[:0]
	n.relaxed.resize(x.node.v).copyFrom(x.node)
	s.seen = 0
	s.visit(0, x.k, x.free)
	w.Close()
}

// sync hands the cuts that are new to the nodes on the way to the present one.
func (s *searcher) sync(depth int) {
	news := s.known.since(s.seen)
	s.seen += len(news)
	for _, c := range news {
		for _, n := range s.levels[:depth+1] {
			if !c.columns.and(n.in).empty() {
				break
			}
			n.active = append(n.active, c)
		}
	}
}

// leaf ends the present branch: it has no column of a cut.
func (s *searcher) leaf(c cut) { s.witness.Leaf(CutSlots + c.id) }

// visit proves the node at a depth, where at most k of the free columns may be chosen.
func (s *searcher) visit(depth, k int, free columns) {
	n := s.at(depth)
	s.nodes++
	if k == 1 {
		s.last(depth, free)
		return
	}
	for fresh := true; !s.stopped(); {
		s.sync(depth)
		c, size := n.smallest(free)
		switch {
		case size == 0:
			s.leaf(c)
			return
		case size > smallCut && fresh, len(n.active) == 0:
			s.learn(depth, n.in, n.in.or(free), fresh)
			fresh = false
			continue
		}
		j := n.rarest(c.columns.and(free))
		free = free.without(j)
		s.witness.Split(s.t.ids[j])
		s.descend(depth, k-1, j, free)
	}
}

// smallest returns the active cut with the fewest free columns and their number.
func (n *level) smallest(free columns) (best cut, size int) {
	size = len(free)*64 + 1
	for _, c := range n.active {
		if v := c.columns.and(free).size(); v < size {
			best, size = c, v
			if v == 0 {
				break
			}
		}
	}
	return best, size
}

// rarest returns the column of a cut that the fewest of the recent cuts have. A column of many cuts is
// the better choice for a formula, but what is searched first should be over soon and leave much
// learned: then the columns of many cuts have little left to choose beside them.
func (n *level) rarest(among columns) int {
	recent := n.active[max(len(n.active)-recentCuts, 0):]
	best, least := -1, len(recent)+1
	for ; !among.empty(); among = among.without(among.smallest()) {
		j, count := among.smallest(), 0
		for _, c := range recent {
			count += int(c.columns[j>>6] >> (j & 63) & 1)
		}
		if count < least {
			best, least = j, count
		}
	}
	return best
}

// descend visits the child with a column, or gives it to an idle worker.
func (s *searcher) descend(depth, k, j int, free columns) {
	n, c := s.at(depth), s.at(depth+1)
	c.in, c.ready = n.in.with(j), false
	if k > shareAbove && s.share.offer(s.relaxation(depth), c.in, free, k) {
		s.witness.Skip()
		return
	}
	c.active = c.active[:0]
	for _, v := range n.active {
		if !v.columns.has(j) {
			c.active = append(c.active, v)
		}
	}
	s.visit(depth+1, k, free)
}

// relaxation returns the relaxation of the nearest ancestor that has one.
func (s *searcher) relaxation(depth int) *lp {
	for !s.levels[depth].ready {
		depth--
	}
	return s.levels[depth].relaxed
}

// last proves a node in which one more column may be chosen: it must be in all active cuts.
func (s *searcher) last(depth int, free columns) {
	n := s.at(depth)
	for i := 0; !s.stopped(); {
		s.sync(depth)
		for ; i < len(n.active); i++ {
			c := n.active[i]
			gone := free.minus(c.columns)
			free = free.and(c.columns)
			if !s.silent {
				for _, j := range gone.list() {
					s.witness.Split(s.t.ids[j])
					s.leaf(c)
				}
			}
			if free.empty() {
				s.leaf(c)
				return
			}
		}
		protect := n.in
		if !free.empty() {
			protect = protect.with(free.smallest())
		}
		s.learn(depth, protect, n.in.or(free), false)
	}
}
