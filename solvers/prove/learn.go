package prove

import (
	"cmp"
	"math"
	"slices"

	"feltlab/model/proof"
)

// cutMargin is by how much, relative to it, a core exceeds the cutoff: more than the weights were
// moved (jitter) and whoever judges the cut rounds.
const cutMargin = 1e-6

// rounding is more than the error of a bound on the best formula of a set that is no core.
const rounding = 1e-12

// learn finds a cut without the columns of a choice. A relaxation, which starts from the last one,
// may use these and, at first, those that are free beside them; the costliest of the latter are
// taken out until it is a core. Then all columns that it can bear are put back.
func (s *searcher) learn(depth int, choice, free columns) {
	s.fit.limit(s.t.all().minus(choice.or(free)))
	if !s.shrink(choice) {
		s.better(choice)
		return
	}
	s.grow(depth, free)
	s.keep()
}

// keep makes the cut of a core known.
func (s *searcher) keep() {
	var d *proof.Dual
	if s.dual != nil {
		d = s.dual.of(s.fit)
	}
	s.known.add(s.fit.out, d)
}

// shrink takes the costliest columns out, but for some, until the fit is a core. It reports whether
// that came about.
func (s *searcher) shrink(but columns) bool {
	for !s.isCore(s.fit, 0) {
		j := s.fit.costliest(but)
		if j < 0 {
			return false
		}
		s.fit.limit(s.fit.out.with(j))
	}
	return true
}

// inherit makes cuts of those of like claims: the costliest columns are taken out of their cores
// until these do not reach the present one either.
func (s *searcher) inherit() {
	for !s.stopped() {
		c, ok := s.known.inherit()
		if !ok {
			return
		}
		s.fit.limit(c)
		if !s.shrink(columns{}) {
			return
		}
		s.keep()
	}
}

// review takes in what helpers say are cuts and what are.
func (s *searcher) review() {
	for !s.stopped() {
		c, ok := s.known.heard()
		if !ok {
			return
		}
		s.fit.limit(c)
		if s.isCore(s.fit, 0) {
			s.keep()
		}
	}
}

// isCore reports whether the columns of a fit do not reach the cutoff. With patience it may say no
// too soon.
func (s *searcher) isCore(l *lp, patience float64) bool {
	s.solves++
	return l.climb(s.t.goal(s.cutoff), patience)
}

// grow puts columns back as long as the fit stays a core. Those come first that were free until
// deep in the tree: then the cut has columns that were given up early, and closes as many of the
// nodes above as it can. Of equal ones, those come first that the dual vector promises to gain
// less.
func (s *searcher) grow(depth int, free columns) {
	order := s.fit.out.list()
	for _, j := range order {
		s.gain[j] = math.Abs(s.fit.gradient(j))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.gain[a], s.gain[b]) })
	order = s.restore(order, free)
	for d := depth; d >= 0; d-- {
		order = s.restore(order, s.levels[d].free)
	}
	s.restore(order, s.t.all())
}

// restore puts columns of a set back, in the given order, and returns the others.
func (s *searcher) restore(order []int, set columns) (others []int) {
	for _, j := range order {
		if !set.has(j) {
			others = append(others, j)
			continue
		}
		s.trial.copyFrom(s.fit)
		s.trial.limit(s.fit.out.without(j))
		if s.isCore(s.trial, s.t.patience(s.cutoff)) {
			s.fit, s.trial = s.trial, s.fit
		}
	}
	return others
}

// better keeps a choice that reaches the cutoff by itself. If it is better than all before, the
// search ends: the next one has its error to prove, which is easier, and all cuts so far. Else it
// is left out by a cut of its value, which may become the bound.
func (s *searcher) better(choice columns) {
	fit, err := s.p.Fit(s.t.names(choice.list()))
	if err != nil {
		s.err = err
		return
	}
	if fit.Error < s.best {
		s.best, s.support = fit.Error, append([]int{}, fit.IDs...) // not nil, even if it has none
		s.share.end()
		return
	}
	v, err := fit.Certificate.Bound(s.p.Instance(), s.t.names(choice.list()))
	if err != nil {
		s.err = err
		return
	}
	v = min((v-rounding)*s.t.total, s.cutoff)
	s.lowest = min(s.lowest, v)
	s.known.add(s.fit.out, nil)
}
