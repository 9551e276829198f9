package prove

// The losses for the largest error are described in the package comment. The bound of a dual vector, with
// multipliers u_p >= 0 for the largest and d_p >= 0 for the smallest equity of each pattern, is
//
//	error(x) * sum_p (u_p + d_p)  >=  sum_p (u_p high_p - d_p low_p)  -  sum_j |g_j| |x_j|
//
// where g_j is the sum of d_p - u_p over the patterns with column j.

const (
	levelMargin   = 2e-8 // added to the cutoff in relaxations: more than a certificate loses by rounding
	leastDistance = 1e-6 // the sum of distances that counts as more than zero
	// lessJitter is the share of jitter by which slopes are moved; the moves must not add up to
	// leastDistance for sets that reach the error.
	lessJitter = 1e-3
)

func (t *table) findExtremes() {
	t.high, t.low = make([]float64, t.patterns), make([]float64, t.patterns)
	for p := range t.patterns {
		t.low[p], t.high[p] = t.y[t.first[p]], t.y[t.first[p+1]-1]
	}
	t.total = 1
}

// within returns a table for the largest error whose losses are the distances from estimates with
// an error of at most e.
func (t *table) within(e float64) *table {
	w := *t
	w.first, w.y, w.loss, w.slope, w.exact = []int32{0}, nil, nil, nil, nil
	add := func(slope, i int) {
		w.exact = append(w.exact, float64(slope))
		w.slope = append(w.slope, float64(slope)+lessJitter*(1-nudge(i)))
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
	w.size = make([]float64, t.patterns)
	for p := range w.size {
		w.size[p] = 1
	}
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
