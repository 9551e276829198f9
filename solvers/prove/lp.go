package prove

import (
	"math"
	"slices"
)

// status of a column in a node of the tree.
type status uint8

const (
	free status = iota // may be chosen
	in                 // is chosen
	out                // is not
)

// lp is the relaxation of a node,
//
//	min  sum_p L_p(a_p x) + sum_{free} tau |x_j| / m_j     low_j <= x_j <= high_j
//
// whose optimum minus k tau bounds the loss of every choice of at most k free columns (m_j is high_j
// for positive and -low_j for negative weights). Rows 0..P-1 are patterns, row P+j the loss of
// column j by itself. The dual vector lambda has one entry per row, always with
// sum_i lambda_i a_i = 0; a row's lambda is a slope of its loss, so either at a breakpoint between
// two kinks (nonbasic) or between the slopes beside a kink (basic: the kink's equation holds).
type lp struct {
	t *table
	n int

	tau       float64
	low, high []float64
	kinds     []status
	cy        [][3]float64 // kinks of a column's loss
	cl        [][3]float64 // losses there
	cs        [][4]float64 // slopes
	cn        []int        // number of kinks

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

func newLP(t *table) *lp {
	n, rows := len(t.ids), t.patterns+len(t.ids)
	l := &lp{
		t: t, n: n,
		low: make([]float64, n), high: make([]float64, n), kinds: make([]status, n),
		cy: make([][3]float64, n), cl: make([][3]float64, n), cs: make([][4]float64, n), cn: make([]int, n),
		lambda: make([]float64, rows), pos: make([]int32, rows), below: make([]float64, rows), above: make([]float64, rows),
		basis: make([]int32, n), where: make([]int32, rows), inv: make([]float64, n*n),
		x: make([]float64, n), s: make([]float64, t.patterns),
		r: make([]float64, n), event: make([]float64, n), scratch: make([]float64, t.sums()),
		was: make([]int32, n),
	}
	return l
}

// copyFrom makes l the same state as o.
func (l *lp) copyFrom(o *lp) {
	l.tau, l.value, l.age = o.tau, o.value, o.age
	copy(l.low, o.low)
	copy(l.high, o.high)
	copy(l.kinds, o.kinds)
	copy(l.cy, o.cy)
	copy(l.cl, o.cl)
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
		a, b := l.t.first[i], l.t.first[i+1]
		return l.t.y[a:b], l.t.slope[a+i : b+i+1]
	}
	j := int(i) - l.t.patterns
	return l.cy[j][:l.cn[j]], l.cs[j][:l.cn[j]+1]
}

// shape sets the loss of a column from its status, box and tau.
func (l *lp) shape(j int) {
	low, high := l.low[j], l.high[j]
	inf := math.Inf(1)
	switch {
	case l.kinds[j] == out || low == 0 && high == 0:
		l.cn[j], l.cy[j][0], l.cl[j][0] = 1, 0, 0
		l.cs[j][0], l.cs[j][1] = -inf, inf
	case l.kinds[j] == in:
		l.cn[j] = 2
		l.cy[j], l.cl[j] = [3]float64{low, high}, [3]float64{}
		l.cs[j] = [4]float64{-inf, 0, inf}
	case low == 0:
		l.cn[j] = 2
		l.cy[j], l.cl[j] = [3]float64{0, high}, [3]float64{0, l.tau}
		l.cs[j] = [4]float64{-inf, l.tau / high, inf}
	case high == 0:
		l.cn[j] = 2
		l.cy[j], l.cl[j] = [3]float64{low, 0}, [3]float64{l.tau, 0}
		l.cs[j] = [4]float64{-inf, l.tau / low, inf}
	default:
		l.cn[j] = 3
		l.cy[j], l.cl[j] = [3]float64{low, 0, high}, [3]float64{l.tau, 0, l.tau}
		l.cs[j] = [4]float64{-inf, l.tau / low, l.tau / high, inf}
	}
}

// start sets up the first basis: every column at a kink of its own.
func (l *lp) start() {
	P := l.t.patterns
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
		v += l.cl[j][k] - l.lambda[i]*l.cy[j][k]
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
