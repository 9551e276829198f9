package subset

import (
	"math"

	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// tableau holds the sums of products of the columns of a problem, the target last, swept by the chosen columns.
type tableau struct {
	n          int
	v          []float64 // n rows
	swept      []bool
	own        []float64 // sum of squares of each column
	squares    float64   // of the targets
	start      []float64 // v and swept before any choice
	startSwept []bool
}

// newTableau returns the tableau of columns with the given ids; 0 is an intercept, the first if there is one.
func newTableau(p *lad.Problem, ids []int, f *lad.Fit) tableau {
	n := len(ids) + 1
	t := tableau{n: n, v: make([]float64, n*n), start: make([]float64, n*n), own: make([]float64, n-1),
		swept: make([]bool, n-1), startSwept: make([]bool, n-1)}
	place := make([]int, p.Columns()+1)
	for i := range place {
		place[i] = -1
	}
	for i, id := range ids {
		place[id] = i
	}
	if !p.Instance().HasIntercept() {
		place[0] = -1
	}
	patterns, total := p.Patterns(), p.Instance().TotalWeight()
	for k, v := range patterns.Vectors {
		columns := make([]int, 0, 64)
		if place[0] >= 0 {
			columns = append(columns, place[0])
		}
		for _, id := range v.IDs() {
			if place[id] >= 0 {
				columns = append(columns, place[id])
			}
		}
		t.add(p, total, columns, patterns.First[k], patterns.First[k+1], estimateOf(f, v), f != nil)
	}
	for j := range t.own {
		t.own[j] = t.start[j*n+j]
	}
	t.squares = t.start[n*n-1]
	return t
}

// add adds the points from first to last, which have the columns. They weigh less far from the estimate, if it is one;
// total is the weight of all points.
func (t *tableau) add(p *lad.Problem, total float64, columns []int, first, last int32, estimate float64,
	estimated bool) {
	offset := p.Instance().Offset()
	if p.Instance().HasIntercept() {
		offset = 0
	}
	weight, linear, square := 0.0, 0.0, 0.0
	above, below := regression.Slopes(p.Instance().Rules)
	for i := first; i < last; i++ {
		w, y := p.Patterns().Weight[i]/total, p.Patterns().Target[i]
		if estimated {
			if w /= max(math.Abs(y-estimate), leastResidual); y > estimate {
				w *= above
			} else {
				w *= below
			}
		}
		y -= offset
		weight, linear, square = weight+w, linear+w*y, square+w*y*y
	}
	n := t.n
	for _, a := range columns {
		for _, b := range columns {
			t.start[a*n+b] += weight
		}
		t.start[a*n+n-1] += linear
		t.start[(n-1)*n+a] += linear
	}
	t.start[n*n-1] += square
}

func estimateOf(f *lad.Fit, v set) float64 {
	if f == nil {
		return 0
	}
	sum := f.Intercept
	for i, id := range f.Columns {
		if v.Has(id) {
			sum += f.Weights[i]
		}
	}
	return sum
}

// sweep solves for a column too, or no more if it is swept (J. Goodnight, "A tutorial on the SWEEP operator", The
// American Statistician 33 (1979)). It leaves out columns that others make up.
func (t *tableau) sweep(k int) {
	n := t.n
	row := t.v[k*n : (k+1)*n]
	d := row[k]
	if !t.swept[k] && t.dependent(k, d) {
		return
	}
	t.swept[k] = !t.swept[k]
	for i := range row {
		row[i] /= d
	}
	for i := range n {
		r := t.v[i*n : (i+1)*n]
		b := r[k]
		if i == k || b == 0 {
			continue
		}
		for j, v := range row {
			r[j] -= b * v
		}
		r[k] = -b / d
	}
	row[k] = 1 / d
}

// dependent reports whether others make up a column of which they leave some squares.
func (t *tableau) dependent(j int, left float64) bool { return !(left > dependent*t.own[j]) }

// additions adds to gain, by column, by how much the squares fall if it joins.
func (t *tableau) additions(gain []float64) {
	n := t.n
	for j := range gain {
		if left := t.v[j*n+j]; !t.swept[j] && !t.dependent(j, left) {
			rest := t.v[j*n+n-1]
			gain[j] += rest * rest / left
		}
	}
}

// swaps adds to gain, by column, by how much the squares fall if it takes the place of column i.
func (t *tableau) swaps(i int, gain []float64) {
	if !t.swept[i] {
		t.additions(gain)
		return
	}
	n := t.n
	row := t.v[i*n : (i+1)*n]
	own, x := row[i], row[n-1]
	lost := x * x / own
	for j := range gain {
		gain[j] -= lost
		if t.swept[j] {
			continue
		}
		b := row[j]
		if left := t.v[j*n+j] + b*b/own; !t.dependent(j, left) {
			rest := t.v[j*n+n-1] + x*b/own
			gain[j] += rest * rest / left
		}
	}
}
