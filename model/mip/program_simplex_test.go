package mip

import (
	"math"
)

// lpEpsilon separates zero from the smallest number that the tiny programs of the tests
// can produce.
const lpEpsilon = 1e-9

// bestByEnumeration solves m by trying every value of its integer columns and solving what
// remains with the simplex method. It returns +Inf if m is infeasible. Integer columns for
// which fixed returns true stay at 0.
func bestByEnumeration(m *Model, fixed func(column int) bool) float64 {
	var integers []int
	lower, upper := make([]float64, len(m.Columns)), make([]float64, len(m.Columns))
	for j, c := range m.Columns {
		lower[j], upper[j] = c.Lower, c.Upper
		if c.Integer {
			if fixed(j) {
				upper[j] = 0
			} else {
				integers = append(integers, j)
			}
		}
	}
	best := math.Inf(1)
	var try func(k int)
	try = func(k int) {
		if k == len(integers) {
			best = min(best, solveLP(m, lower, upper))
			return
		}
		j := integers[k]
		for v := m.Columns[j].Lower; v <= m.Columns[j].Upper; v++ {
			lower[j], upper[j] = v, v
			try(k + 1)
		}
	}
	try(0)
	return best
}

// solveLP minimises the objective of m over its rows and the given bounds, with lower ends
// all finite. Every row and upper bound becomes inequalities a y <= b in y = x - lower >= 0.
func solveLP(m *Model, lower, upper []float64) float64 {
	lower, upper = tighten(m, lower, upper)
	var t dictionary
	column := make([]int, len(m.Columns)) // in the dictionary, -1 if fixed
	offset := m.Offset
	for j, c := range m.Columns {
		offset += c.Cost * lower[j]
		column[j] = -1
		if lower[j] < upper[j] {
			column[j] = len(t.cost)
			t.cost = append(t.cost, c.Cost)
		}
	}
	add := func(index []int32, value []float64, sign, bound float64) bool {
		row, some := make([]float64, len(t.cost)), false
		for k, j := range index {
			bound -= sign * value[k] * lower[j]
			if column[j] >= 0 {
				row[column[j]], some = sign*value[k], true
			}
		}
		if some {
			t.a, t.b = append(t.a, row), append(t.b, bound)
		}
		return some || bound >= -lpEpsilon
	}
	for i, r := range m.Rows {
		index, value := m.Index[m.Start[i]:m.Start[i+1]], m.Value[m.Start[i]:m.Start[i+1]]
		if !math.IsInf(r.Upper, 1) && !add(index, value, 1, r.Upper) {
			return math.Inf(1)
		}
		if !math.IsInf(r.Lower, -1) && !add(index, value, -1, -r.Lower) {
			return math.Inf(1)
		}
	}
	for j := range m.Columns {
		if column[j] >= 0 && !math.IsInf(upper[j], 1) {
			add([]int32{int32(j)}, []float64{1}, 1, upper[j])
		}
	}
	return offset + t.minimise()
}

// tighten moves the bounds of columns that share a row with one fixed column only, which
// fixes x_j where z_j is 0 and leaves a program small enough for the dictionary.
func tighten(m *Model, lower, upper []float64) ([]float64, []float64) {
	newLower, newUpper := append([]float64(nil), lower...), append([]float64(nil), upper...)
	for i, r := range m.Rows {
		k := m.Start[i]
		if m.Start[i+1]-k != 2 || lower[m.Index[k+1]] != upper[m.Index[k+1]] || m.Value[k] != 1 {
			continue
		}
		j, rest := m.Index[k], m.Value[k+1]*lower[m.Index[k+1]]
		newLower[j] = max(newLower[j], r.Lower-rest)
		newUpper[j] = min(newUpper[j], r.Upper-rest)
	}
	return newLower, newUpper
}

// dictionary is the linear program: minimise cost y with a y <= b, y >= 0, in the form
// slack = b - a y; pivots exchange a slack with a y.
type dictionary struct {
	a     [][]float64
	b     []float64
	cost  []float64
	value float64
	row   []int // variable on the left of each row
	col   []int // variable of each column
}

func (t *dictionary) pivot(r, c int) {
	p := t.a[r][c]
	t.row[r], t.col[c] = t.col[c], t.row[r]
	for j := range t.cost {
		if j != c {
			t.a[r][j] /= p
		}
	}
	t.a[r][c] = 1 / p
	t.b[r] /= p
	for i := range t.a {
		if i != r {
			t.b[i] -= t.eliminate(t.a[i], r, c) * t.b[r]
		}
	}
	t.value += t.eliminate(t.cost, r, c) * t.b[r]
}

// eliminate takes variable c out of row and returns its coefficient there.
func (t *dictionary) eliminate(row []float64, r, c int) float64 {
	f := row[c]
	for j := range row {
		if j != c {
			row[j] -= f * t.a[r][j]
		}
	}
	row[c] = -f * t.a[r][c]
	return f
}

// minimise runs Bland's rule, first with one artificial variable if 0 is infeasible.
// It returns +Inf if nothing is feasible; the programs of the tests are never unbounded.
func (t *dictionary) minimise() float64 {
	n := len(t.cost)
	t.row, t.col = make([]int, len(t.a)), make([]int, n)
	for j := range t.col {
		t.col[j] = j
	}
	worst := -1
	for i := range t.a {
		t.row[i] = n + 1 + i
		if t.b[i] < 0 && (worst < 0 || t.b[i] < t.b[worst]) {
			worst = i
		}
	}
	if worst < 0 {
		t.bland()
		return t.value
	}
	cost := t.cost
	t.cost = append(make([]float64, n), 1) // the artificial variable n, subtracted from every row
	t.col = append(t.col, n)
	for i := range t.a {
		t.a[i] = append(t.a[i], -1)
	}
	t.pivot(worst, n)
	t.bland()
	if t.value > lpEpsilon {
		return math.Inf(1)
	}
	t.leavePhaseOne(n, cost)
	t.bland()
	return t.value
}

// leavePhaseOne removes the artificial variable and restores the cost.
func (t *dictionary) leavePhaseOne(artificial int, cost []float64) {
	for i := range t.row {
		if t.row[i] == artificial { // basic at zero: any exchange is feasible
			for c := range t.col {
				if math.Abs(t.a[i][c]) > lpEpsilon {
					t.pivot(i, c)
					break
				}
			}
		}
	}
	t.value = 0
	t.cost = make([]float64, len(t.col))
	for c, v := range t.col {
		if v == artificial {
			for i := range t.a {
				t.a[i][c] = 0
			}
		} else if v < len(cost) {
			t.cost[c] += cost[v]
		}
	}
	for i, v := range t.row {
		if v < len(cost) && cost[v] != 0 {
			t.value += cost[v] * t.b[i]
			for c := range t.col {
				t.cost[c] -= cost[v] * t.a[i][c]
			}
		}
	}
}

func (t *dictionary) bland() {
	for {
		c := -1
		for j := range t.cost {
			if t.cost[j] < -lpEpsilon && (c < 0 || t.col[j] < t.col[c]) {
				c = j
			}
		}
		if c < 0 {
			return
		}
		r := -1
		for i := range t.a {
			if t.a[i][c] <= lpEpsilon {
				continue
			}
			if r < 0 {
				r = i
				continue
			}
			if a, b := t.b[i]/t.a[i][c], t.b[r]/t.a[r][c]; a < b-lpEpsilon || a < b+lpEpsilon && t.row[i] < t.row[r] {
				r = i
			}
		}
		if r < 0 {
			panic("unbounded")
		}
		t.pivot(r, c)
	}
}
