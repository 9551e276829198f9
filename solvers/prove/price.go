package prove

import (
	"math"
	"math/bits"
)

// candidate is a row whose estimate is outside its interval, with a score: the distance, of a pattern times the root of
// its weight, as the lambda of a light pattern cannot move far. That takes a third of the pivots of the distance alone.
type candidate struct {
	row   int32
	score float64
}

const (
	// manyCandidates is how many rows a scan of all patterns keeps for the next pivots.
	manyCandidates = 16
	// The candidates serve fewPivots pivots, while the best scores at least stillGood times the first.
	fewPivots = 10
	stillGood = 0.5
	// Where the last of the candidates scored, the next ones are expected to score likelyShare of it.
	likelyShare = 0.6
)

// enter chooses the row to enter the basis. It returns the first kink on its way, the direction of its
// lambda and the distance of its estimate from the kink. The row is -1 at the optimum, and if the
// optimum is certain to be below the goal.
func (l *lp) enter(goal float64) (row int32, kink int, sigma, gap float64) {
	if n := len(l.superbasic); n > 0 {
		i := l.superbasic[n-1]
		l.superbasic = l.superbasic[:n-1]
		y, _ := l.kinks(i)
		k := int(l.pos[i])
		d := l.at(i) - y[k]
		sigma = 1
		if d < 0 {
			sigma = -1
		}
		return i, k, sigma, math.Abs(d)
	}
	i, score := l.pick()
	l.taken++
	if l.taken > fewPivots || score < stillGood*l.top {
		if l.scan(goal) {
			return -1, 0, 0, 0
		}
		i, score = l.pick()
		l.taken, l.top = 0, score
	}
	if i < 0 {
		return -1, 0, 0, 0
	}
	s := l.at(i)
	if s < l.below[i] {
		return i, int(l.pos[i]) - 1, -1, l.below[i] - s
	}
	return i, int(l.pos[i]), 1, s - l.above[i]
}

func (l *lp) pick() (row int32, score float64) {
	at, row, score := -1, int32(-1), -1.0
	for k, c := range l.candidates {
		if l.where[c.row] >= 0 {
			continue
		}
		s := l.at(c.row)
		v := max(l.below[c.row]-s, s-l.above[c.row])
		if v <= violationTol {
			continue
		}
		if int(c.row) < l.t.patterns {
			v *= l.t.size[c.row]
		}
		if v > score {
			at, row, score = k, c.row, v
		}
	}
	if at >= 0 {
		last := len(l.candidates) - 1
		l.candidates[at] = l.candidates[last]
		l.candidates = l.candidates[:last]
	}
	return row, score
}

// scan finds candidates among all rows. It reports whether the current weights show that the optimum is below the goal.
func (l *lp) scan(goal float64) bool {
	t, P, e := l.t, l.t.patterns, l.estimates
	e.estimate(t, l.x, l.below, l.above, l.likely)
	inBoxes := true
	for j, x := range l.x {
		inBoxes = inBoxes && x-l.above[P+j] <= violationTol && l.below[P+j]-x <= violationTol
	}
	if inBoxes && !l.exact && !math.IsInf(goal, 1) && l.primalValue(goal) < goal {
		return true
	}
	l.candidates = l.candidates[:0]
	sets := e.high
	if few(sets) {
		sets = e.outside
	}
	least := 0.0 // score that a row needs
	for w, set := range sets {
		for ; set != 0; set &= set - 1 {
			p := w*64 + bits.TrailingZeros64(set)
			if score := e.distance[p] * t.size[p]; score > least {
				least = l.offer(candidate{int32(p), score})
			}
		}
	}
	l.likely = likelyShare * least
	if inBoxes {
		return false
	}
	for j, x := range l.x {
		if v := max(l.below[P+j]-x, x-l.above[P+j]); v > violationTol {
			l.offer(candidate{int32(P + j), v})
		}
	}
	return false
}

// few reports whether sets have fewer than manyCandidates elements.
func few(sets []uint64) bool {
	n := 0
	for _, set := range sets {
		if n += bits.OnesCount64(set); n >= manyCandidates {
			return false
		}
	}
	return true
}

// offer adds a candidate and returns the score that the next one needs.
func (l *lp) offer(c candidate) float64 {
	i := len(l.candidates)
	switch {
	case i < manyCandidates:
		l.candidates = append(l.candidates, c)
	case c.score > l.candidates[i-1].score:
		i--
	default:
		return l.candidates[i-1].score
	}
	for ; i > 0 && c.score > l.candidates[i-1].score; i-- {
		l.candidates[i] = l.candidates[i-1]
	}
	l.candidates[i] = c
	if len(l.candidates) < manyCandidates {
		return 0
	}
	return l.candidates[manyCandidates-1].score
}

// primalValue returns the loss of the current weights, which must be inside their boxes: the value of
// the dual plus the loss of the estimates outside their intervals. It stops adding once the sum reaches enough.
func (l *lp) primalValue(enough float64) float64 {
	v := l.value
	for w, set := range l.estimates.outside {
		for ; set != 0 && v < enough; set &= set - 1 {
			p := int32(w*64 + bits.TrailingZeros64(set))
			s := l.estimates.of(p)
			y, slope := l.t.kinks(p)
			k := int(l.pos[p])
			for i := k; i < len(y) && y[i] < s; i++ {
				v += (slope[i+1] - slope[i]) * (s - y[i])
			}
			for i := k - 1; i >= 0 && y[i] > s; i-- {
				v += (slope[i+1] - slope[i]) * (y[i] - s)
			}
		}
	}
	return v
}

// gain returns how much the dual grows in the first pivot that moves the weight of a column to zero: a lower bound on
// the cost of taking the column out. It is 0 for a weight at a kink. The state does not change.
func (l *lp) gain(j int) float64 {
	i := int32(l.t.patterns + j)
	if l.x[j] == 0 || l.where[i] >= 0 {
		return 0
	}
	sigma := 1.0
	if l.x[j] < 0 {
		sigma = -1
	}
	value := l.value
	l.saveKinks()
	l.out = l.out.with(j)
	l.longStep(i, 0, sigma, math.Abs(l.x[j]))
	g := l.value - value
	for _, b := range l.live {
		l.pos[l.basis[b]] = l.was[b]
	}
	l.out, l.value = l.out.without(j), value
	return g
}

// costliest returns the column with the largest gain, except some; -1 if there is none.
func (l *lp) costliest(but columns) int {
	best, most := -1, -1.0
	for _, j := range l.t.all().minus(l.out).minus(but).list() {
		if g := l.gain(j); g > most {
			best, most = j, g
		}
	}
	return best
}
