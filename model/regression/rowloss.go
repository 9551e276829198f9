package regression

import (
	"fmt"
	"math"

	"feltlab/model/mip"
	"feltlab/model/proof"
)

// rowLoss measures errors as published: two rows an equity, and an error column an equity (AVG) or one
// for all (MAX).
type rowLoss struct {
	patterns *Patterns
	errors   []int // AVG: column of d_i, in the order of the patterns' points
	largest  int   // MAX: column of e; -1 otherwise
}

// addRowLoss adds over_i, under_i and the error columns, and for FEAT_MAXERR e <= E.
func (b *builder) addRowLoss(patterns *Patterns) {
	l := &rowLoss{patterns: patterns, largest: -1}
	b.loss = l
	if b.Program.Kind.UsesMax() {
		l.largest = b.addMaxColumn(0)
	}
	i := 0
	for p, v := range patterns.Vectors {
		index, value := b.estimateOf(v, 1)
		end := len(index)
		equities, weights := patterns.points(p)
		for k, equity := range equities {
			i++
			column := l.largest
			if column < 0 {
				column = b.addErrorColumn(fmt.Sprintf("d%d", i), math.Inf(1), weights[k])
				l.errors = append(l.errors, column)
			}
			index = append(index[:end], int32(column))
			over := mip.Row{Name: fmt.Sprintf("over%d", i), Lower: equity, Upper: math.Inf(1)}
			b.Model.AddRow(over, index, append(value[:end], 1))
			under := mip.Row{Name: fmt.Sprintf("under%d", i), Lower: math.Inf(-1), Upper: equity}
			b.Model.AddRow(under, index, append(value[:end], -1))
		}
	}
	if b.Program.Kind == FeatMaxErr {
		limit := mip.Row{Name: "error", Lower: math.Inf(-1), Upper: b.Program.E}
		b.Model.AddRow(limit, []int32{int32(l.largest)}, []float64{1})
	}
}

func (l *rowLoss) start(estimate func(proof.Vector) float64, x []float64) {
	i := 0
	largest := 0.0
	for p, v := range l.patterns.Vectors {
		s := estimate(v)
		equities, _ := l.patterns.points(p)
		for _, equity := range equities {
			d := math.Abs(equity - s)
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
