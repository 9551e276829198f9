package lad

import "math"

// level is one set of features with its cells, its vertex and its optimum.
type level struct {
	ids []int // in the order of the columns
	cells
	basis
	kinks                // Average
	low, high  []extreme // Max: of each cell
	x          []float64 // variables of the shifted problem: for Max first the error, then the weights
	t          []float64 // prediction of each cell in the shifted problem, for Average with its shift
	at         []int32   // Average: position of each cell that is not basic
	basic      []bool    // Average: the cell is in the basis
	multiplier []float64 // of each equation
	weights    []float64 // solution without shifts, laid out as x
	value      float64   // its error
}

// measure prepares the losses of the cells.
func (l *level) measure(p *Problem) {
	if p.loss == Average {
		l.kinks.build(p, &l.cells)
		return
	}
	l.low, l.high = resize(l.low, l.cells.n), resize(l.high, l.cells.n)
	for c := range l.low {
		l.low[c], l.high[c] = extreme{shifted: math.Inf(1)}, extreme{shifted: math.Inf(-1)}
	}
	for k, c := range l.of {
		if p.low[k].shifted < l.low[c].shifted {
			l.low[c] = p.low[k]
		}
		if p.high[k].shifted > l.high[c].shifted {
			l.high[c] = p.high[k]
		}
	}
}

// side returns the right-hand side of an equation, with or without the shift.
func (l *level) side(eq equation, shifted bool) float64 {
	switch eq.kind {
	case lower:
		return -1
	case upper:
		return 1
	case kink:
		if shifted {
			return l.piece[eq.kink].equity - shift(int(l.rep[eq.index]))
		}
		return l.piece[eq.kink].equity
	case above:
		if shifted {
			return l.high[eq.index].shifted
		}
		return l.high[eq.index].equity
	case below:
		if shifted {
			return l.low[eq.index].shifted
		}
		return l.low[eq.index].equity
	}
	return eq.value
}

// times writes the left-hand side of an equation times the inverse to r.
func (l *level) times(eq equation, r []float64) {
	if eq.kind < kink {
		copy(r, l.row(int(eq.index)))
		return
	}
	clear(r)
	for _, j := range l.columns(int(eq.index)) {
		for i, v := range l.row(int(j)) {
			r[i] += v
		}
	}
	if eq.kind == below {
		for i, v := range l.row(0) {
			r[i] -= 2 * v
		}
	}
}

// coefficients writes the left-hand side of an equation to row, which is zero.
func (l *level) coefficients(eq equation, row []float64) {
	if eq.kind < kink {
		row[eq.index] = 1
		return
	}
	for _, j := range l.columns(int(eq.index)) {
		row[j] = 1
	}
	if eq.kind == below {
		row[0] = -1
	}
}

// limits returns the interval in which the multiplier of an equation may lie at an optimum.
func (l *level) limits(eq equation) (float64, float64) {
	switch eq.kind {
	case upper, below:
		return 0, math.Inf(1)
	case lower, above:
		return math.Inf(-1), 0
	case kink:
		return l.piece[eq.kink-1].slope, l.piece[eq.kink].slope
	}
	return 0, 0
}

// inherit starts at the vertex of a level with one feature less. The new weight is parked at zero, so
// the vertex is the same point; each equation moves to the half of its cell that has its row. The
// scratch column has room for the coefficients of the new weight.
func (l *level) inherit(from *level, id int, p *Problem, column []float64) {
	l.rows = l.rows[:0]
	for i, eq := range from.rows {
		eq = l.pass(from, eq)
		l.rows = append(l.rows, eq)
		column[i] = 0
		if eq.kind >= kink && p.patterns.Vectors[l.rep[eq.index]].Has(id) {
			column[i] = 1
		}
	}
	l.rows = append(l.rows, equation{kind: parked, index: int32(from.basis.n)})
	l.basis.grow(&from.basis, column)
}

// pass translates an equation of the smaller level.
func (l *level) pass(from *level, eq equation) equation {
	if eq.kind < kink {
		if eq.kind == parked {
			eq.value = from.x[eq.index]
		}
		return eq
	}
	for _, half := range l.halves[eq.index] {
		if half < 0 {
			continue
		}
		switch eq.kind {
		case above:
			if l.high[half].row != from.high[eq.index].row {
				continue
			}
		case below:
			if l.low[half].row != from.low[eq.index].row {
				continue
			}
		default:
			k := l.find(half, from.piece[eq.kink].equity)
			if k < 0 {
				continue
			}
			eq.kink = k
		}
		eq.index = half
		return eq
	}
	panic("a cell lost a kink when it was split") // impossible: the halves have all its rows
}
