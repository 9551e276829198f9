package lad

import (
	"cmp"
	"math"
	"slices"
)

const (
	// firstTrial and shortestTrial are lengths of trial steps: a trial that is too short is
	// stretched by stretch until the slope has changed its sign.
	firstTrial    = 0.01
	shortestTrial = 1e-4
	stretch       = 4
	// fewEvents kinks are sorted and passed one by one, more are first halved by trial steps, at
	// most maxTrials of them.
	fewEvents = 24
	maxTrials = 60
)

// mover is a cell whose prediction changes along the edge, at positions near and far at the
// ends of the bracket and here at the trial step.
type mover struct {
	cell            int32
	near, far, here int32
	rate            float64
}

type event struct {
	step  float64
	jump  float64 // by which the slope rises
	mover int32
	kink  int32
}

// medianStep minimises the loss along the edge: the step to the kink where its slope stops being
// negative, or to the bound at limit. Positions of all cells are moved along.
func (s *Stack) medianStep(l *level, slope, tolerance, limit float64, bound equation) (float64, equation) {
	s.gatherMovers(l)
	slope, crossed := s.bracket(l, slope, limit)
	if !crossed {
		s.moveCells(l)
		return limit, bound
	}
	s.gatherEvents(l)
	events := s.workspace.events
	s.moveCells(l)
	for i, e := range events {
		slope += e.jump
		cell := s.workspace.moving[e.mover].cell
		if slope >= -tolerance || i == len(events)-1 {
			return max(e.step, 0), equation{kind: kink, index: cell, kink: e.kink}
		}
		if s.workspace.moving[e.mover].rate > 0 {
			l.at[cell]++
		} else {
			l.at[cell]--
		}
	}
	return limit, bound // unreachable: a change of sign has at least one kink
}

func (s *Stack) gatherMovers(l *level) {
	w := &s.workspace
	w.moving = w.moving[:0]
	for c, rate := range w.rate {
		if math.Abs(rate) <= pivotTolerance || l.basic[c] {
			continue
		}
		far := l.last[c]
		if rate < 0 {
			far = l.first[c]
		}
		w.moving = append(w.moving, mover{int32(c), l.at[c], far, 0, rate})
	}
}

// bracket narrows the part of the edge in which the slope changes its sign until few kinks are
// left in it, and returns the slope at its near end. It reports false if the slope is still
// negative at the limit, all movers then being near there.
func (s *Stack) bracket(l *level, slope, limit float64) (float64, bool) {
	w := &s.workspace
	near, far, nearSlope, farSlope := 0.0, math.Inf(1), slope, 0.0
	damp := 1.0 // Illinois: the end that stays is trusted less
	trial := min(w.trial, limit)
	for range maxTrials {
		at := s.slopeAt(l, trial)
		left := 0
		if at < 0 {
			if trial >= limit {
				s.accept(true)
				return at, false
			}
			left = s.accept(true)
			if !math.IsInf(far, 1) {
				farSlope *= damp
			}
			near, nearSlope, slope, damp = trial, at, at, 0.5
		} else {
			left = s.accept(false)
			far, farSlope = trial, at
		}
		switch {
		case math.IsInf(far, 1):
			trial = min(trial*stretch, limit)
			continue
		case left <= fewEvents:
			return slope, true
		}
		part := nearSlope / (nearSlope - farSlope)
		trial = near + (far-near)*min(max(part, 0.05), 0.95)
	}
	return slope, !math.IsInf(far, 1)
}

func (s *Stack) slopeAt(l *level, step float64) float64 {
	sum := 0.0
	for i := range s.workspace.moving {
		m := &s.workspace.moving[i]
		t := l.t[m.cell] + step*m.rate
		m.here = l.locate(t, min(m.near, m.far), max(m.near, m.far))
		sum += m.rate * l.piece[m.here].slope
	}
	return sum
}

// accept makes the trial step the near or far end and returns the number of kinks between.
func (s *Stack) accept(near bool) int {
	left := int32(0)
	for i := range s.workspace.moving {
		m := &s.workspace.moving[i]
		if near {
			m.near = m.here
		} else {
			m.far = m.here
		}
		left += max(m.far-m.near, m.near-m.far)
	}
	return int(left)
}

func (s *Stack) gatherEvents(l *level) {
	w := &s.workspace
	w.events = w.events[:0]
	for i, m := range w.moving {
		for k := m.near + 1; k <= m.far; k++ {
			jump := m.rate * (l.piece[k].slope - l.piece[k-1].slope)
			w.events = append(w.events, event{(l.piece[k].target - l.t[m.cell]) / m.rate, jump, int32(i), k})
		}
		for k := m.near; k > m.far; k-- {
			jump := m.rate * (l.piece[k-1].slope - l.piece[k].slope)
			w.events = append(w.events, event{(l.piece[k].target - l.t[m.cell]) / m.rate, jump, int32(i), k})
		}
	}
	slices.SortStableFunc(w.events, func(a, b event) int { return cmp.Compare(a.step, b.step) })
}

func (s *Stack) moveCells(l *level) {
	for _, m := range s.workspace.moving {
		l.at[m.cell] = m.near
	}
}

// blockingStep returns the first row that stops the largest error along the edge of equation i, or the bound at limit.
// Of rows that block together it takes the one with the largest coefficient, which keeps the basis well conditioned.
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

// tieTolerance is the difference between steps up to which two rows block together: a thousandth of a
// shift, and above the rounding of the predictions.
const tieTolerance = 1e-14

func (l *level) largest() float64 {
	worst := 0.0
	for c, t := range l.t {
		worst = max(worst, l.high[c].shifted-t, t-l.low[c].shifted)
	}
	return worst
}
