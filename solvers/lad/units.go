package lad

import (
	"slices"

	"feltlab/model/proof"
)

// Whole returns a set of columns with all columns of the whole groups of which it has one.
func Whole(r *proof.Rules, v proof.Vector) proof.Vector {
	if r != nil {
		for _, g := range r.Groups {
			if g.Most == 0 && !g.Columns.And(v).Empty() {
				v = v.Or(g.Columns)
			}
		}
	}
	return v
}

// HasWhole reports whether rules have a whole group.
func HasWhole(r *proof.Rules) bool {
	return r != nil && slices.ContainsFunc(r.Groups, func(g proof.Group) bool { return g.Most == 0 })
}

// unit returns the columns of the whole group of a column, or the column itself.
func (p *Problem) unit(id int) []int {
	if p.units == nil || id < 1 || id > p.columns {
		return []int{id}
	}
	return p.units[id]
}

// unitsOf returns ascending columns with the first of each whole group in place of its columns.
func (p *Problem) unitsOf(columns []int) []int {
	if p.units == nil {
		return columns
	}
	return p.inst.Rules.Units(proof.VectorOf(columns...)).IDs()
}
