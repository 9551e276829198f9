package prove

import (
	"cmp"
	"slices"
)

// cutMargin is by how much, relative to it, the relaxation exceeds the cutoff when it is certified:
// more than the weights were moved (jitter) and multipliers are rounded.
const cutMargin = 1e-6

// learn finds a cut without the columns of a choice. A relaxation may use these and, at first, those that
// are free beside them; the dearest of the latter are taken out until it is a core. Then all columns
// that it can bear are put back.
func (s *searcher) learn(depth int, choice, free columns) {
	s.fit.copyFrom(s.root)
	s.fit.limit(s.t.all().minus(choice.or(free)))
	for !s.core(s.fit, 0) {
		j := s.fit.dearest(choice)
		if j < 0 {
			s.better(choice)
			return
		}
		s.fit.limit(s.fit.out.with(j))
	}
	s.grow(depth, free)
	s.publish(s.certify(s.fit))
}

// inherit makes cuts of those of a lower cutoff: the dearest columns are taken out of their cores until
// these do not reach the present one either.
func (s *searcher) inherit() {
	for !s.stopped() {
		c, ok := s.known.inherit()
		if !ok {
			return
		}
		s.fit.copyFrom(s.root)
		s.fit.limit(c.columns)
		for !s.core(s.fit, 0) {
			j := s.fit.dearest(columns{})
			if j < 0 {
				return
			}
			s.fit.limit(s.fit.out.with(j))
		}
		s.publish(s.certify(s.fit))
	}
}

// restorePatience is how many pivots, at the present pace, a column may be away from being put back. Two columns of
// five cannot be, and to be sure of that takes eight times the pivots of one that can. With this patience it takes a third of
// them, and one column of twenty is given up that could have been put back.
const restorePatience = 40

// core reports whether the columns of a fit do not reach the cutoff, which a certificate shows. With patience it may
// say no too soon.
func (s *searcher) core(l *lp, patience float64) bool {
	s.solves++
	return l.climb(s.t.goal(s.cutoff), patience) && s.certify(l) >= s.cutoff
}

// grow puts columns back as long as the fit stays a core. Those come first that were free until deep in the tree: then the
// cut has columns that were given up early, and closes as many of the nodes above as it can. Of
// equal ones, those come first that the certificate promises to gain less.
func (s *searcher) grow(depth int, free columns) {
	order, gain := s.fit.out.list(), slices.Clone(s.gain)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gain[a], gain[b]) })
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
		if s.core(s.trial, restorePatience) {
			s.fit, s.trial = s.trial, s.fit
		}
	}
	return others
}

// certify returns the certified error of the columns that are not out. The dual vector is in mu then, and
// what each column gains by it at most in gain.
func (s *searcher) certify(l *lp) float64 {
	if s.t.high != nil {
		s.t.multipliersOf(l, s.mu)
	} else {
		copy(s.mu, l.lambda)
	}
	return s.weigh(l.out)
}

// weigh returns what the columns that are not out lose at least by the dual vector in mu.
func (s *searcher) weigh(out columns) float64 {
	v := s.t.weigh(s.mu, s.gain, s.sum)
	for j, g := range s.gain {
		if !out.has(j) {
			v -= g
		}
	}
	return v
}

// better keeps a choice that reaches the cutoff by itself. It is left out of the rest of the search by a cut of its
// value, which may become the bound.
func (s *searcher) better(choice columns) {
	fit, err := s.p.Fit(s.t.names(choice.list()))
	if err != nil {
		s.err = err
		return
	}
	if fit.Error < s.best {
		s.best, s.support = fit.Error, fit.IDs
	}
	if s.enough && fit.Error*s.t.total < s.cutoff {
		s.share.end()
		return
	}
	s.t.byPattern(fit.Certificate.Multipliers, s.mu)
	v := s.weigh(s.fit.out)
	s.lowest = min(s.lowest, v)
	s.publish(v)
}

// publish makes a cut of the columns that are out, of which the last certificate was.
func (s *searcher) publish(v float64) {
	s.known.add(cut{columns: s.fit.out, value: v})
}
