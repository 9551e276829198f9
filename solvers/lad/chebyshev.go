package lad

// blockingStep returns the first row that keeps the largest error from following the edge of
// equation i, or the bound at limit. Among rows that block together the one with the largest
// coefficient wins, which keeps the basis well conditioned.
func (s *Stack) blockingStep(l *level, i int, limit float64, bound equation) (float64, equation) {
	z, dz := l.x[0], s.workspace.d[0]
	step, entering, pivot := limit, bound, 0.0
	try := func(slack, rate float64, eq equation) {
		if rate >= -pivotTolerance {
			return
		}
		ratio := max(slack, 0) / -rate
		if ratio < step-tieTolerance || ratio <= step+tieTolerance && -rate > pivot {
			step, entering, pivot = min(ratio, limit), eq, -rate
		}
	}
	for c, rate := range s.workspace.rate {
		try(z+l.t[c]-l.high[c].shifted, dz+rate, equation{kind: above, index: int32(c)})
		try(z-l.t[c]+l.low[c].shifted, dz-rate, equation{kind: below, index: int32(c)})
	}
	return step, entering
}

// tieTolerance: rows that block within this step of each other block together. It is a
// thousandth of a shift, and above the rounding of the predictions.
const tieTolerance = 1e-14

// largest returns an error that no row exceeds at the given predictions of the cells.
func (l *level) largest() float64 {
	worst := 0.0
	for c, t := range l.t {
		worst = max(worst, l.high[c].shifted-t, t-l.low[c].shifted)
	}
	return worst
}
