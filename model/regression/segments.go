package regression

import (
	"fmt"
	"math"

	"feltlab/model/features"
	"feltlab/model/mip"
)

// convex is the loss L(s) = sum_k w_k |y_k - s| of a pattern as steps away from its centre,
// the weighted median, where it is least.
type convex struct {
	centre, least float64
	right, left   []piece // outwards; slopes grow
}

// piece is a step of at most width, each unit of which adds slope to the loss.
type piece struct {
	width, slope float64
}

// convexOf returns the loss of points for |s| <= reach.
func convexOf(points []point, reach float64) convex {
	below := make([]float64, len(points)+1) // below[k]: weight of the points before k
	ends := []float64{-reach}               // ends[k], ends[k+1]: the piece left of point k
	for k, q := range points {
		below[k+1] = below[k] + q.weight
		ends = append(ends, q.equity)
	}
	ends = append(ends, max(reach, ends[len(points)]))
	total := below[len(points)]
	c := 0
	for 2*below[c+1] < total {
		c++
	}
	l := convex{centre: points[c].equity}
	for k := c; k < len(points); k++ {
		l.right = append(l.right, piece{ends[k+2] - ends[k+1], 2*below[k+1] - total})
	}
	for k := c; k >= 0; k-- {
		l.left = append(l.left, piece{ends[k+1] - ends[k], total - 2*below[k]})
	}
	for _, q := range points {
		l.least += q.weight * math.Abs(q.equity-l.centre)
	}
	return l
}

// segmentLoss measures average errors by one convex loss per pattern.
type segmentLoss struct {
	patterns []pattern
	losses   []convex
	first    []int // per pattern, the column of the first right piece; the left ones follow
}

// addSegments adds one row per pattern and one column per piece of its loss.
func (b *builder) addSegments(patterns []pattern) {
	l := &segmentLoss{patterns: patterns}
	b.loss = l
	for p := range patterns {
		pattern := &patterns[p]
		loss := convexOf(pattern.points, b.reach(pattern.vector))
		b.constant += loss.least
		l.losses = append(l.losses, loss)
		l.first = append(l.first, len(b.Model.Columns))
		index, value := b.estimateOf(pattern.vector, len(loss.right)+len(loss.left))
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
func (b *builder) reach(v features.Vector) float64 {
	reach := 0
	for _, id := range v.IDs() {
		reach += len(b.columns.group[id])
	}
	if !b.Program.Kind.CountsFeatures() {
		reach = min(reach, b.Program.N)
	}
	return float64(reach)
}

func (l *segmentLoss) start(estimate func(features.Vector) float64, x []float64) {
	for p, loss := range l.losses {
		step := estimate(l.patterns[p].vector) - loss.centre
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
