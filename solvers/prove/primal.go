package prove

import (
	"cmp"
	"context"
	"math"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// primal solves the relaxations of large tables by package lad. There, a step along an edge moves the estimates of all
// patterns past as many kinks as it takes; the dual simplex needs a pivot for each pattern whose estimate moves.
//
// It has a coarse table too, in which neighbouring targets of a pattern are one, their mean. Losses are convex, so
// they are smaller there: a core of the coarse table is one of the table, with the same dual vector. Only choices
// that are no cores of the coarse table need the whole table.
type primal struct {
	fine, coarse rows
	whole        bool      // whether relaxations take the whole table
	fit          *lad.Fit  // of the last core, or of one with fewer columns
	slack        float64   // by how much its losses exceed the goal
	mu           []float64 // the multipliers that show it, by pattern
	gain         []float64 // how much they let each column lower the bound
}

// rows are a table for package lad, and the pattern of each row.
type rows struct {
	stack *lad.Stack
	inst  *regression.Instance
	of    []int32
}

// newPrimal returns nil if the table is not large.
func newPrimal(ctx context.Context, t *table, p *lad.Problem) *primal {
	if !t.large {
		return nil
	}
	x := &primal{mu: make([]float64, t.patterns), gain: make([]float64, t.width())}
	x.fine = rows{p.NewStack(), p.Instance(), t.of}
	if x.coarse = x.fine; t.coarse != nil {
		x.coarse = rows{t.coarse.Under(ctx).NewStack(), t.coarse.Instance(), t.coarse.Patterns().Of}
	}
	return x
}

// slackShare is the share of the slack that columns may use up which join a core without a relaxation. The rest is for
// rounding.
const slackShare = 0.9

// coarseWidth is the width of the intervals of which each pattern has one target, a fraction of 1.
const coarseWidth = 0.01

// Coarse returns the coarse table of a problem, on which formulas err less, by a little; the problem itself if it is
// not large, or about largest errors. Fits of it take a fraction of the time, and mostly tell which of two sets of
// columns is better.
func Coarse(p *lad.Problem) *lad.Problem {
	if p.Loss() != lad.Average || len(p.Patterns().Target) <= manyPoints {
		return p
	}
	return coarsen(p)
}

func coarsen(p *lad.Problem) *lad.Problem {
	of, from := p.Patterns(), p.Instance()
	inst := &regression.Instance{Columns: from.Columns, Rules: from.Rules}
	for k, v := range of.Vectors {
		interval := -1.0
		for i := of.First[k]; i < of.First[k+1]; i++ {
			y, w := of.Target[i], of.Weight[i]
			if here := math.Floor(y / coarseWidth); here != interval {
				interval = here
				inst.Features, inst.Target, inst.Weight = append(inst.Features, v), append(inst.Target, 0),
					append(inst.Weight, 0)
			}
			last := len(inst.Target) - 1
			inst.Weight[last] += w
			inst.Target[last] += (y - inst.Target[last]) * w / inst.Weight[last]
		}
	}
	return lad.Of(inst, lad.Average)
}

// isCoreOf reports whether a set of columns does not reach the cutoff, and keeps its dual vector if so.
func (s *searcher) isCoreOf(in columns) bool {
	if s.err != nil || s.stopped() {
		return false
	}
	s.solves++
	p, goal := s.primal, s.t.goal(s.cutoff)
	x := &p.coarse
	if p.whole {
		x = &p.fine
	}
	x.stack.Enough = goal / s.t.total
	if err := x.stack.Reset(s.t.names(in.list()), p.fit); err != nil {
		s.err = err
		return false
	}
	value := x.stack.Error() * s.t.total
	if value <= goal {
		return false
	}
	p.fit, p.slack = x.stack.Fit(), slackShare*(value-goal)
	clear(p.mu)
	for i, y := range p.fit.Certificate.Multipliers {
		p.mu[x.of[i]] -= y
	}
	for j := range p.gain {
		g := 0.0
		for _, k := range s.t.patternsOf[j] {
			g += p.mu[k]
		}
		p.gain[j] = s.t.boxLoss(j, -g)
	}
	s.t.join(p.gain)
	return true
}

// keepOf keeps the cut of the last core.
func (s *searcher) keepOf(core columns) {
	var d *proof.Dual
	if s.dual != nil {
		d = s.dual.ofPatterns(s.primal.mu, s.primal.fit)
	}
	s.known.add(s.t.all().minus(core), d)
}

// learnLarge is learn for a large table, with fewer relaxations: columns are taken out and put back many at a time.
func (s *searcher) learnLarge(depth int, choice, free columns) {
	core := choice.or(free)
	s.primal.whole = false
	if !s.isCoreOf(core) {
		if !s.isCoreOf(choice) {
			if s.primal.whole = true; !s.isCoreOf(choice) {
				if !s.stopped() {
					s.fit.limit(s.t.all().minus(choice))
					s.better(choice)
				}
				return
			}
		}
		order := s.cheapest(free)
		least, most := 0, len(order) // the first least columns are a core with the choice, the first most are not
		for core = choice; most-least > 1; {
			middle, trial := (least+most)/2, choice
			for _, j := range order[:middle] {
				trial = trial.or(s.t.unit(j))
			}
			if s.isCoreOf(trial) {
				least, core = middle, trial
			} else {
				most = middle
			}
		}
	}
	s.count(choice)
	tried := columns{} // with which the core is none: then no larger set with them is one either
	core = s.putBack(core, free, &tried)
	for d := depth - depth%growLevels; d >= 0; d -= growLevels {
		core = s.putBack(core, s.levels[d].free, &tried)
	}
	core = s.putBack(core, s.t.all(), &tried)
	if s.primal.whole = false; !s.stopped() {
		s.keepOf(core)
	}
}

// putBack adds columns of a set to a core while it stays a core: those for which its dual vector suffices, and then
// many at once, fewer when they do not fit.
func (s *searcher) putBack(core, set columns, tried *columns) columns {
	order := s.cheapest(set.minus(core).minus(*tried))
	for size := max(len(order)/2, 1); len(order) > 0 && !s.stopped(); {
		if gain := s.primal.gain[order[0]]; gain <= s.primal.slack {
			core, order = core.or(s.t.unit(order[0])), order[1:]
			s.primal.slack -= gain
			continue
		}
		size = min(size, len(order))
		trial := core
		for _, j := range order[:size] {
			trial = trial.or(s.t.unit(j))
		}
		switch {
		case s.isCoreOf(trial):
			core, order, size = trial, s.cheapest(set.minus(trial).minus(*tried)), 2*size
		case size > 1:
			size /= 2
		default:
			*tried, order = tried.or(s.t.unit(order[0])), order[1:]
		}
	}
	return core
}

// cheapest sorts columns as sortByCost does, by the last dual vector.
func (s *searcher) cheapest(of columns) []int {
	order, p := of.minus(s.t.others).list(), s.primal
	cost := func(j int) float64 { return p.gain[j] / (math.Sqrt(s.t.share[j]) * (1 + s.popular[j])) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(cost(a), cost(b)) })
	return order
}
