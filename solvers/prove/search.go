package prove

import (
	"context"
	"math"
	"slices"
	"sync"

	"feltlab/solvers/lad"
)

// searcher finds choices of at most k columns with a column of every cut, and learns a cut from each,
// until there is none: an implicit hitting set problem whose sets are the cuts.
type searcher struct {
	t      *table
	p      *lad.Problem
	ctx    context.Context
	cutoff float64
	known  *cuts
	with   columns // that every choice has
	share  *pool   // hands tasks to idle workers

	levels   []*level
	seen     int       // cuts that the levels have
	inside   incidence // of the cuts that are open in a node on the path
	visitAll bool      // whether to visit nodes that it would close, too

	fit, trial *lp     // the last core, and a candidate
	primal     *primal // solves relaxations instead, if the table is large
	gain       []float64
	popular    []float64 // of each column, the recent choices with it that needed a cut
	list       *lister   // of a search for the best sets, or nil
	rounder    *rounder  // of a solve with round weights, or nil
	branch     *brancher // proves the cutoff in another way, or nil
	branched   float64   // the work so far for which it worked too
	dual       *writer   // writes the dual vectors of cuts; nil if they are not needed
	outcome
}

// level is a node of the tree: the chosen columns, the free columns, and the cuts without a chosen column.
type level struct {
	in, free columns
	active   []columns

	tight   columns // the cut with the fewest free columns, of the first scanned active ones
	scanned int
	order   []int // columns of that cut: the first is in the fewest recent cuts
	count   []int // of recent cuts, by column
	next    int   // place in the order; the columns before it are not free

	k     int     // columns left to choose
	rest  columns // the free columns after the current child
	given bool    // whether the rest was given to another worker
}

const (
	shareAbove = 2  // the number of columns left to choose above which a node may be given away
	recentCuts = 50 // the number of latest cuts in which a column to branch on should be rare
)

// newSearcher returns a searcher whose relaxations start from that of all columns, and which reports
// fits better than best.
func newSearcher(ctx context.Context, t *table, p *lad.Problem, root *lp, cutoff, best float64, known *cuts) *searcher {
	s := &searcher{
		t: t, p: p.Under(ctx), ctx: ctx, cutoff: cutoff, known: known, fit: newLP(ctx, t), trial: newLP(ctx, t),
		gain: make([]float64, len(t.ids)), popular: make([]float64, len(t.ids)),
		outcome: outcome{lowest: cutoff, best: best},
	}
	s.fit.copyFrom(root)
	s.inside = incidence{t: t, stopped: s.stopped, depth: -1}
	s.primal = newPrimal(ctx, t, s.p)
	return s
}

func (s *searcher) at(depth int) *level {
	for len(s.levels) <= depth {
		s.levels = append(s.levels, &level{})
	}
	return s.levels[depth]
}

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

func (s *searcher) run(x task) {
	n := s.at(0)
	n.in, n.active = x.in, n.active[:0]
	s.seen, s.inside.depth = 0, -1
	s.inherit()
	if x.k == 1 {
		s.last(0, nil, x.free)
	} else {
		s.visit(0, x.k, x.free)
	}
}

// sync adds new cuts to the nodes on the path to the current one.
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

// visit proves the node at a depth, in which at most k > 1 free columns may be chosen.
func (s *searcher) visit(depth, k int, free columns) {
	n := s.at(depth)
	n.k, n.given, n.scanned = k, false, 0
	s.nodes++
	for !s.stopped() && !n.given {
		n.free = free
		s.sync(depth)
		if s.closes(depth) {
			return
		}
		n.scan(free)
		switch {
		case len(n.active) == 0 && s.listed(n.in):
			return
		case len(n.active) == 0:
			s.learn(depth, n.in, free)
		case n.tight.and(free).empty():
			return
		default:
			j := s.t.duplicates[n.rarest(free)].and(free).smallest()
			n.rest = free.minus(s.t.duplicates[j])
			s.split(depth)
			s.descend(depth, k-1, j, free.minus(s.t.taken(j, n.in.with(j))))
			free = n.rest
		}
	}
}

// closes reports whether no choice of a node's free columns has a column of every cut. It looks at a node with few
// columns left to choose, once; the incidence then serves the nodes below.
func (s *searcher) closes(depth int) bool {
	n := s.levels[depth]
	if n.k > closeBelow || s.inside.depth >= 0 || len(n.active) == 0 || s.visitAll {
		return false
	}
	return !s.inside.reset(n, depth, n.free) || s.inside.closes(n, n.in, n.free, n.k)
}

// scan finds the active cut with the fewest free columns. A column that is given up takes one from that cut, and at
// most one from the others, but for duplicates; so only new cuts are looked at again.
func (n *level) scan(free columns) {
	size := n.tight.and(free).size()
	if n.scanned == 0 {
		size = math.MaxInt
	}
	if n.scanned < len(n.active) {
		n.order, n.next = n.order[:0], 0
	}
	for _, c := range n.active[n.scanned:] {
		if v := c.and(free).size(); v < size {
			n.tight, size = c, v
			if v == 0 {
				break
			}
		}
	}
	n.scanned = len(n.active)
}

// rarest returns the free column of the tight cut that the fewest recent cuts have. A column of many cuts is the
// better choice for a formula; but the first subtrees should be small and teach many cuts, so that the
// later columns, of many cuts, have few free columns left beside them.
func (n *level) rarest(free columns) int {
	if len(n.order) == 0 {
		n.sortTight(free)
	}
	for !free.has(n.order[n.next]) {
		n.next++
	}
	return n.order[n.next]
}

func (n *level) sortTight(free columns) {
	recent := n.active[max(len(n.active)-recentCuts, 0):]
	n.order = n.tight.and(free).list()
	n.count = resize(n.count, n.order[len(n.order)-1]+1)
	for _, j := range n.order {
		n.count[j] = 0
		for i := range recent {
			if recent[i].has(j) {
				n.count[j]++
			}
		}
	}
	slices.SortStableFunc(n.order, func(i, j int) int { return n.count[i] - n.count[j] })
}

// split gives the rest of the uppermost open node, likely the largest, to a waiting worker.
func (s *searcher) split(depth int) {
	if !s.share.wanted() {
		return
	}
	for _, n := range s.levels[:depth+1] {
		if n.k <= shareAbove {
			return
		}
		if !n.given && !n.tight.and(n.rest).empty() {
			n.given = true
			s.share.put(task{n.in, n.rest, n.k})
			return
		}
	}
}

func (s *searcher) descend(depth, k, j int, free columns) {
	n, c := s.at(depth), s.at(depth+1)
	c.in = n.in.or(s.t.unit(j))
	if k == 1 {
		s.last(depth+1, n.active, free)
		return
	}
	if x := &s.inside; x.depth >= 0 && x.closes(s.levels[x.depth], c.in, free, k) {
		return
	}
	c.active = c.active[:0]
	for _, v := range n.active {
		if !v.has(j) {
			c.active = append(c.active, v)
		}
	}
	s.visit(depth+1, k, free)
	if s.inside.depth == depth+1 {
		s.inside.depth = -1
	}
}

// last proves a node in which one more column may be chosen: it must be in all cuts without a chosen
// column. Most nodes are of this kind and close soon, so the cuts of the parent are not copied.
func (s *searcher) last(depth int, cuts []columns, free columns) {
	n := s.at(depth)
	n.free, n.active = free, n.active[:0]
	s.nodes++
	for open := false; !s.stopped(); {
		for _, c := range cuts {
			if !c.and(n.in).empty() {
				continue
			}
			open = true
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
		switch {
		case s.list != nil && !open:
			if s.listed(choice) { // so are those with one more column
				return
			}
		case !free.empty():
			rest := free
			for ; !rest.empty() && s.listed(n.in.or(s.t.unit(rest.smallest()))); rest = rest.without(rest.smallest()) {
			}
			if rest.empty() {
				return
			}
			choice = choice.or(s.t.unit(rest.smallest()))
		}
		s.learn(depth, choice, free)
	}
}

// listed reports whether a search for the best sets ends in a choice.
func (s *searcher) listed(choice columns) bool {
	return s.list != nil && s.list.listed(s.t.names(choice.list()))
}

// confine restricts the free columns to those of a cut. A column whose smaller duplicate is given up is given up too.
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
