package regression

import (
	"fmt"
	"math"

	"feltlab/model/mip"
	"feltlab/model/proof"
)

// convex is the loss L(s) = sum_k w_k |y_k - s| of a pattern as pieces away from its centre, the weighted
// median, where it is least.
type convex struct {
	centre, least float64
	right, left   []piece // outwards; slopes grow
}

// piece is a step of at most width; each unit of it adds slope to the loss.
type piece struct {
	width, slope float64
}

// convexOf returns the loss of the points of a pattern for |s| <= reach.
func convexOf(equity, weight []float64, reach float64) convex {
	n := len(equity)
	below := make([]float64, n+1) // below[k]: weight of the points before k
	for k, w := range weight {
		below[k+1] = below[k] + w
	}
	ends := append([]float64{-reach}, equity...) // ends[k], ends[k+1]: the piece left of point k
	ends = append(ends, max(reach, ends[n]))
	total := below[n]
	c := 0
	for 2*below[c+1] < total {
		c++
	}
	l := convex{centre: equity[c]}
	for k := c; k < n; k++ {
		l.right = append(l.right, piece{ends[k+2] - ends[k+1], 2*below[k+1] - total})
	}
	for k := c; k >= 0; k-- {
		l.left = append(l.left, piece{ends[k+1] - ends[k], total - 2*below[k]})
	}
	for k, e := range equity {
		l.least += weight[k] * math.Abs(e-l.centre)
	}
	return l
}

// segmentLoss measures average errors by one convex loss per pattern.
type segmentLoss struct {
	patterns *Patterns
	losses   []convex
	first    []int // per pattern, the column of the first right piece; the left ones follow
}

// addSegments adds one row per pattern and one column per piece of its loss.
func (b *builder) addSegments(patterns *Patterns) {
	l := &segmentLoss{patterns: patterns}
	b.loss = l
	for p, v := range patterns.Vectors {
		equity, weight := patterns.points(p)
		loss := convexOf(equity, weight, b.reach(v))
		b.constant += loss.least
		l.losses = append(l.losses, loss)
		l.first = append(l.first, len(b.Model.Columns))
		index, value := b.estimateOf(v, len(loss.right)+len(loss.left))
		for k, r := range loss.right {
			column := b.addErrorColumn(fmt.Sprintf("r%d_%d", p+1, k+1), r.width, r.slope)
			index, value = append(index, int32(column)), append(value, -1)
		}
		for k, r := range loss.left {
			column := b.addErrorColumn(fmt.Sprintf("l%d_%d", p+1, k+1), r.width, r.slope)
			index, value = append(index, int32(column)), append(value, 1)
		}
		row := mip.Row{Name: fmt.Sprintf("p%d", p+1), Lower: loss.centre, Upper: loss.centre}
		b.Model.AddRow(row, index, value)
	}
}

// reach returns the largest |s| that a formula can give a pattern.
func (b *builder) reach(v proof.Vector) float64 {
	reach := 0
	for _, id := range v.IDs() {
		reach += len(b.columns.group[id])
	}
	if !b.Program.Kind.CountsFeatures() {
		reach = min(reach, b.Program.N)
	}
	return float64(reach)
}

func (l *segmentLoss) start(estimate func(proof.Vector) float64, x []float64) {
	for p, loss := range l.losses {
		step := estimate(l.patterns.Vectors[p]) - loss.centre
		pieces, column := loss.right, l.first[p]
		if step < 0 {
			step, pieces, column = -step, loss.left, column+len(loss.right)
		}
		for k, r := range pieces {
			x[column+k] = min(step, r.width)
			step -= x[column+k]
		}
	}
}
