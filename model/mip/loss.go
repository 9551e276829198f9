package mip

import (
	"fmt"
	"math"

	"feltlab/model/proof"
	"feltlab/model/regression"
)

// rowLoss measures errors as published: two rows an target, and an error column an target (AVG) or one for all (MAX).
type rowLoss struct {
	patterns *regression.Patterns
	errors   []int // AVG: column of d_i, in the order of the patterns' points
	largest  int   // MAX: column of e; -1 otherwise

	above, below float64 // what a unit above or below the estimate counts of d_i
}

func (b *builder) addRowLoss(patterns *regression.Patterns) {
	l := &rowLoss{patterns: patterns, largest: -1}
	b.loss = l
	l.above, l.below = regression.Slopes(b.in.Rules)
	if b.Program.Kind.UsesMax() {
		l.largest = b.addMaxColumn(0)
	}
	i := 0
	for p, v := range patterns.Vectors {
		index, value := b.estimateOf(v, 1)
		end := len(index)
		targets, weights := patterns.Points(p)
		for k, target := range targets {
			i++
			column := l.largest
			if column < 0 {
				column = b.addErrorColumn(fmt.Sprintf("d%d", i), math.Inf(1), weights[k])
				l.errors = append(l.errors, column)
			}
			index = append(index[:end], int32(column))
			over := Row{Name: fmt.Sprintf("over%d", i), Lower: target, Upper: math.Inf(1)}
			b.Model.AddRow(over, index, append(value[:end], 1/l.above))
			under := Row{Name: fmt.Sprintf("under%d", i), Lower: math.Inf(-1), Upper: target}
			b.Model.AddRow(under, index, append(value[:end], -1/l.below))
		}
	}
	if b.Program.Kind == regression.FeatMaxErr {
		limit := Row{Name: "error", Lower: math.Inf(-1), Upper: b.Program.E}
		b.Model.AddRow(limit, []int32{int32(l.largest)}, []float64{1})
	}
}

func (l *rowLoss) start(estimate func(proof.Vector) float64, x []float64) {
	i := 0
	largest := 0.0
	for p, v := range l.patterns.Vectors {
		s := estimate(v)
		targets, _ := l.patterns.Points(p)
		for _, target := range targets {
			d := max(l.above*(target-s), l.below*(s-target))
			largest = max(largest, d)
			if l.largest < 0 {
				x[l.errors[i]] = d
			}
			i++
		}
	}
	if l.largest >= 0 {
		x[l.largest] = largest
	}
}

type envelopeLoss struct {
	patterns *regression.Patterns
	largest  int // column of e; -1 if E stands for it
}

// addEnvelope adds, per pattern, over and under (MAXERR) or one row with two ends (FEAT_MAXERR).
func (b *builder) addEnvelope(patterns *regression.Patterns) {
	l := &envelopeLoss{patterns: patterns, largest: -1}
	b.loss = l
	if b.Program.Kind == regression.FeatMaxErr {
		b.addBands(patterns)
		return
	}
	lower := 0.0
	for p := range patterns.Vectors {
		low, high := ends(patterns, p)
		lower = max(lower, (high-low)/2)
	}
	l.largest = b.addMaxColumn(lower)
	for p, v := range patterns.Vectors {
		low, high := ends(patterns, p)
		index, value := b.estimateOf(v, 1)
		index, value = append(index, int32(l.largest)), append(value, 1)
		over := Row{Name: fmt.Sprintf("over%d", p+1), Lower: high, Upper: math.Inf(1)}
		b.Model.AddRow(over, index, value)
		value[len(value)-1] = -1
		under := Row{Name: fmt.Sprintf("under%d", p+1), Lower: math.Inf(-1), Upper: low}
		b.Model.AddRow(under, index, value)
	}
}

// addBands adds highest - E <= s <= lowest + E for each pattern, as two rows if the ends cross, so that
// no formula satisfies them.
func (b *builder) addBands(patterns *regression.Patterns) {
	for p, v := range patterns.Vectors {
		low, high := ends(patterns, p)
		index, value := b.estimateOf(v, 0)
		name := fmt.Sprintf("p%d", p+1)
		lower, upper := high-b.Program.E, low+b.Program.E
		if lower <= upper {
			b.Model.AddRow(Row{Name: name, Lower: lower, Upper: upper}, index, value)
			continue
		}
		b.Model.AddRow(Row{Name: name, Lower: lower, Upper: math.Inf(1)}, index, value)
		b.Model.AddRow(Row{Name: name + "_upper", Lower: math.Inf(-1), Upper: upper}, index, value)
	}
}

func (l *envelopeLoss) start(estimate func(proof.Vector) float64, x []float64) {
	if l.largest < 0 {
		return
	}
	largest := 0.0
	for p, v := range l.patterns.Vectors {
		s := estimate(v)
		low, high := ends(l.patterns, p)
		largest = max(largest, high-s, s-low)
	}
	x[l.largest] = largest
}

// convex is the loss L(s) = sum_k w_k |y_k - s| of a pattern, or that of a quantile, as pieces away from its centre,
// the weighted median or quantile, where it is least.
type convex struct {
	centre, least float64
	right, left   []piece // outwards; slopes grow
}

// piece is a step of at most width; each unit of it adds slope to the loss.
type piece struct {
	width, slope float64
}

// convexOf returns the loss of the points of a pattern for |s| <= reach. Those above s count above, others 2 - above.
func convexOf(target, weight []float64, reach, above float64) convex {
	n := len(target)
	below := make([]float64, n+1) // below[k]: weight of the points before k
	for k, w := range weight {
		below[k+1] = below[k] + w
	}
	ends := append([]float64{-reach}, target...) // ends[k], ends[k+1]: the piece left of point k
	ends = append(ends, max(reach, ends[n]))
	total := above * below[n]
	c := 0
	for 2*below[c+1] < total {
		c++
	}
	l := convex{centre: target[c]}
	for k := c; k < n; k++ {
		l.right = append(l.right, piece{ends[k+2] - ends[k+1], 2*below[k+1] - total})
	}
	for k := c; k >= 0; k-- {
		l.left = append(l.left, piece{ends[k+1] - ends[k], total - 2*below[k]})
	}
	for k, e := range target {
		l.least += weight[k] * max(above*(e-l.centre), (2-above)*(l.centre-e))
	}
	return l
}

// segmentLoss measures average errors by one convex loss per pattern.
type segmentLoss struct {
	patterns *regression.Patterns
	losses   []convex
	first    []int // per pattern, the column of the first right piece; the left ones follow
}

func (b *builder) addSegments(patterns *regression.Patterns) {
	l := &segmentLoss{patterns: patterns}
	b.loss = l
	above, _ := regression.Slopes(b.in.Rules)
	for p, v := range patterns.Vectors {
		target, weight := patterns.Points(p)
		loss := convexOf(target, weight, b.reach(v), above)
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
		row := Row{Name: fmt.Sprintf("p%d", p+1), Lower: loss.centre, Upper: loss.centre}
		b.Model.AddRow(row, index, value)
	}
}

// reach bounds the estimate of a pattern, in magnitude.
func (b *builder) reach(v proof.Vector) float64 {
	if b.in.Rules != nil {
		return 1 + math.Abs(b.in.Offset()) + 2*b.size() + b.step()
	}
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

func ends(p *regression.Patterns, k int) (low, high float64) {
	target, _ := p.Points(k)
	return target[0], target[len(target)-1]
}

// rowsOf returns the rows of an instance as patterns of one point each.
func rowsOf(in *regression.Instance) *regression.Patterns {
	p := &regression.Patterns{Vectors: in.Features, Target: in.Target, Weight: in.Weight}
	for i := range len(in.Target) + 1 {
		p.First = append(p.First, int32(i))
	}
	return p
}
