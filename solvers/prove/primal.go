package prove

import (
	"cmp"
	"math"
	"slices"

	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// primal solves the relaxations of large tables by package lad. There, a step along an edge moves the estimates of all
// patterns past as many kinks as it takes; the dual simplex needs a pivot for each pattern whose estimate moves.
type primal struct {
	stack *lad.Stack
	fit   *lad.Fit  // the last core's
	mu    []float64 // its multipliers, by pattern
}

// newPrimal returns nil if the table is not large.
func newPrimal(t *table, p *lad.Problem) *primal {
	if !t.large {
		return nil
	}
	return &primal{stack: p.NewStack(), mu: make([]float64, t.patterns)}
}

// isCoreOf reports whether a set of columns does not reach the cutoff, and keeps its fit if so.
func (s *searcher) isCoreOf(in columns) bool {
	if s.err != nil || s.stopped() {
		return false
	}
	s.solves++
	p, goal := s.primal, s.t.goal(s.cutoff)/s.t.total
	p.stack.Enough = goal
	if err := p.stack.Reset(s.t.names(in.list()), p.fit); err != nil {
		s.err = err
		return false
	}
	if p.stack.Error() <= goal {
		return false
	}
	p.fit = p.stack.Fit()
	return true
}

// keepOf keeps the cut of the last core.
func (s *searcher) keepOf(core columns) {
	var d *proof.Dual
	if s.dual != nil {
		d = s.dual.ofFit(s.primal.fit)
	}
	s.known.add(s.t.all().minus(core), d)
}

// learnLarge is learn for a large table, with fewer relaxations: columns are taken out and put back many at a time.
func (s *searcher) learnLarge(depth int, choice, free columns) {
	core := choice.or(free)
	if !s.isCoreOf(core) {
		order := s.cheapest(free)
		least, most := 0, len(order) // the first least columns are a core with the choice, the first most are not
		if !s.isCoreOf(choice) {
			if !s.stopped() {
				s.fit.limit(s.t.all().minus(choice))
				s.better(choice)
			}
			return
		}
		for core = choice; most-least > 1; {
			middle, trial := (least+most)/2, choice
			for _, j := range order[:middle] {
				trial = trial.with(j)
			}
			if s.isCoreOf(trial) {
				least, core = middle, trial
			} else {
				most = middle
			}
		}
	}
	for d := depth; d >= 0; d-- {
		core = s.putBack(core, s.levels[d].free.minus(core))
	}
	core = s.putBack(core, s.t.all().minus(core))
	if !s.stopped() {
		s.keepOf(core)
	}
}

// putBack adds columns to a core while it stays a core: many at once, fewer when they do not fit.
func (s *searcher) putBack(core, more columns) columns {
	order := s.cheapest(more)
	for size := max(len(order)/2, 1); len(order) > 0 && !s.stopped(); {
		size = min(size, len(order))
		trial := core
		for _, j := range order[:size] {
			trial = trial.with(j)
		}
		switch {
		case s.isCoreOf(trial):
			core, order, size = trial, order[size:], 2*size
		case size > 1:
			size /= 2
		default:
			order = order[1:]
		}
	}
	return core
}

// cheapest sorts columns by the gradients of the last core: those that lower its error least come first.
func (s *searcher) cheapest(of columns) []int {
	order := of.list()
	if s.primal.fit == nil {
		return order
	}
	mu := s.primal.mu
	s.t.byPattern(s.primal.fit.Certificate.Multipliers, mu)
	gain := make([]float64, s.t.width())
	for j := range gain {
		for _, p := range s.t.patternsOf[j] {
			gain[j] += mu[p]
		}
		gain[j] = math.Abs(gain[j])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gain[a], gain[b]) })
	return order
}
