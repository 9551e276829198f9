package prove

import "math"

// gain returns how much the dual grows in the first pivot that drives the weight of a column to
// zero: a lower bound on what taking the column out costs. The state stays as it is.
func (l *lp) gain(j int, pos []int32) float64 {
	i := int32(l.t.patterns + j)
	slope := math.Abs(l.x[j])
	if slope == 0 {
		return 0
	}
	sigma := 1.0
	if l.x[j] < 0 {
		sigma = -1
	}
	l.row(i, l.r)
	for b, r := range l.r {
		l.event[b] = l.next(b, -sigma*r)
		pos[b] = l.pos[l.basis[b]]
	}
	value, t := 0.0, 0.0
	for {
		at, when := -1, math.Inf(1)
		for b, e := range l.event {
			if e < when {
				at, when = b, e
			}
		}
		if at < 0 {
			return math.Inf(1)
		}
		when = max(when, t)
		value += slope * (when - t)
		t = when
		row := l.basis[at]
		y, slopes := l.kinks(row)
		d := -sigma * l.r[at]
		k := int(pos[at])
		next := k + 1
		if d < 0 {
			next = k - 1
		}
		if next < 0 || next >= len(y) {
			return value
		}
		slope -= math.Abs(d * (y[next] - y[k]))
		if slope <= 0 {
			return value
		}
		pos[at] = int32(next)
		if d > 0 {
			l.event[at] = (slopes[next+1] - l.lambda[row]) / d
		} else {
			l.event[at] = (slopes[next] - l.lambda[row]) / d
		}
	}
}
