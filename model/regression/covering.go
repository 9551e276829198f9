package regression

import (
	"fmt"
	"math"

	"feltlab/model/mip"
	"feltlab/model/proof"
)

// Covering returns what a proof leaves to a search as an integer program, which has no solution if
// the proof holds: a 0-1 variable x_j for every column that is true somewhere, and a row for every
// cut, for the number of features, and for each column with a duplicate, which is used only after
// its smaller duplicates.
func Covering(in *proof.Instance, p *proof.Proof) *mip.Model {
	m := &mip.Model{Name: fmt.Sprintf("%s_vs_%s_%v_%d", p.Hand, p.Range, p.Loss, p.Features)}
	column := make([]int32, in.Columns()+1)
	var index []int32
	var value []float64
	for _, id := range in.Features().IDs() {
		lower := 0.0
		if p.With.Has(id) {
			lower = 1
		}
		x := mip.Column{Name: fmt.Sprintf("x%d", id), Lower: lower, Upper: 1, Integer: true}
		column[id] = int32(m.AddColumn(x))
		index, value = append(index, column[id]), append(value, 1)
	}
	nowhere := 0 // features of With that are true nowhere; they count
	for _, id := range p.With.IDs() {
		if !in.Features().Has(id) {
			nowhere++
		}
	}
	m.AddRow(mip.Row{Name: "features", Lower: math.Inf(-1), Upper: float64(p.Features - nowhere)}, index, value)
	for _, id := range in.Features().IDs() {
		for _, next := range in.Duplicates(id).IDs() {
			if next > id && !p.With.Has(id) && !p.With.Has(next) {
				same := mip.Row{Name: fmt.Sprintf("same%d", next), Upper: math.Inf(1)}
				m.AddRow(same, []int32{column[id], column[next]}, []float64{1, -1})
				break
			}
		}
	}
	for i := range p.Cuts {
		index, value = index[:0], value[:0]
		for _, id := range p.Cuts[i].Columns.IDs() {
			if in.Features().Has(id) {
				index, value = append(index, column[id]), append(value, 1)
			}
		}
		cut := mip.Row{Name: fmt.Sprintf("cut%d", i+1), Lower: float64(p.Cuts[i].Need), Upper: math.Inf(1)}
		m.AddRow(cut, index, value)
	}
	return m
}
