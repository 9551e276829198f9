package mip

import (
	"fmt"
	"math"
	"slices"

	"feltlab/model/proof"
)

// round makes a column of a model a round weight: the sum of an offset and of its columns, each times its value.
type round struct {
	weight  int
	offset  float64
	columns []int32
	values  []float64
}

// addRounds makes all weights, and a round intercept, round: multiples of the step have an integer column, one of a
// list of values has a 0-1 column for each value but 0.
func (b *builder) addRounds() {
	if b.in.Rules.Any() {
		return
	}
	r := b.in.Rules
	size := float64(r.High - r.Low)
	for id, weight := range b.X {
		if weight < 0 || id == 0 && r.Intercept != proof.RoundIntercept {
			continue
		}
		x := round{weight: weight}
		if id == 0 {
			x.offset = -float64(r.Low) / size
		}
		bounds := b.Model.Columns[weight]
		if r.Step > 0 {
			unit := float64(r.Step) / size
			x.add(b.Model, Column{Name: fmt.Sprintf("k%d", id), Lower: math.Round((bounds.Lower - x.offset) / unit),
				Upper: math.Round((bounds.Upper - x.offset) / unit)}, unit)
		}
		for i, v := range r.Values {
			if w := float64(v) / size; w != 0 && w >= bounds.Lower && w <= bounds.Upper {
				x.add(b.Model, Column{Name: fmt.Sprintf("v%d_%d", id, i+1), Upper: 1}, w)
			}
		}
		if r.Values != nil {
			ones := slices.Repeat([]float64{1}, len(x.columns))
			b.Model.AddRow(Row{Name: fmt.Sprintf("one%d", id), Lower: math.Inf(-1), Upper: 1}, x.columns, ones)
		}
		b.Model.AddRow(Row{Name: fmt.Sprintf("round%d", id), Lower: x.offset, Upper: x.offset},
			append([]int32{int32(weight)}, x.columns...), append([]float64{1}, negative(x.values)...))
		b.rounds = append(b.rounds, x)
	}
}

func (r *round) add(m *Model, c Column, value float64) {
	c.Integer = true
	r.columns, r.values = append(r.columns, int32(m.AddColumn(c))), append(r.values, value)
}

func negative(values []float64) []float64 {
	values = slices.Clone(values)
	for i := range values {
		values[i] = -values[i]
	}
	return values
}

// start sets the columns to those of the weight of a point, which is round but for rounding errors.
func (r *round) start(x []float64) {
	for i, j := range r.columns {
		switch share := (x[r.weight] - r.offset) / r.values[i]; {
		case len(r.columns) == 1:
			x[j] = math.Round(share)
		case math.Abs(share-1) < WeightTolerance:
			x[j] = 1
		}
	}
}
