package prove

import (
	"sync"
	"sync/atomic"

	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// cutMargin is by how much a core exceeds the cutoff, relative to it: more than jitter moves the
// weights and than the kernel rounds.
const cutMargin = 1e-6

// rounding is more than the rounding error of a bound on the best formula of a set.
const rounding = 1e-12

// learn finds a cut without the columns of a choice. A relaxation, starting from the last one, uses
// these columns and the free ones. The costliest free columns are taken out until the rest is a core;
// then all columns with which it stays a core are put back.
func (s *searcher) learn(depth int, choice, free columns) {
	if s.branch != nil && s.branchToo() {
		return
	}
	if s.primal != nil {
		s.learnLarge(depth, choice, free)
		return
	}
	s.fit.limit(s.t.all().minus(choice.or(free)))
	if !s.shrink(choice) {
		s.better(choice)
		return
	}
	s.count(choice)
	s.grow(depth, free)
	s.keep()
}

// branchToo branches for as much work as the search did since the last time, and reports whether that proves the
// cutoff or finds a better formula.
func (s *searcher) branchToo() (done bool) {
	work := float64(s.fit.pivots+s.trial.pivots) + nodeWork*float64(s.nodes+s.inside.nodes)
	if s.branch.shown || work > branchFrom && s.branch.advance(int64(work-s.branched)+1) {
		s.share.end()
		done = true
	}
	if fit := s.branch.best; fit != nil && fit.Error < s.best {
		s.best, s.support = fit.Error, append([]int{}, fit.IDs...)
		s.share.end()
		done = true
	}
	s.branched = work
	return done
}

func (s *searcher) keep() {
	var d *proof.Dual
	if s.dual != nil {
		d = s.dual.of(s.fit)
	}
	s.known.add(s.fit.out, d)
}

// shrink takes out the costliest columns, except some, until the fit is a core, and reports whether it became one.
func (s *searcher) shrink(but columns) bool {
	for !s.isCore(s.fit, 0) {
		j := -1
		if !s.stopped() {
			j = s.fit.costliest(but)
		}
		if j < 0 {
			return false
		}
		s.fit.limit(s.fit.out.or(s.t.unit(j)))
	}
	return true
}

// inherit makes cuts of those of similar claims: it shrinks their cores until these are cores for the
// current cutoff too.
func (s *searcher) inherit() {
	for !s.stopped() {
		c, ok := s.known.inherit()
		if !ok {
			return
		}
		if s.primal != nil {
			s.tryCut(c.minus(s.with))
			continue
		}
		s.fit.limit(c.minus(s.with))
		if !s.shrink(s.with) {
			return
		}
		s.keep()
	}
}

// tryCut keeps a cut if the other columns are a core, and reports whether they are.
func (s *searcher) tryCut(c columns) bool {
	if s.primal != nil {
		core := s.t.all().minus(c)
		holds := s.isCoreOf(core)
		if holds {
			s.keepOf(core)
		}
		return holds
	}
	s.fit.limit(c)
	holds := s.isCore(s.fit, 0)
	if holds {
		s.keep()
	}
	return holds
}

// isCore reports whether the columns of a fit do not reach the cutoff. With mostWork above 0 it may give up
// and report false.
func (s *searcher) isCore(l *lp, mostWork float64) bool {
	s.solves++
	return l.climb(s.t.goal(s.cutoff), mostWork)
}

// better handles a choice that reaches the cutoff by itself. If it is the best so far, the search ends:
// the next search proves its error, which is easier, and starts with all cuts. Otherwise a cut excludes
// the choice, and its error may become the bound.
func (s *searcher) better(choice columns) {
	if s.stopped() {
		return
	}
	fit, err := s.p.Fit(s.t.names(choice.list()))
	if err != nil {
		s.err = err
		return
	}
	if s.rounder != nil {
		s.err = s.round(choice)
		return
	}
	if s.list != nil {
		found := false
		if found, s.err = s.list.offer(fit.IDs); found {
			s.share.end()
		} else if s.err == nil {
			s.err = s.lower(choice, fit)
		}
		return
	}
	if fit.Error < s.best {
		s.best, s.support = fit.Error, append([]int{}, fit.IDs...) // not nil, even if it has none
		s.share.end()
		return
	}
	s.err = s.lower(choice, fit)
}

// lower lowers the cutoff that is proved to the error of a choice.
func (s *searcher) lower(choice columns, fit *lad.Fit) error {
	v, err := fit.Certificate.Bound(s.p.Instance(), s.t.names(choice.list()))
	if err != nil {
		return err
	}
	v = min((v-rounding)*s.t.total, s.cutoff)
	s.lowest = min(s.lowest, v)
	s.known.add(s.t.all().minus(choice), nil)
	return nil
}

// cuts are the cuts that workers have learned, in this order. Every formula below the cutoff has a
// column of each, everywhere in the tree.
type cuts struct {
	mu    sync.Mutex
	list  []columns
	duals []*proof.Dual // dual vectors that show them, or nil
	trees map[int]shown // or trees that do, by place in the list
	size  atomic.Int64

	old  []columns // cuts of similar claims
	next atomic.Int64
}

func (s *cuts) inherit() (c columns, ok bool) {
	i := int(s.next.Add(1)) - 1
	if i >= len(s.old) {
		return columns{}, false
	}
	return s.old[i], true
}

func (s *cuts) add(c columns, d *proof.Dual) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list, s.duals = append(s.list, c), append(s.duals, d)
	s.size.Store(int64(len(s.list)))
}

func (s *cuts) addTree(c columns, t shown) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.trees == nil {
		s.trees = map[int]shown{}
	}
	s.trees[len(s.list)] = t
	s.list, s.duals = append(s.list, c), append(s.duals, nil)
	s.size.Store(int64(len(s.list)))
}

func (s *cuts) since(n int) []columns {
	if int(s.size.Load()) == n {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list[n:]
}
