package cover

import (
	"cmp"
	"slices"

	"feltlab/model/proof"
)

// simplex solves the packing program of a node. Rows are the columns of the problem.
type simplex struct {
	p       *Problem
	ids     []int       // by row
	row     []int       // by column
	inverse [][]float64 // of the basis
	x       []float64   // of the basic variables
	basis   []int       // a cut, len(p.Cuts) plus a group, then an order, or -1 less the row of a slack
	orders  []int       // columns that come after another one
	open    []int       // cuts without a chosen column
	next    int         // where to look for one in open
	dropped []bool      // rows without a limit
	chosen  proof.Vector
	dual    []float64 // by row
	value   float64   // of the best packing so far
	ray     []part    // cuts of a packing beyond the limit, if nothing limits packings
}

const (
	least    = 1e-7     // reduced costs below it count as 0
	pivotal  = 1e-9     // pivots below it count as 0
	enough   = 0.25     // a packing that exceeds the limit by so much needs only small multipliers
	penalty  = 1e4      // what a cut of a chosen column costs
	pivots   = 5000     // most pivots of a solve
	block    = 256      // cuts that are compared for the next pivot
	none     = -1 << 40 // no variable enters
	noChange = 1e-12    // ratios that differ by less are equal; the larger pivot counts
)

func newSimplex(p *Problem) *simplex {
	s := &simplex{p: p, ids: p.Free.Or(p.Chosen).IDs(), row: make([]int, p.end())}
	m := len(s.ids)
	for i, id := range s.ids {
		s.row[id] = i
		unit := make([]float64, m)
		unit[i] = 1
		s.inverse = append(s.inverse, unit)
		s.x, s.basis = append(s.x, 1), append(s.basis, -1-i)
	}
	for _, id := range s.ids {
		if p.After[id] != 0 {
			s.orders = append(s.orders, id)
		}
	}
	s.dropped, s.dual = make([]bool, m), make([]float64, m)
	return s
}

func (s *simplex) clone() *simplex {
	c := *s
	c.inverse = make([][]float64, len(s.inverse))
	for i, r := range s.inverse {
		c.inverse[i] = slices.Clone(r)
	}
	c.x, c.basis, c.dropped, c.dual = slices.Clone(s.x), slices.Clone(s.basis), slices.Clone(s.dropped),
		slices.Clone(s.dual)
	return &c
}

// choose drops the cuts that have a column, and the rows of columns that are no longer free.
func (s *simplex) choose(column, gone proof.Vector) {
	s.chosen = s.chosen.Or(column)
	s.open, s.next = nil, 0
	for q, c := range s.p.Cuts {
		if c.And(s.chosen).Empty() {
			s.open = append(s.open, q)
		}
	}
	for id := range gone.All() {
		s.drop(id)
	}
}

func (s *simplex) drop(column int) { s.dropped[s.row[column]] = true }

func (s *simplex) cost(variable int) float64 {
	n := len(s.p.Cuts)
	gone := func(columns proof.Vector, otherwise float64) float64 {
		if !columns.And(s.chosen).Empty() {
			return -penalty
		}
		return otherwise
	}
	switch {
	case variable < 0:
		return 0
	case variable < n:
		return gone(s.p.Cuts[variable], 1)
	case variable < n+len(s.p.Groups):
		if g := s.p.Groups[variable-n]; g.Most == 1 {
			return gone(g.Columns, -1)
		}
		return -penalty // others count only once they are full
	}
	return gone(proof.VectorOf(s.p.After[s.orders[variable-n-len(s.p.Groups)]]), 0)
}

// times returns the sum of some values by row over a variable's rows.
func (s *simplex) times(values []float64, variable int) (sum float64) {
	n := len(s.p.Cuts)
	add := func(id int) { sum += values[s.row[id]] }
	switch {
	case variable < 0:
		sum = values[-1-variable]
	case variable < n:
		for id := range s.p.Cuts[variable].All() {
			add(id)
		}
	case variable < n+len(s.p.Groups):
		for id := range s.p.Groups[variable-n].Columns.All() {
			add(id)
		}
		sum = -sum
	default:
		id := s.orders[variable-n-len(s.p.Groups)]
		sum = values[s.row[s.p.After[id]]] - values[s.row[id]]
	}
	return sum
}

// solve pivots until the packing is best, or exceeds a limit.
func (s *simplex) solve(limit float64) {
	direction := make([]float64, len(s.ids))
	s.ray = nil
	for range pivots {
		clean := s.price()
		if clean && s.value > limit+enough {
			return
		}
		enter, sign, gain := s.enters()
		if enter == none {
			return
		}
		for i := range direction {
			direction[i] = sign * s.times(s.inverse[i], enter)
		}
		if !s.pivot(enter, sign, direction) {
			if clean { // a long step
				t := (limit + 1 - s.value) / gain
				s.ray, s.value = s.parts(enter, t, direction), limit+1
			}
			return
		}
	}
}

// price computes the dual values and the objective. It reports whether no dropped cut has a part in it.
func (s *simplex) price() bool {
	clear(s.dual)
	s.value = 0
	clean := true
	for i, v := range s.basis {
		if c := s.cost(v); c != 0 {
			if c == -penalty && s.x[i] > pivotal {
				clean = false
			}
			s.value += c * s.x[i]
			for j, b := range s.inverse[i] {
				s.dual[j] += c * b
			}
		}
	}
	return clean
}

// enters returns a variable with a large reduced cost, the direction in which it changes, and the cost. Of the cuts it
// compares those from where the last one was found, as many as a block has at least.
func (s *simplex) enters() (enter int, sign, most float64) {
	enter, most = none, least
	for n := range s.open {
		q := s.open[(s.next+n)%len(s.open)]
		d := 1.0
		for id := range s.p.Cuts[q].All() {
			d -= s.dual[s.row[id]]
		}
		if d > most {
			enter, most = q, d
		}
		if enter != none && n%block == block-1 {
			s.next = (s.next + n + 1) % len(s.open)
			break
		}
	}
	for v := len(s.p.Cuts); v < len(s.p.Cuts)+len(s.p.Groups)+len(s.orders); v++ {
		if c := s.cost(v); c != -penalty {
			if d := c - s.times(s.dual, v); d > most {
				enter, most = v, d
			}
		}
	}
	sign = 1
	for i, d := range s.dual {
		switch {
		case -d > most:
			enter, most, sign = -1-i, -d, 1
		case s.dropped[i] && d > most: // the slack of a dropped row may be negative
			enter, most, sign = -1-i, d, -1
		}
	}
	return enter, sign, most
}

// pivot makes a variable basic. It returns false if nothing limits it.
func (s *simplex) pivot(enter int, sign float64, direction []float64) bool {
	out, ratio := -1, 0.0
	for i, d := range direction {
		if d <= pivotal || s.basis[i] < 0 && s.dropped[-1-s.basis[i]] {
			continue
		}
		if t := s.x[i] / d; out < 0 || t < ratio-noChange || t < ratio+noChange && d > direction[out] {
			out, ratio = i, t
		}
	}
	if out < 0 {
		return false
	}
	pivot := s.inverse[out]
	for j := range pivot {
		pivot[j] /= sign * direction[out]
	}
	for i, d := range direction {
		if i == out || d == 0 {
			continue
		}
		s.x[i] -= d * ratio
		if s.x[i] < 0 && !(s.basis[i] < 0 && s.dropped[-1-s.basis[i]]) {
			s.x[i] = 0
		}
		f := sign * d
		for j, b := range pivot {
			s.inverse[i][j] -= f * b
		}
	}
	s.x[out], s.basis[out] = sign*ratio, enter
	return true
}

// branch returns the free column with the largest dual value, times the number of open cuts that have it. If none has
// one, since groups that allow several columns do not count, it is the column of the most open cuts; 0: there is none.
func (s *simplex) branch(free proof.Vector) (column int) {
	count := make([]float64, len(s.row))
	for _, q := range s.open {
		for id := range s.p.Cuts[q].All() {
			count[id]++
		}
	}
	most, open, commonest := 0.0, 0.0, 0
	for i, id := range s.ids {
		if !free.Has(id) {
			continue
		}
		if count[id] > open {
			commonest, open = id, count[id]
		}
		if score := s.dual[i] * count[id]; s.dual[i] > least && score > most {
			column, most = id, score
		}
	}
	return cmp.Or(column, commonest)
}

type part struct {
	cut   int
	value float64
}

// cutValues returns the cuts of the packing, in the order of their numbers.
func (s *simplex) cutValues() (parts []part) {
	if s.ray != nil {
		return s.ray
	}
	return s.parts(none, 0, make([]float64, len(s.basis)))
}

// parts returns the cuts of the packing after a step: a variable enters, and the basic ones fall in a direction.
func (s *simplex) parts(enter int, step float64, direction []float64) (parts []part) {
	add := func(variable int, x float64) {
		if variable >= 0 && variable < len(s.p.Cuts) && x > pivotal {
			parts = append(parts, part{variable, x})
		}
	}
	for i, v := range s.basis {
		add(v, s.x[i]-step*direction[i])
	}
	add(enter, step)
	slices.SortFunc(parts, func(a, b part) int { return a.cut - b.cut })
	return parts
}
