package prove

import "math"

// gain returns how much the dual grows in the first pivot that drives the weight of a column to
// zero: a lower bound on what taking the column out costs. It is 0 for a weight that is at a kink.
// The state stays as it is.
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

// costliest returns the column whose loss promises to cost most, but for some; -1 if there is none.
func (l *lp) costliest(but columns) int {
	best, most := -1, -1.0
	for _, j := range l.t.all().minus(l.out).minus(but).list() {
		if g := l.gain(j); g > most {
			best, most = j, g
		}
	}
	return best
}
