package lad

import (
	"fmt"
	"math"
)

const (
	// pivotTolerance is the size up to which a coefficient of an edge counts as zero. The matrices
	// hold 0 and 1, so other coefficients are ratios of small determinants.
	pivotTolerance = 1e-9
	slopeTolerance = 1e-12 // how far a multiplier may leave its interval, as a share of the total weight
	refreshEvery   = 60    // the number of pivots after which the inverse is computed afresh
	pivotsPerSize  = 20    // pivotsPerSize limits the pivots per variable and cell; solves need about a tenth of it
	contextEvery   = 16    // the number of pivots between two looks at the context
)

type workspace struct {
	gradient, norm, d, r, matrix, rhs []float64
	rate                              []float64 // of each cell along the edge
	moving                            []mover
	events                            []event
	trial                             float64 // length of the first trial step
}

func (w *workspace) fit(l *level) {
	n := l.basis.n
	w.gradient, w.norm = resize(w.gradient, n), resize(w.norm, n)
	w.d, w.r, w.rhs = resize(w.d, n), resize(w.r, n), resize(w.rhs, n)
	w.matrix = resize(w.matrix, n*n)
	w.rate = resize(w.rate, l.cells.n)
	w.trial = firstTrial
	l.x, l.weights, l.multiplier = resize(l.x, n), resize(l.weights, n), resize(l.multiplier, n)
	l.t, l.at, l.basic = resize(l.t, l.cells.n), resize(l.at, l.cells.n), resize(l.basic, l.cells.n)
}

// solve walks from the vertex of the level's basis to an optimal one.
func (s *Stack) solve(l *level) error {
	w := &s.workspace
	w.fit(l)
	s.place(l)
	tolerance := slopeTolerance
	if s.p.loss == Average {
		tolerance *= s.p.total
	}
	limit := pivotsPerSize * (l.basis.n + l.cells.n)
	for pivots := 1; ; pivots++ {
		s.multipliers(l)
		i, sign, slope := s.leaving(l, tolerance)
		if i < 0 || s.Enough > 0 && s.p.loss == Average && s.present(l) < s.Enough {
			break
		}
		if s.p.ctx != nil && pivots%contextEvery == 0 && s.p.ctx.Err() != nil {
			return s.p.ctx.Err()
		}
		if pivots > limit {
			return fmt.Errorf("the fit did not converge in %d pivots for %d features and %d cells",
				limit, l.basis.n, l.cells.n)
		}
		s.pivot(l, i, sign, slope, tolerance)
		if pivots%refreshEvery == 0 && !s.refresh(l) {
			return fmt.Errorf("the fit did not converge: singular basis of %d features", l.basis.n)
		}
	}
	s.finish(l)
	return nil
}

// present returns the average error at the present vertex, up to the shifts.
func (s *Stack) present(l *level) float64 {
	sum := 0.0
	for c, at := range l.at {
		if !l.basic[c] {
			sum += l.piece[at].slope*l.t[c] + l.piece[at].height
		}
	}
	for _, eq := range l.rows {
		if eq.kind == kink {
			sum += l.piece[eq.kink].slope*l.piece[eq.kink].target + l.piece[eq.kink].height
		}
	}
	return sum / s.p.total
}

// multipliers computes the multipliers of the equations, which cancel the gradient of the loss
// outside the basis, and the squared lengths of the edges.
func (s *Stack) multipliers(l *level) {
	g, norm := s.workspace.gradient, s.workspace.norm
	clear(g)
	if s.p.loss == Max {
		g[0] = 1
	} else {
		for c, at := range l.at {
			if l.basic[c] {
				continue
			}
			slope := l.piece[at].slope
			for _, j := range l.columns(c) {
				g[j] += slope
			}
		}
	}
	clear(l.multiplier)
	clear(norm)
	for j := range l.basis.n {
		for i, v := range l.row(j) {
			l.multiplier[i] -= g[j] * v
			norm[i] += v * v
		}
	}
}

// leaving returns the equation along whose edge the loss falls fastest per length (-1 at an optimum),
// the direction, and the slope, which is negative.
func (s *Stack) leaving(l *level, tolerance float64) (best int, sign, slope float64) {
	best = -1
	most := 0.0
	for i, eq := range l.rows {
		low, high := l.limits(eq)
		excess, direction := l.multiplier[i]-high, 1.0
		if under := low - l.multiplier[i]; under > excess {
			excess, direction = under, -1
		}
		if score := excess * excess / s.workspace.norm[i]; excess > tolerance && score > most {
			best, sign, slope, most = i, direction, -excess, score
		}
	}
	return best, sign, slope
}

func (s *Stack) pivot(l *level, i int, sign, slope, tolerance float64) {
	w := &s.workspace
	l.edge(i, sign, w.d)
	for c := range w.rate {
		rate := 0.0
		for _, j := range l.columns(c)[s.p.lead:] {
			rate += w.d[j]
		}
		w.rate[c] = rate
	}
	step, entering := s.boundStep(l)
	if s.p.loss == Max {
		step, entering = s.blockingStep(l, i, step, entering)
	} else {
		if eq := l.rows[i]; eq.kind == kink {
			l.basic[eq.index] = false
			l.at[eq.index] = eq.kink
			if sign < 0 {
				l.at[eq.index]--
			}
		}
		step, entering = s.medianStep(l, slope, tolerance, step, entering)
		if entering.kind == kink {
			l.basic[entering.index] = true
		}
		w.trial = max(step, shortestTrial)
	}
	for j := range l.x {
		l.x[j] += step * w.d[j]
	}
	for c := range l.t {
		l.t[c] += step * w.rate[c]
	}
	l.times(entering, w.r)
	l.replace(i, entering, w.r)
}

func (s *Stack) boundStep(l *level) (float64, equation) {
	step, entering := math.Inf(1), equation{}
	for j := s.p.lead; j < l.basis.n; j++ {
		d := s.workspace.d[j]
		room, kind := l.most[j]-l.x[j], upper
		if d < 0 {
			room, kind, d = l.x[j]-l.least[j], lower, -d
		}
		if d > pivotTolerance && room < step*d {
			step, entering = max(room, 0)/d, equation{kind: kind, index: int32(j)}
		}
	}
	return step, entering
}

// place recomputes the point, the predictions and the positions from the basis.
func (s *Stack) place(l *level) {
	w := &s.workspace
	for i, eq := range l.rows {
		w.rhs[i] = l.side(eq, true)
	}
	for j := range l.x {
		l.x[j] = dot(l.row(j), w.rhs)
	}
	for c := range l.t {
		t := 0.0
		for _, j := range l.columns(c)[s.p.lead:] {
			t += l.x[j]
		}
		if s.p.loss == Average {
			t += shift(int(l.rep[c]))
			l.at[c] = l.locate(t, l.first[c], l.last[c])
			l.basic[c] = false
		}
		l.t[c] = t
	}
	for _, eq := range l.rows {
		if eq.kind == kink {
			l.basic[eq.index] = true
		}
	}
}

func (s *Stack) refresh(l *level) bool {
	n, m := l.basis.n, s.workspace.matrix
	clear(m)
	for i, eq := range l.rows {
		l.coefficients(eq, m[i*n:i*n+n])
	}
	if !invert(m, l.inv, n) {
		return false
	}
	s.place(l)
	return true
}

// finish removes the shifts: it solves the basis with the true right-hand sides, refines once, and measures the error.
func (s *Stack) finish(l *level) {
	w := &s.workspace
	for i, eq := range l.rows {
		w.rhs[i] = l.side(eq, false)
	}
	for j := range l.weights {
		l.weights[j] = dot(l.row(j), w.rhs)
	}
	for i, eq := range l.rows {
		clear(w.r)
		l.coefficients(eq, w.r)
		w.rhs[i] -= dot(w.r, l.weights)
	}
	for j := range l.weights {
		l.weights[j] += dot(l.row(j), w.rhs)
		if j >= s.p.lead {
			l.weights[j] = min(max(l.weights[j], l.least[j]), l.most[j])
		}
	}
	sum, worst := 0.0, 0.0
	for c := range l.t {
		t := 0.0
		for _, j := range l.columns(c)[s.p.lead:] {
			t += l.weights[j]
		}
		if s.p.loss == Max {
			worst = max(worst, l.high[c].target-t, t-l.low[c].target)
			continue
		}
		k := l.locate(t, l.first[c], l.last[c])
		sum += l.piece[k].slope*t + l.piece[k].height
	}
	l.value = worst
	if s.p.loss == Average {
		l.value = max(sum, 0) / s.p.total
	}
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
