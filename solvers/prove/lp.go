package prove

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// lp is the fit of the columns that are not out,
//
//	min  sum_p L_p(a_p x)     l_j <= x_j <= u_j, or x_j = 0 for a column that is out
//
// by a dual simplex. Rows 0..P-1 are patterns, row P+j is the box of column j. The dual vector lambda has one entry a
// row, always with sum_i lambda_i a_i = 0. The lambda of a row is a slope of its loss: the slope between two kinks
// (nonbasic), or one between the slopes beside a kink (basic: the kink's equation holds).
type lp struct {
	ctx     context.Context // a solve ends with it
	t       *table
	n       int // of columns, an intercept among them
	stride  int // n, or a little more
	out     columns
	charged charge
	exact   bool // a solve goes on below its goal, to the optimum

	lambda     []float64
	pos        []int32   // kink; for a nonbasic row the number of kinks left of its interval
	below      []float64 // interval of a nonbasic row, infinite for others; wordPatterns longer than rows
	above      []float64
	superbasic []int32   // boxes outside the basis whose lambda is not a slope between kinks
	basis      []int32   // rows
	where      []int32   // position in the basis, or -1
	inv        []float64 // columns of the inverse of the basis, a stride apart, and maxWidth more numbers
	live       []int32   // positions in the basis without the boxes of columns that are out, see listLive
	x          []float64
	estimates  *estimates
	value      float64 // of the dual
	age        int     // pivots since the inverse was computed afresh
	pivots     int64   // so far, those of the fits it was copied from left out

	candidates []candidate // for the next pivots
	taken      int         // pivots with them so far
	top        float64     // score of the first
	likely     float64     // a score that some more than manyCandidates rows are likely to exceed

	r      []float64
	events events
	was    []int32 // kinks of the basis before a step
}

// Tolerances of the simplex.
const (
	violationTol = 1e-9 // of an estimate outside its interval, in equity
	pivotTol     = 1e-8 // smallest pivot
	maxAge       = 400  // pivots before the inverse is computed afresh
	contextEvery = 16   // pivots, or rows that enter a fresh inverse, between two looks at the context
	maxPivots    = 20000
)

// newLP returns the fit of all columns at a first basis, the boxes of all columns.
func newLP(ctx context.Context, t *table) *lp {
	n, P := t.width(), t.patterns
	rows, stride := P+n, (n+vectorWidth-1)/vectorWidth*vectorWidth
	l := &lp{
		ctx: ctx, t: t, n: n, stride: stride,
		lambda: make([]float64, rows), pos: make([]int32, rows),
		below: make([]float64, rows+wordPatterns), above: make([]float64, rows+wordPatterns),
		basis: make([]int32, n), where: make([]int32, rows), inv: make([]float64, n*stride+maxWidth),
		x: make([]float64, n, maxWidth), estimates: newEstimates(t),
		r: make([]float64, n), was: make([]int32, n),
	}
	for p := range P {
		y, slope := t.kinks(int32(p))
		c, _ := slices.BinarySearch(slope, 0)
		c = min(c, len(y))
		l.where[p] = -1
		l.setNonbasic(int32(p), c)
		for _, j := range t.members[p] {
			l.lambda[P+int(j)] -= slope[c]
		}
	}
	for j := range n {
		l.basis[j], l.where[P+j], l.inv[j*stride+j] = int32(P+j), int32(j), 1
	}
	l.listLive()
	l.recompute()
	l.value = l.evaluate()
	return l
}

// startAt moves a fresh relaxation to other slopes of the patterns: at kinks where a similar one ended.
func (l *lp) startAt(kinks []int32) {
	P := l.t.patterns
	clear(l.lambda[P:])
	for p, k := range kinks {
		l.setNonbasic(int32(p), int(k))
		for _, j := range l.t.members[p] {
			l.lambda[P+int(j)] -= l.lambda[p]
		}
	}
	l.recompute()
	l.value = l.evaluate()
}

func (l *lp) copyFrom(o *lp) {
	l.out, l.value, l.age = o.out, o.value, o.age
	if l.charged.price = 0; o.charged.price > 0 || !l.charged.on.empty() {
		l.charged.set(l.t, o.charged.price, o.charged.on)
	}
	copy(l.lambda, o.lambda)
	copy(l.pos, o.pos)
	copy(l.below, o.below)
	copy(l.above, o.above)
	l.superbasic = append(l.superbasic[:0], o.superbasic...)
	copy(l.basis, o.basis)
	copy(l.where, o.where)
	copy(l.inv, o.inv[:l.n*l.stride])
	l.live = append(l.live[:0], o.live...)
	copy(l.x, o.x)
}

// Slopes beside the kinks of the box of a column, and both for a column that is out.
var (
	boxSlopes = []float64{math.Inf(-1), 0, math.Inf(1)}
	outKinks  = []float64{0}
	outSlopes = []float64{math.Inf(-1), math.Inf(1)}
)

func (l *lp) kinks(i int32) (y, slope []float64) {
	switch {
	case int(i) < l.t.patterns:
		return l.t.kinks(i)
	case l.isOut(int(i) - l.t.patterns):
		return outKinks, outSlopes
	}
	y = l.t.box[int(i)-l.t.patterns]
	switch {
	case len(y) == 1:
		return y, outSlopes
	case l.charged.price > 0 && int(i)-l.t.patterns < len(l.t.ids) && l.charged.on.has(int(i)-l.t.patterns):
		return l.t.zeroed[int(i)-l.t.patterns], l.charged.slopes[int(i)-l.t.patterns]
	}
	return y, boxSlopes
}

// isOut reports whether a column is out; an intercept never is.
func (l *lp) isOut(j int) bool { return j < len(l.t.ids) && l.out.has(j) }

// limit fixes the weights of the columns in out at 0 and frees all others. The box of a free column
// lowers the value of the dual by its lambda times a bound.
func (l *lp) limit(out columns) {
	back, gone := l.out.minus(out), out.minus(l.out)
	l.out = out
	for ; !back.empty(); back = back.without(back.smallest()) {
		j := back.smallest()
		l.bringBack(j)
		l.value -= l.boxLoss(j)
	}
	for ; !gone.empty(); gone = gone.without(gone.smallest()) {
		l.value += l.boxLoss(gone.smallest())
	}
	l.listLive()
	l.recompute()
}

// listLive lists the live positions of the basis. The box of a column that is out stays in the basis with
// any lambda, so its lambda and its column of the inverse are not updated.
func (l *lp) listLive() {
	l.live = l.live[:0]
	for b, i := range l.basis {
		if int(i) < l.t.patterns || !l.isOut(int(i)-l.t.patterns) {
			l.live = append(l.live, int32(b))
		}
	}
}

// bringBack computes the lambda and the column of the inverse of a box that was not live. The weight of its column
// changes the estimates of the basic rows that have the column, and no others.
func (l *lp) bringBack(j int) {
	P := l.t.patterns
	own := l.where[P+j]
	if own < 0 {
		return
	}
	col := l.inverse(int(own))
	clear(col)
	col[j] = 1
	for _, b := range l.live {
		if i := l.basis[b]; int(i) < P && l.t.hasColumn(int(i), j) {
			floats.AddScaled(col, -1, l.inverse(int(b)))
		}
	}
	l.lambda[P+j] = -l.gradient(j)
}

func (l *lp) gradient(j int) float64 {
	sum := 0.0
	for _, p := range l.t.patternsOf[j] {
		sum += l.lambda[p]
	}
	return sum
}

func (l *lp) setNonbasic(i int32, c int) {
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

func (l *lp) setBasic(i int32, kink int) {
	l.pos[i] = int32(kink)
	l.below[i], l.above[i] = math.Inf(-1), math.Inf(1)
}

// kinkOf returns the kink whose slopes enclose lambda.
func kinkOf(slope []float64, lambda float64) int {
	k, _ := slices.BinarySearch(slope, lambda)
	return min(max(k-1, 0), len(slope)-2)
}

// recompute computes positions and weights after columns changed their losses.
func (l *lp) recompute() {
	P := l.t.patterns
	l.superbasic = l.superbasic[:0]
	for j := range l.n {
		i := int32(P + j)
		_, slope := l.kinks(i)
		if l.where[i] >= 0 {
			l.setBasic(i, kinkOf(slope, l.lambda[i]))
		} else if c, ok := slices.BinarySearch(slope, l.lambda[i]); ok {
			l.setNonbasic(i, c)
		} else {
			l.setBasic(i, kinkOf(slope, l.lambda[i]))
			l.superbasic = append(l.superbasic, i)
		}
	}
	for _, i := range l.basis {
		if int(i) < P {
			_, slope := l.kinks(i)
			l.setBasic(i, kinkOf(slope, l.lambda[i]))
		}
	}
	l.computeWeights()
}

func (l *lp) computeWeights() {
	clear(l.x)
	for b, i := range l.basis {
		y, _ := l.kinks(i)
		if v := y[l.pos[i]]; v != 0 {
			floats.AddScaled(l.x, v, l.inverse(b))
		}
	}
}

func (l *lp) evaluate() float64 {
	t, v := l.t, 0.0
	for p := range t.patterns {
		k := l.pos[p]
		if l.where[p] < 0 {
			k = max(k-1, 0)
		}
		i := int(t.first[p] + k)
		v += t.lossAt(p, i) - l.lambda[p]*t.y[i]
	}
	for j := range l.n {
		i := t.patterns + j
		k := l.pos[i]
		if !math.IsInf(l.above[i], 1) || !math.IsInf(l.below[i], -1) {
			k = max(k-1, 0)
		}
		y, _ := l.kinks(int32(i))
		if v -= l.lambda[i] * y[k]; y[k] != 0 && j < len(t.ids) && l.charged.on.has(j) {
			v += l.charged.price
		}
	}
	return v
}
