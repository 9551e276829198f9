package prove

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// solve maximises the dual from the current basis until its value exceeds the goal or is certain not
// to, and reports whether it does. An infinite goal solves to the optimum. When the context ends, so does the solve;
// the value is that of a dual vector at any time.
func (l *lp) solve(goal float64) bool { return l.climb(goal, 0) }

// paceSteps is the number of pivots over which climb measures its pace.
const paceSteps = 5

// climb is solve, except that it gives up when the optimum is unlikely to exceed the goal: when the
// distance to the goal, times the root of the pivots that it would take at the recent pace, exceeds
// mostWork. With mostWork 0 it does not give up.
func (l *lp) climb(goal, mostWork float64) bool {
	l.candidates = l.candidates[:0]
	last := 0.0
	for n := range maxPivots {
		if l.value > goal {
			return true
		}
		if mostWork > 0 && n%paceSteps == 0 {
			pace, left := (l.value-last)/paceSteps, goal-l.value
			if n > 0 && left*math.Sqrt(left/pace) > mostWork {
				return false
			}
			last = l.value
		}
		if n%contextEvery == 0 && l.ctx.Err() != nil || l.age >= maxAge && !l.refactor() {
			return false
		}
		i, kink, sigma, gap := l.enter(goal)
		if i < 0 {
			break
		}
		l.pivot(i, kink, sigma, gap)
	}
	return l.value > goal
}

func (l *lp) at(i int32) float64 {
	if int(i) >= l.t.patterns {
		return l.x[int(i)-l.t.patterns]
	}
	return sum(l.t.members[i], (*[maxWidth]float64)(l.x[:maxWidth]))
}

// row writes the products of a row and the columns of the inverse.
func (l *lp) row(i int32, r []float64) {
	if int(i) >= l.t.patterns {
		j := int(i) - l.t.patterns
		for _, b := range l.live {
			r[b] = l.inv[int(b)*l.stride+j]
		}
		return
	}
	members, live := l.t.members[i], l.live
	for ; len(live) >= 4; live = live[4:] { // four sums at a time, as each waits for its last addition
		b, c, d, e := live[0], live[1], live[2], live[3]
		p, q, s, t := l.column(b), l.column(c), l.column(d), l.column(e)
		var u, v, w, x float64
		for _, j := range members {
			u += p[j]
			v += q[j]
			w += s[j]
			x += t[j]
		}
		r[b], r[c], r[d], r[e] = u, v, w, x
	}
	for _, b := range live {
		r[b] = sum(members, l.column(b))
	}
}

func (l *lp) inverse(b int) []float64 { return l.inv[b*l.stride : b*l.stride+l.n] }

// column returns a column of the inverse; what follows its n numbers has no meaning.
func (l *lp) column(b int32) *[maxWidth]float64 { return (*[maxWidth]float64)(l.inv[int(b)*l.stride:]) }

func sum(members []uint16, x *[maxWidth]float64) (v float64) {
	for _, j := range members {
		v += x[j]
	}
	return v
}

// pivot moves the lambda of a row, and with it those of the basis, as long as the dual grows.
func (l *lp) pivot(i int32, kink int, sigma, slope float64) {
	l.age++
	l.pivots++
	l.saveKinks()
	start := l.lambda[i]
	leave, k, t := l.longStep(i, kink, sigma, slope)
	for _, b := range l.live {
		row := l.basis[b]
		l.lambda[row] -= sigma * l.r[b] * t
		if l.pos[row] != l.was[b] {
			y, _ := l.kinks(row)
			floats.AddScaled(l.x, y[l.pos[row]]-y[l.was[b]], l.inverse(int(b)))
		}
	}
	if leave < 0 {
		if sigma > 0 {
			k++
		}
		l.setNonbasic(i, k)
		return
	}
	l.lambda[i] = start + sigma*t
	l.setBasic(i, k)
	l.updateBasis(i, leave, sigma)
	y, _ := l.kinks(i)
	floats.AddScaled(l.x, y[k]-l.at(i), l.inverse(leave))
}

func (l *lp) saveKinks() {
	for _, b := range l.live {
		l.was[b] = l.pos[l.basis[b]]
	}
}

// longStep moves the lambda of row i from a kink in the direction sigma, past kinks of its own and of
// the basis as long as the dual grows, at first at the rate slope. It returns the position that ends
// the step (-1 if row i does), the kink of row i and the length of the step. It updates the kinks of
// the basis and the value, but not lambdas and weights.
func (l *lp) longStep(i int32, kink int, sigma, slope float64) (leave, k int, t float64) {
	l.row(i, l.r)
	l.events = l.events[:0]
	for _, b := range l.live {
		if when := l.next(int(b), -sigma*l.r[b]); when < math.MaxFloat64 {
			l.events = append(l.events, event{when, b})
		}
	}
	for i := len(l.events)/2 - 1; i >= 0; i-- {
		l.events.sink(i)
	}
	y, slopes := l.kinks(i)
	k = kink
	start := l.lambda[i]
	own := ownTime(slopes, k, sigma, start)
	for {
		at, when := -1, own
		if len(l.events) > 0 && l.events[0].when < own {
			at, when = int(l.events[0].at), l.events[0].when
		}
		when = max(when, t)
		l.value += slope * (when - t)
		t = when
		rate, jump, next := 1.0, math.Inf(1), k+int(sigma)
		if at >= 0 {
			rate = -sigma * l.r[at]
			jump, next = l.jump(l.basis[at], rate)
		} else if next >= 0 && next < len(y) {
			jump = y[next] - y[k]
		}
		if slope -= math.Abs(rate * jump); slope <= 0 {
			return at, k, t
		}
		if at < 0 {
			k = next
			own = ownTime(slopes, k, sigma, start)
			continue
		}
		l.pos[l.basis[at]] = int32(next)
		l.events[0].when = l.next(at, rate)
		l.events.sink(0)
	}
}

// event is the time at which the lambda in a position of the basis reaches a slope beside its kink.
type event struct {
	when float64
	at   int32
}

// events is a heap by time, and then by position.
type events []event

func (e events) sink(i int) {
	x := e[i]
	for {
		k := 2*i + 1
		if k >= len(e) {
			break
		}
		if k+1 < len(e) && e[k+1].before(e[k]) {
			k++
		}
		if !e[k].before(x) {
			break
		}
		e[i], i = e[k], k
	}
	e[i] = x
}

func (a event) before(b event) bool { return a.when < b.when || a.when == b.when && a.at < b.at }

// jump returns the distance from the kink of a basic row to the next one in the direction of its
// lambda, infinite at the end, and that kink.
func (l *lp) jump(row int32, rate float64) (float64, int) {
	y, _ := l.kinks(row)
	k := int(l.pos[row])
	next := k + 1
	if rate < 0 {
		next = k - 1
	}
	if next < 0 || next >= len(y) {
		return math.Inf(1), next
	}
	return y[next] - y[k], next
}

// ownTime returns how far the entering lambda can move to the next slope beside its kink.
func ownTime(slope []float64, k int, sigma, start float64) float64 {
	if sigma > 0 {
		return slope[k+1] - start
	}
	return start - slope[k]
}

// next returns the time at which the lambda in position b, moving at the rate d, reaches a slope beside its kink.
func (l *lp) next(b int, d float64) float64 {
	if math.Abs(d) < pivotTol {
		return math.Inf(1)
	}
	i := l.basis[b]
	var slope []float64
	k := l.pos[i]
	if int(i) < l.t.patterns {
		slope = l.t.slope[l.t.first[i]+i+k:]
	} else {
		_, slope = l.kinks(i)
		slope = slope[k:]
	}
	if d > 0 {
		return (slope[1] - l.lambda[i]) / d
	}
	return (slope[0] - l.lambda[i]) / d
}

// updateBasis replaces the row in position q by row i. The old row becomes nonbasic at the slope that
// its lambda has reached.
func (l *lp) updateBasis(i int32, q int, sigma float64) {
	gone := l.basis[q]
	c := int(l.pos[gone])
	if -sigma*l.r[q] > 0 {
		c++
	}
	l.setNonbasic(gone, c)
	l.where[gone], l.where[i], l.basis[q] = -1, int32(q), i
	l.eliminate(q)
	if int(i) >= l.t.patterns && l.isOut(int(i)-l.t.patterns) {
		l.listLive()
	}
}

// eliminate updates the inverse for a row, whose tableau row is in r, that enters in position q.
func (l *lp) eliminate(q int) {
	col := l.inverse(q)
	floats.Scale(1/l.r[q], col)
	l.r[q] = 0
	l.subtract(col)
}

// subtractPortable takes a column times r from the live columns of the inverse.
func (l *lp) subtractPortable(col []float64) {
	for _, b := range l.live {
		if r := l.r[b]; r != 0 {
			floats.AddScaled(l.inverse(int(b)), -r, col)
		}
	}
}

// refactor computes the inverse, the lambdas of the basis and the weights afresh; false if the context ended before.
func (l *lp) refactor() bool {
	n, P := l.n, l.t.patterns
	l.age = 0
	clear(l.inv[:n*l.stride])
	old := append([]int32(nil), l.basis...)
	for j := range n {
		l.basis[j] = int32(P + j)
		l.inv[j*l.stride+j] = 1
	}
	// Enter the rows one by one, each at its largest pivot.
	taken := make([]bool, n)
	var patterns []int32
	for _, i := range old {
		if j := int(i) - P; j >= 0 {
			taken[j] = true
		} else {
			patterns = append(patterns, i)
		}
	}
	l.live = l.live[:0]
	for j := range n {
		if !taken[j] || !l.isOut(j) {
			l.live = append(l.live, int32(j))
		}
	}
	for n, i := range patterns {
		if n%contextEvery == 0 && l.ctx.Err() != nil {
			return false
		}
		l.row(i, l.r)
		q := -1
		for _, b := range l.live {
			if !taken[b] && (q < 0 || math.Abs(l.r[b]) > math.Abs(l.r[q])) {
				q = int(b)
			}
		}
		taken[q] = true
		l.basis[q] = i
		l.eliminate(q)
	}
	for b, i := range l.basis {
		l.where[i] = int32(b)
	}
	l.listLive()
	l.computeLambdas()
	l.computeWeights()
	l.value = l.evaluate()
	return true
}

func (l *lp) computeLambdas() {
	n, P := l.n, l.t.patterns
	g := make([]float64, n)
	for i, b := range l.where {
		v := l.lambda[i]
		if b >= 0 || v == 0 {
			continue
		}
		if i >= P {
			g[i-P] += v
			continue
		}
		for _, j := range l.t.members[i] {
			g[j] += v
		}
	}
	for _, b := range l.live {
		i := l.basis[b]
		v := 0.0
		for j, c := range l.inverse(int(b)) {
			v += c * g[j]
		}
		l.lambda[i] = -v
		_, slope := l.kinks(i)
		l.setBasic(i, kinkOf(slope, l.lambda[i]))
	}
}
