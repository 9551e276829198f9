package prove

import (
	"cmp"
	"math"
	"slices"
)

// maxPivots of a relaxation; a certificate holds wherever they end.
const maxPivots = 20000

// projectBelow is the percentage of its columns below which a relaxation is rebuilt without the others.
const projectBelow = 80

// cutMargin is by how much, relative to it, the relaxation exceeds the cutoff when it is certified:
// more than the weights were moved (jitter) and multipliers are rounded.
const cutMargin = 1e-6

// learn finds a cut that has no column of protect and few of the others of keep: the columns that must
// be taken away, beside those not in keep, until what is left does not reach the cutoff. If keep is
// for the node at a depth, its relaxation is kept for those below.
func (s *searcher) learn(depth int, protect, keep columns, node bool) {
	var l *lp
	if node {
		l = s.relax(depth, keep)
	} else {
		from := s.relaxation(depth)
		l = s.work.resize(from.v)
		l.copyFrom(from)
		l.takeOut(from.v.columns.minus(keep))
	}
	goal := s.cutoff * (1 + cutMargin)
	s.solve(l, goal)
	if node {
		n := s.levels[depth]
		n.relaxed.resize(l.v).copyFrom(l)
		n.ready = true
	}
	for {
		if l.value > goal {
			if v := s.certify(l); v >= s.cutoff {
				s.publish(l, v)
				return
			}
		}
		j := l.dearest(protect)
		if j < 0 {
			break
		}
		l.takeOut(columns{}.with(j))
		s.solve(l, goal)
	}
	// The protected columns reach the cutoff by themselves.
	s.solve(l, math.Inf(1))
	v := s.certify(l)
	s.improve(protect.list())
	s.lowest = min(s.lowest, v)
	s.add(cut{columns: s.t.all().minus(protect), value: v})
}

// relax returns the relaxation of a node by the columns of keep, with fewer columns than that of its
// ancestors if it pays.
func (s *searcher) relax(depth int, keep columns) *lp {
	from := s.relaxation(depth)
	if keep.size() > len(from.v.ids)*projectBelow/100 {
		l := s.work.resize(from.v)
		l.copyFrom(from)
		l.takeOut(from.v.columns.minus(keep))
		return l
	}
	l := s.work.resize(from.v.project(keep))
	l.start()
	return l
}

func (s *searcher) solve(l *lp, goal float64) {
	s.solves++
	l.solve(goal, maxPivots)
}

// takeOut makes the weights of columns of the root zero.
func (l *lp) takeOut(set columns) {
	for ; !set.empty(); set = set.without(set.smallest()) {
		j := int(l.v.local[set.smallest()])
		l.out[j] = true
		l.shape(j)
	}
	l.reseat()
}

// dearest returns the column of the root whose loss promises to cost most, but for some; -1 if there is
// none.
func (l *lp) dearest(but columns) int {
	best, most := -1, -1.0
	for j, out := range l.out {
		if out || but.has(l.v.column[j]) {
			continue
		}
		if g := l.gain(j); g > most {
			best, most = l.v.column[j], g
		}
	}
	return best
}

// left returns the columns of the root that are not out.
func (l *lp) left() (c columns) {
	for j, out := range l.out {
		if !out {
			c = c.with(l.v.column[j])
		}
	}
	return c
}

// certify returns the certified loss of the columns that are not out. The dual vector is in mu then, and
// the gains of all columns in gain.
func (s *searcher) certify(l *lp) float64 {
	l.v.lift(l, s.mu)
	v := s.t.weigh(s.mu, s.grad, s.sum)
	s.t.gains(s.grad, s.gain)
	for _, j := range l.left().list() {
		v -= s.gain[j]
	}
	return v
}

// publish makes a cut of the columns that are out, but for those that the certificate can do without.
func (s *searcher) publish(l *lp, v float64) {
	out := s.t.all().minus(l.left())
	list := out.list()
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(s.gain[a], s.gain[b]) })
	for _, j := range list {
		if v-s.gain[j] < s.cutoff {
			break
		}
		v -= s.gain[j]
		out = out.without(j)
	}
	s.add(cut{columns: out, value: v})
}

func (s *searcher) add(c cut) {
	s.known.add(c, func(id int) { s.witness.Certificate(CutSlots+id, s.mu) })
}

// improve keeps a set as the best, unless it needs more features than are allowed.
func (s *searcher) improve(set []int) {
	var ids []int
	for _, j := range set {
		ids = append(ids, s.t.twins[j]...)
	}
	fit, err := s.p.Fit(ids)
	if err != nil {
		s.err = err
		return
	}
	if ids := used(fit); fit.Error < s.best && len(ids) <= s.limit {
		s.best, s.support = fit.Error, ids
	}
}
