package prove

import (
	"math"
	"slices"
)

// lp is the fit of the columns that are not out,
//
//	min  sum_p L_p(a_p x)     |x_j| <= reach_j, or x_j = 0 for a column that is out
//
// by a dual simplex. Rows 0..P-1 are patterns, row P+j the box of column j. The dual vector lambda has one entry per row, always with
// sum_i lambda_i a_i = 0; a row's lambda is a slope of its loss, so either at a breakpoint between
// two kinks (nonbasic) or between the slopes beside a kink (basic: the kink's equation holds).
type lp struct {
	v *projection
	t *table // v's
	n int

	out []bool
	cy  [][2]float64 // kinks of a column's box
	cs  [][3]float64 // slopes beside them
	cn  []int        // number of kinks

	lambda []float64
	pos    []int32 // basic or loose: kink; nonbasic: number of kinks on the left of its interval
	below  []float64
	above  []float64 // interval of a nonbasic row; infinite for others
	loose  []int32   // nonbasic columns whose lambda is not at a breakpoint
	basis  []int32   // rows
	where  []int32   // position in the basis, or -1
	inv    []float64 // columns of the inverse of the basis, n each
	x      []float64
	s      []float64
	value  float64 // of the dual
	age    int     // pivots since the inverse was computed afresh
	pivots int

	r, event, scratch []float64
	was               []int32 // kinks of the basis before a step
}

// Tolerances of the simplex.
const (
	violationTol = 1e-9 // of an estimate outside its interval, in equity
	pivotTol     = 1e-8 // smallest pivot
	maxAge       = 120  // pivots before the inverse is computed afresh
)

func newLP(v *projection) *lp { return new(lp).resize(v) }

// resize makes room for a projection. The state is undefined then: copyFrom or start must follow.
func (l *lp) resize(v *projection) *lp {
	if l.v == v {
		return l
	}
	t := v.table
	n, rows := len(t.ids), t.patterns+len(t.ids)
	l.v, l.t, l.n = v, t, n
	l.out = resize(l.out, n)
	clear(l.out)
	l.cy, l.cs, l.cn = resize(l.cy, n), resize(l.cs, n), resize(l.cn, n)
	l.lambda, l.pos, l.below, l.above = resize(l.lambda, rows), resize(l.pos, rows), resize(l.below, rows), resize(l.above, rows)
	l.basis, l.where, l.inv = resize(l.basis, n), resize(l.where, rows), resize(l.inv, n*n)
	l.x, l.s = resize(l.x, n), resize(l.s, t.patterns)
	l.r, l.event, l.scratch, l.was = resize(l.r, n), resize(l.event, n), resize(l.scratch, t.sums()), resize(l.was, n)
	return l
}

func resize[T any](v []T, n int) []T {
	if cap(v) < n {
		return make([]T, n)
	}
	return v[:n]
}

// copyFrom makes l the same state as o.
func (l *lp) copyFrom(o *lp) {
	l.value, l.age = o.value, o.age
	copy(l.out, o.out)
	copy(l.cy, o.cy)
	copy(l.cs, o.cs)
	copy(l.cn, o.cn)
	copy(l.lambda, o.lambda)
	copy(l.pos, o.pos)
	copy(l.below, o.below)
	copy(l.above, o.above)
	l.loose = append(l.loose[:0], o.loose...)
	copy(l.basis, o.basis)
	copy(l.where, o.where)
	copy(l.inv, o.inv)
	copy(l.x, o.x)
	copy(l.s, o.s)
}

// kinks returns the kinks of a row and its slopes, one more.
func (l *lp) kinks(i int32) (y, slope []float64) {
	if int(i) < l.t.patterns {
		return l.t.kinks(i)
	}
	j := int(i) - l.t.patterns
	return l.cy[j][:l.cn[j]], l.cs[j][:l.cn[j]+1]
}

// shape sets the box of a column: a single kink at 0 if it is out.
func (l *lp) shape(j int) {
	r, inf := l.t.reach[j], math.Inf(1)
	if l.out[j] {
		l.cn[j], l.cy[j], l.cs[j] = 1, [2]float64{}, [3]float64{-inf, inf}
		return
	}
	l.cn[j], l.cy[j], l.cs[j] = 2, [2]float64{-r, r}, [3]float64{-inf, 0, inf}
}

// start sets up the first basis: every column at a kink of its own.
func (l *lp) start() {
	P := l.t.patterns
	l.age = 0
	clear(l.out)
	for j := range l.n {
		l.shape(j)
		l.lambda[P+j] = 0
	}
	for p := range P {
		y, slope := l.kinks(int32(p))
		c, _ := slices.BinarySearch(slope, 0)
		c = min(c, len(y))
		l.where[p] = -1
		l.rest(int32(p), c)
		for _, j := range l.t.members[p] {
			l.lambda[P+int(j)] -= slope[c]
		}
	}
	clear(l.inv)
	for j := range l.n {
		l.basis[j], l.where[P+j], l.inv[j*l.n+j] = int32(P+j), int32(j), 1
	}
	l.reseat()
}

// rest makes a row nonbasic between its kinks c-1 and c.
func (l *lp) rest(i int32, c int) {
	y, slope := l.kinks(i)
	l.lambda[i], l.pos[i] = slope[c], int32(c)
	l.below[i], l.above[i] = math.Inf(-1), math.Inf(1)
	if c > 0 {
		l.below[i] = y[c-1]
	}
	if c < len(y) {
		l.above[i] = y[c]
	}
}

// hold makes a row's interval unlimited: it is basic or loose.
func (l *lp) hold(i int32, kink int) {
	l.pos[i] = int32(kink)
	l.below[i], l.above[i] = math.Inf(-1), math.Inf(1)
}

// kinkOf returns the kink whose slopes enclose lambda.
func kinkOf(slope []float64, lambda float64) int {
	k, _ := slices.BinarySearch(slope, lambda)
	return min(max(k-1, 0), len(slope)-2)
}

// reseat computes positions, weights and value again after columns changed their losses.
func (l *lp) reseat() {
	P := l.t.patterns
	l.loose = l.loose[:0]
	for j := range l.n {
		i := int32(P + j)
		_, slope := l.kinks(i)
		if l.where[i] >= 0 {
			l.hold(i, kinkOf(slope, l.lambda[i]))
		} else if c, ok := slices.BinarySearch(slope, l.lambda[i]); ok {
			l.rest(i, c)
		} else {
			l.hold(i, kinkOf(slope, l.lambda[i]))
			l.loose = append(l.loose, i)
		}
	}
	for _, i := range l.basis {
		if int(i) < P {
			_, slope := l.kinks(i)
			l.hold(i, kinkOf(slope, l.lambda[i]))
		}
	}
	l.locate()
	l.value = l.evaluate()
}

// locate computes the weights from the equations of the basis.
func (l *lp) locate() {
	clear(l.x)
	for b, i := range l.basis {
		y, _ := l.kinks(i)
		if v := y[l.pos[i]]; v != 0 {
			addScaled(l.x, l.inv[b*l.n:(b+1)*l.n], v)
		}
	}
}

// evaluate returns the value of the dual.
func (l *lp) evaluate() float64 {
	t, v := l.t, 0.0
	for p := range t.patterns {
		k := l.pos[p]
		if l.where[p] < 0 {
			k = max(k-1, 0)
		}
		i := t.first[p] + k
		v += t.loss[i] - l.lambda[p]*t.y[i]
	}
	for j := range l.n {
		i := t.patterns + j
		k := l.pos[i]
		if !math.IsInf(l.above[i], 1) || !math.IsInf(l.below[i], -1) {
			k = max(k-1, 0)
		}
		v -= l.lambda[i] * l.cy[j][k]
	}
	return v
}

// addScaled adds f*b to a.
func addScaled(a, b []float64, f float64) {
	b = b[:len(a)]
	for i := range a {
		a[i] += f * b[i]
	}
}
