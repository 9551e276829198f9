package regression

import (
	"fmt"
	"math"

	"feltlab/model/mip"
	"feltlab/model/proof"
)

// envelopeLoss measures the largest error from the least and the greatest equity of each
// pattern.
type envelopeLoss struct {
	patterns *Patterns
	largest  int // column of e; -1 if E stands for it
}

// addEnvelope adds, per pattern, over and under (MAXERR) or one row with two ends
// (FEAT_MAXERR).
func (b *builder) addEnvelope(patterns *Patterns) {
	l := &envelopeLoss{patterns: patterns, largest: -1}
	b.loss = l
	if b.Program.Kind == FeatMaxErr {
		b.addBands(patterns)
		return
	}
	lower := 0.0
	for p := range patterns.Vectors {
		low, high := patterns.ends(p)
		lower = max(lower, (high-low)/2)
	}
	l.largest = b.addMaxColumn(lower)
	for p, v := range patterns.Vectors {
		low, high := patterns.ends(p)
		index, value := b.estimateOf(v, 1)
		index, value = append(index, int32(l.largest)), append(value, 1)
		over := mip.Row{Name: fmt.Sprintf("over%d", p+1), Lower: high, Upper: math.Inf(1)}
		b.Model.AddRow(over, index, value)
		value[len(value)-1] = -1
		under := mip.Row{Name: fmt.Sprintf("under%d", p+1), Lower: math.Inf(-1), Upper: low}
		b.Model.AddRow(under, index, value)
	}
}

// addBands adds highest - E <= s <= lowest + E for each pattern, as two rows if the ends cross, so that
// no formula satisfies them.
func (b *builder) addBands(patterns *Patterns) {
	for p, v := range patterns.Vectors {
		low, high := patterns.ends(p)
		index, value := b.estimateOf(v, 0)
		name := fmt.Sprintf("p%d", p+1)
		lower, upper := high-b.Program.E, low+b.Program.E
		if lower <= upper {
			b.Model.AddRow(mip.Row{Name: name, Lower: lower, Upper: upper}, index, value)
			continue
		}
		b.Model.AddRow(mip.Row{Name: name, Lower: lower, Upper: math.Inf(1)}, index, value)
		b.Model.AddRow(mip.Row{Name: name + "_upper", Lower: math.Inf(-1), Upper: upper}, index, value)
	}
}

func (l *envelopeLoss) start(estimate func(proof.Vector) float64, x []float64) {
	if l.largest < 0 {
		return
	}
	largest := 0.0
	for p, v := range l.patterns.Vectors {
		s := estimate(v)
		low, high := l.patterns.ends(p)
		largest = max(largest, high-s, s-low)
	}
	x[l.largest] = largest
}
