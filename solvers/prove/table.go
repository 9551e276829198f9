package prove

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// table is an instance prepared for the simplex: one convex piecewise-linear loss a pattern and one
// column for each feature that is true somewhere. An intercept is a further column, the last.
type table struct {
	ids        []int     // feature of each column, ascending
	duplicates []columns // of each column, its duplicates, itself included
	doubled    columns   // columns with other duplicates
	group      []columns // of each column, those of its group, or itself
	most       []int     // of each column, how many of its group a choice may have
	whole      columns   // those of whole groups: sets of columns have all of a group, or none
	others     columns   // of whole, those that are not the first of their group
	rules      *proof.Rules

	free   int         // 1 if there is an intercept, or a fixed estimate of a formula without columns, else 0
	zeroed [][]float64 // the bounds of each column and 0, ascending
	box    [][]float64 // bounds of the weight of each column; one number if both are equal

	large      bool         // more than manyPoints kinks
	coarse     *lad.Problem // of a large table: with fewer targets; see primal
	patterns   int
	scale      float64    // targets, bounds and losses here are those of the instance times this, see scaleFor
	total      float64    // the loss of an error of 1: the sum of the weights, or 1 for the largest error, times scale
	members    [][]uint16 // columns of each pattern
	patternsOf [][]int32  // of each column
	of         []int32    // pattern of each row of the instance

	high, low []float64 // For the largest error: of each pattern; see within

	// Kinks of pattern p: first[p] .. first[p+1]-1. The slope left of kink i is slope[i+p], right of it slope[i+p+1].
	first  []int32
	y      []float64 // equities, ascending within a pattern
	weight []float64 // weight of the rows at the kink
	loss   []float64 // loss of the pattern at the kink, if the pattern has at most manyKinks or the table is large
	slope  []float64 // with jitter
	exact  []float64 // without jitter
	above  float64   // what rows above an estimate count; those below count 2 - above
	share  []float64 // of each column, the share of the weight that its rows have
	size   []float64 // of each pattern, the root of its share of the weight, 1 on average; with room for a stride

	words, stride int // Which columns a pattern has, see findWords
	word          []uint32
}

// jitter is the largest relative amount by which weights are moved, so that no two dual vertices
// coincide. Bounds use the weights without it.
const jitter = 1e-7

// scaleFor returns the scale of a table whose cutoffs are near an error: 1, or for an error below leastError the power
// of two that brings it to leastError or more. So the tolerances of the simplex follow the errors of a table in which
// one target lies far from all others.
func scaleFor(e float64) float64 {
	if !(e > 0 && e < leastError) {
		return 1
	}
	_, bits := math.Frexp(leastError / e)
	return math.Ldexp(1, min(bits, mostScale))
}

const (
	leastError = proof.AbsoluteGap / proof.SmallGap
	mostScale  = 30
)

// newTable prepares a valid instance for cutoffs near an error.
func newTable(inst *regression.Instance, loss lad.Loss, e float64) *table {
	p := regression.PatternsOf(inst)
	t := &table{total: inst.TotalWeight(), patterns: len(p.Vectors), of: p.Of, scale: scaleFor(e), rules: inst.Rules}
	t.first, t.y, t.weight = p.First, slices.Clone(p.Target), p.Weight
	floats.Scale(t.scale, t.y)
	t.above, _ = regression.Slopes(inst.Rules)
	t.findLosses()
	t.findColumns(inst, p)
	t.findBoxes(inst)
	t.findWords()
	t.findSizes()
	if loss == lad.Max {
		t.high, t.low, t.total = make([]float64, t.patterns), make([]float64, t.patterns), 1
		for p := range t.patterns {
			t.low[p], t.high[p] = t.y[t.first[p]], t.y[t.first[p+1]-1]
		}
	}
	t.total *= t.scale
	return t
}

// manyKinks is the most kinks of a pattern whose losses are tabulated. For patterns with more, whose table
// would take the square of the kinks, lossAt sums.
const manyKinks = 256

// manyPoints is the most kinks of a table whose losses are sums over the rows of a pattern, and whose relaxations are
// solved by the dual simplex. The losses of a larger table are running sums, which take time linear in the kinks; its
// relaxations of average errors are solved by package lad.
const manyPoints = 1 << 15

func (t *table) findLosses() {
	t.loss = make([]float64, len(t.y))
	t.large = len(t.y) > manyPoints
	for p := range t.patterns {
		a, b := int(t.first[p]), int(t.first[p+1])
		sum, moved := 0.0, 0.0
		for i := a; i < b; i++ {
			sum += t.weight[i]
			moved += t.weight[i] * jitterOf(i)
		}
		t.exact, t.slope = append(t.exact, -t.above*sum), append(t.slope, -t.above*moved)
		for i := a; i < b; i++ {
			t.exact = append(t.exact, t.exact[len(t.exact)-1]+2*t.weight[i])
			t.slope = append(t.slope, t.slope[len(t.slope)-1]+2*t.weight[i]*jitterOf(i))
			if b-a <= manyKinks && !t.large {
				t.loss[i] = t.sumLoss(p, i)
			}
		}
		if t.large {
			t.addLosses(p)
		}
	}
}

// addLosses fills in the losses of a pattern, which are linear between two kinks.
func (t *table) addLosses(p int) {
	a, b := int(t.first[p]), int(t.first[p+1])
	t.loss[a] = t.sumLoss(p, a)
	for i := a; i+1 < b; i++ {
		t.loss[i+1] = t.loss[i] + t.exact[i+p+1]*(t.y[i+1]-t.y[i])
	}
}

func (t *table) sumLoss(p, i int) float64 {
	sum := 0.0
	for k := t.first[p]; k < t.first[p+1]; k++ {
		d := t.y[i] - t.y[k]
		sum += t.weight[k] * max(-t.above*d, (2-t.above)*d)
	}
	return sum
}

// lossAt returns the loss of pattern p at kink i.
func (t *table) lossAt(p, i int) float64 {
	if t.first[p+1]-t.first[p] > manyKinks && !t.large {
		return t.sumLoss(p, i)
	}
	return t.loss[i]
}

// jitterOf returns 1 plus a fixed pseudo-random amount between 0 and jitter.
func jitterOf(i int) float64 {
	h := uint64(i+1) * 0x9E3779B97F4A7C15
	h = (h ^ h>>31) * 0xBF58476D1CE4E5B9
	return 1 - jitter*float64((h^h>>29)>>11)/(1<<53)
}

func (t *table) findColumns(inst *regression.Instance, p *regression.Patterns) {
	smallest := p.Duplicates()
	column := make([]int32, len(smallest))  // by feature
	group := make([]columns, len(smallest)) // by the smallest of the features
	for id, same := range smallest {
		if same != 0 {
			column[id], group[same] = int32(len(t.ids)), group[same].with(len(t.ids))
			t.ids = append(t.ids, id)
		}
	}
	for j, id := range t.ids {
		same := group[smallest[id]]
		for _, k := range same.list() {
			if !inst.Alike(id, t.ids[k]) {
				same = same.without(k)
			}
		}
		if t.duplicates = append(t.duplicates, same); same.size() > 1 {
			t.doubled = t.doubled.with(j)
		}
		g := inst.Rules.Group(id)
		t.group, t.most = append(t.group, t.columns(g.Columns).with(j)), append(t.most, max(g.Most, 1))
		if g.Most == 0 && !g.Columns.Empty() {
			t.duplicates[j], t.whole = t.group[j], t.whole.with(j)
			if t.group[j].smallest() < j {
				t.others = t.others.with(j)
			}
		}
	}
	t.members = make([][]uint16, t.patterns)
	if inst.HasIntercept() || inst.Offset() != 0 {
		t.free = 1
	}
	t.patternsOf = make([][]int32, t.width())
	for k, v := range p.Vectors {
		for _, id := range v.IDs() {
			j := column[id]
			t.members[k] = append(t.members[k], uint16(j))
			t.patternsOf[j] = append(t.patternsOf[j], int32(k))
		}
		for j := len(t.ids); j < t.width(); j++ {
			t.members[k] = append(t.members[k], uint16(j))
			t.patternsOf[j] = append(t.patternsOf[j], int32(k))
		}
	}
}

// maxWidth is more than the largest width: the indices have 16 bits, which need no check.
const maxWidth = 1 << 16

// width returns the number of columns, the intercept among them.
func (t *table) width() int { return len(t.ids) + t.free }

// findBoxes finds the bounds of the weights. The best intercept is a median, or the mid-range, of the targets less the
// weights that are true in a row.
func (t *table) findBoxes(inst *regression.Instance) {
	least, most := 0.0, 1.0
	for _, id := range t.ids {
		l, u := inst.Bounds(id)
		t.box = append(t.box, boxOf(l*t.scale, u*t.scale))
		t.zeroed = append(t.zeroed, slices.Compact([]float64{l * t.scale, 0, u * t.scale}))
		least, most = least-u, most-l
	}
	if !inst.HasIntercept() {
		least, most = inst.Offset(), inst.Offset()
	}
	if t.free > 0 {
		t.box = append(t.box, boxOf(least*t.scale, most*t.scale))
	}
}

func boxOf(lower, upper float64) []float64 {
	if lower == upper {
		return []float64{lower}
	}
	return []float64{lower, upper}
}

// boxLoss returns how much the box of a column with a multiplier lowers the value of the dual.
func (t *table) boxLoss(j int, lambda float64) float64 {
	box := t.box[j]
	return max(lambda*box[0], lambda*box[len(box)-1])
}

func (t *table) findSizes() {
	t.size = make([]float64, t.patterns, t.stride)
	for p := range t.size {
		a, b := int(t.first[p])+p, int(t.first[p+1])+p
		weight := (t.exact[b] - t.exact[a]) / 2
		t.size[p] = math.Sqrt(weight / t.total * float64(t.patterns))
	}
	t.findShares()
}

// findShares adds up the squares of the sizes: for the largest error all patterns count alike.
func (t *table) findShares() {
	t.share = make([]float64, len(t.ids))
	for j := range t.share {
		for _, p := range t.patternsOf[j] {
			t.share[j] += t.size[p] * t.size[p] / float64(t.patterns)
		}
		t.share[j] = max(t.share[j], leastShare)
	}
}

// goal returns the value of a relaxation that is above a cutoff.
func (t *table) goal(cutoff float64) float64 {
	if t.high != nil {
		return leastDistance
	}
	return cutoff * (1 + cutMargin)
}

// mostWork is the limit of lp.climb for putting a column back, in units of the losses. Certainty that a column cannot
// be put back takes eight times the pivots of a column that can. A larger limit gives up fewer columns wrongly: with
// twice this one 98s RS needs a tenth fewer cuts and 8% more time. Distances, of largest errors, are harder to tell.
func (t *table) mostWork(cutoff float64) float64 {
	if t.high != nil {
		return 30 * float64(t.patterns)
	}
	return 5 * cutoff
}

// byPattern adds the multipliers of a fit, one a row, to those of a dual vector.
func (t *table) byPattern(rows, mu []float64) {
	clear(mu)
	for i, y := range rows {
		p := t.of[i]
		switch {
		case t.high == nil:
			mu[p] -= y
		case y > 0:
			mu[p] += y
		default:
			mu[t.patterns+int(p)] -= y
		}
	}
}

// only returns the table with some of its columns, in their order, and the same patterns.
func (t *table) only(some []int) *table {
	s := *t
	s.ids, s.box, s.zeroed, s.patternsOf = nil, nil, nil, nil
	for _, j := range some {
		s.ids, s.zeroed = append(s.ids, t.ids[j]), append(s.zeroed, t.zeroed[j])
	}
	for j := len(t.ids); j < t.width(); j++ {
		some = append(some, j)
	}
	s.members = make([][]uint16, t.patterns)
	for k, j := range some {
		s.box, s.patternsOf = append(s.box, t.box[j]), append(s.patternsOf, t.patternsOf[j])
		for _, p := range t.patternsOf[j] {
			s.members[p] = append(s.members[p], uint16(k))
		}
	}
	s.findWords()
	s.findShares()
	return &s
}

func (t *table) kinks(p int32) (y, slope []float64) {
	a, b := t.first[p], t.first[p+1]
	return t.y[a:b], t.slope[a+p : b+p+1]
}

// The losses for the largest error are described in the package comment. The bound of a dual vector, with
// multipliers u_p >= 0 for the largest and d_p >= 0 for the smallest equity of each pattern, is
//
//	error(x) * sum_p (u_p + d_p)  >=  sum_p (u_p high_p - d_p low_p)  -  sum_j |g_j| |x_j|
//
// where g_j is the sum of d_p - u_p over the patterns with column j.

const (
	levelMargin   = 2e-8 // added to the scaled cutoff in relaxations: more than a certificate loses by rounding
	leastDistance = 1e-6 // the sum of distances that counts as more than zero
	// lessJitter is the share of jitter by which slopes are moved; the moves must not add up to
	// leastDistance for sets that reach the error.
	lessJitter = 1e-3
)

// within returns a table for the largest error whose losses are the distances from estimates with
// an error of at most a cutoff, and levelMargin.
func (t *table) within(cutoff float64) *table {
	w, e := *t, cutoff*t.scale+levelMargin
	w.first, w.y, w.loss, w.slope, w.exact, w.large = []int32{0}, nil, nil, nil, nil, false
	add := func(slope, i int) {
		w.exact = append(w.exact, float64(slope))
		w.slope = append(w.slope, float64(slope)+lessJitter*(1-jitterOf(i)))
	}
	for p := range t.patterns {
		below, above := t.high[p]-e, t.low[p]+e
		add(-1, 3*p)
		if below < above {
			w.y, w.loss = append(w.y, below, above), append(w.loss, 0, 0)
			add(0, 3*p+1)
		} else { // no estimate is within e of both
			w.y, w.loss = append(w.y, (below+above)/2), append(w.loss, (below-above)/2)
		}
		add(1, 3*p+2)
		w.first = append(w.first, int32(len(w.y)))
	}
	w.size = make([]float64, t.patterns, t.stride)
	for p := range w.size {
		w.size[p] = 1
	}
	w.findShares()
	return &w
}

// multipliersOf writes the dual vector of a basis: P multipliers of the largest equities, then P of the smallest.
func (t *table) multipliersOf(l *lp, mu []float64) {
	P := t.patterns
	l.slopes(mu[:P])
	for p, slope := range mu[:P] {
		if t.first[p+1]-t.first[p] == 1 {
			mu[p], mu[P+p] = max((1-slope)/2, 0), max((1+slope)/2, 0)
		} else {
			mu[p], mu[P+p] = max(-slope, 0), max(slope, 0)
		}
	}
}
