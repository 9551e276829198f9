package mip

import (
	"fmt"
	"math"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Covering writes the search of a proof as an integer program, which has no solution if the proof holds: a 0-1 variable
// for every column, or whole group, that is true somewhere, and a row for every cut, for the number of features, for
// every other group, and for each interchangeable column, which is used only after the smaller ones. columns are the
// names of the instance's columns.
func Covering(in *proof.Instance, p *proof.Proof, columns regression.Columns) *Model {
	m := &Model{Name: fmt.Sprintf("%s_vs_%s_%v_%d", p.Labels.Source, p.Labels.Rows, p.Loss, p.Features)}
	var groups []proof.Group
	if p.Rules != nil {
		m.Name = fmt.Sprintf("%s_%v_%d", p.Labels.Source, p.Loss, p.Features)
		groups = p.Rules.Groups
	}
	column, features := make([]int32, in.Columns()+1), p.Rules.Units(in.Features())
	for _, id := range features.IDs() {
		lower := 0.0
		if p.With.Has(id) {
			lower = 1
		}
		column[id] = int32(m.AddColumn(Column{Name: fmt.Sprintf("x%d", id), Lower: lower, Upper: 1, Integer: true,
			Meaning: columns.List[id-1].Name}))
	}
	row := func(name string, lower, upper float64, of proof.Vector) {
		var index []int32
		for _, id := range of.IDs() {
			switch {
			case features.Has(id):
				index = append(index, column[id])
			case p.With.Has(id): // true nowhere; it counts
				upper--
			}
		}
		m.AddRow(Row{Name: name, Lower: lower, Upper: upper}, index, slices.Repeat([]float64{1}, len(index)))
	}
	row("features", math.Inf(-1), float64(p.Features), proof.FirstColumns(in.Columns()))
	for i, g := range groups {
		if g.Most > 0 {
			row(fmt.Sprintf("group%d", i+1), math.Inf(-1), float64(g.Most), g.Columns)
		}
	}
	same := in.Interchangeable(p.Rules)
	for _, id := range features.IDs() {
		for _, next := range same[id].IDs() {
			if next > id && !p.With.Has(id) && !p.With.Has(next) {
				m.AddRow(Row{Name: fmt.Sprintf("same%d", next), Upper: math.Inf(1)},
					[]int32{column[id], column[next]}, []float64{1, -1})
				break
			}
		}
	}
	for i := range p.Cuts {
		row(fmt.Sprintf("cut%d", i+1), 1, math.Inf(1), p.Cuts[i].Columns)
	}
	return m
}
