package lad

import "math"

// kind says what an equation of the basis holds fixed.
type kind uint8

const (
	fixed kind = iota // a variable at an arbitrary value, to be freed
	lower             // a weight at -1
	upper             // a weight at +1
	kink              // Average: a cell's prediction at one of its kinks
	above             // Max: the error of a cell's largest target, t + z = high
	below             // Max: the error of a cell's smallest target, t - z = low
)

type equation struct {
	kind  kind
	index int32   // cell or column
	kink  int32   // which kink, counted from 1
	value float64 // of a fixed variable
}

// basis is a set of n independent equations in n variables with the inverse of their matrix.
type basis struct {
	n    int
	rows []equation
	inv  []float64 // row-major: variable j is sum_i inv[j*n+i] * right-hand side i
}

func (b *basis) start(values []float64) {
	b.n = len(values)
	b.rows = resize(b.rows, b.n)
	b.inv = resize(b.inv, b.n*b.n)
	clear(b.inv)
	for j, v := range values {
		b.rows[j] = equation{kind: fixed, index: int32(j), value: v}
		b.inv[j*b.n+j] = 1
	}
}

func (b *basis) row(j int) []float64 { return b.inv[j*b.n : j*b.n+b.n] }

// edge writes to d the direction that raises the right-hand side i by one and keeps the others.
func (b *basis) edge(i int, sign float64, d []float64) {
	for j := range b.n {
		d[j] = sign * b.inv[j*b.n+i]
	}
}

// replace puts an equation in place of equation i; r is its left-hand side times the inverse.
func (b *basis) replace(i int, eq equation, r []float64) {
	n := b.n
	for j := range n {
		row := b.inv[j*n : j*n+n]
		v := row[i] / r[i]
		if v != 0 {
			for k := range row {
				row[k] -= v * r[k]
			}
		}
		row[i] = v
	}
	b.rows[i] = eq
}

// grow makes b.inv the inverse of the basis from with one more variable and an equation that
// fixes it; column holds the new variable's coefficients in the equations of from.
func (b *basis) grow(from *basis, column []float64) {
	n := from.n
	b.n = n + 1
	b.inv = resize(b.inv, b.n*b.n)
	clear(b.inv)
	for j := range n {
		old, row := from.row(j), b.row(j)
		sum := 0.0
		for i, v := range old {
			row[i] = v
			sum += v * column[i]
		}
		row[n] = -sum
	}
	b.inv[n*b.n+n] = 1
}

// invert replaces a by its inverse (both n x n, row-major) by Gauss-Jordan elimination with
// partial pivoting, and reports whether it has one.
func invert(a, out []float64, n int) bool {
	clear(out[:n*n])
	for i := range n {
		out[i*n+i] = 1
	}
	for c := range n {
		best := c
		for i := c + 1; i < n; i++ {
			if math.Abs(a[i*n+c]) > math.Abs(a[best*n+c]) {
				best = i
			}
		}
		pivot := a[best*n+c]
		if math.Abs(pivot) < pivotTolerance {
			return false
		}
		for k := range n {
			a[c*n+k], a[best*n+k] = a[best*n+k], a[c*n+k]
			out[c*n+k], out[best*n+k] = out[best*n+k], out[c*n+k]
		}
		for k := range n {
			a[c*n+k] /= pivot
			out[c*n+k] /= pivot
		}
		for i := range n {
			f := a[i*n+c]
			if i == c || f == 0 {
				continue
			}
			for k := range n {
				a[i*n+k] -= f * a[c*n+k]
				out[i*n+k] -= f * out[c*n+k]
			}
		}
	}
	return true
}
