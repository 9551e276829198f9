package prove

import (
	"cmp"
	"math"
	"slices"
)

const (
	growLevels = 5    // columns free at every fifth level of the tree are put back together
	sortEvery  = 4    // columns put back after which the others are sorted again
	forgetting = 0.99 // factor of the popularity of all columns at each cut
	leastShare = 1e-9 // of the weight, for a column whose rows have none
)

// grow puts columns back while the fit stays a core, each column tried once. The first are those that were free deep in
// the tree: then the cut keeps the columns that were given up early, and closes as many nodes above as it can.
func (s *searcher) grow(depth int, free columns) {
	left := s.fit.out
	s.restore(left.and(free))
	left = left.minus(free)
	for d := depth - depth%growLevels; d >= 0; d -= growLevels {
		s.restore(left.and(s.levels[d].free))
		left = left.minus(s.levels[d].free)
	}
	s.restore(left)
}

// restore puts back columns that are out. The order decides how many choices have no column of the cut. First come
// columns that lower the bound little for the weight of their rows, and those that many choices have: a cut should
// consist of columns that few choices have. The costs are those of the current fit.
func (s *searcher) restore(set columns) {
	order, goal := set.minus(s.t.others).list(), s.t.goal(s.cutoff)
	for back := sortEvery; len(order) > 0 && s.ctx.Err() == nil; order = order[1:] {
		if back == sortEvery {
			s.sortByCost(order)
			back = 0
		}
		if s.putsBack(order[0], goal) {
			back++
		}
	}
}

// putsBack puts a column back if the fit stays a core, and reports whether it does.
func (s *searcher) putsBack(j int, goal float64) bool {
	out := s.fit.out.minus(s.t.unit(j))
	if s.fit.value-s.fit.cost(j) > goal {
		s.fit.limit(out)
		return true
	}
	s.trial.copyFrom(s.fit)
	s.trial.limit(out)
	if !s.isCore(s.trial, s.t.mostWork(s.cutoff)) {
		return false
	}
	s.fit, s.trial = s.trial, s.fit
	return true
}

// cost returns by how much the bound falls if a column that is out, or its whole group, comes back and no multiplier
// changes.
func (l *lp) cost(j int) (sum float64) {
	if !l.t.whole.has(j) {
		return l.t.boxLoss(j, -l.gradient(j))
	}
	for _, k := range l.t.group[j].list() {
		sum += l.t.boxLoss(k, -l.gradient(k))
	}
	return sum
}

func (s *searcher) sortByCost(order []int) {
	for _, j := range order {
		s.gain[j] = s.fit.cost(j) / (math.Sqrt(s.t.share[j]) * (1 + s.popular[j]))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.gain[a], s.gain[b]) })
}

// count makes the columns of a choice that needs a cut more popular, and all columns a little less.
func (s *searcher) count(choice columns) {
	for j := range s.popular {
		s.popular[j] *= forgetting
		if choice.has(j) {
			s.popular[j]++
		}
	}
}
