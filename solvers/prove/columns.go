package prove

import (
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// columns is a set of columns of a table, numbered from 0.
type columns struct{ set proof.Vector }

func (c columns) has(j int) bool          { return c.set.Has(j + 1) }
func (c columns) with(j int) columns      { return columns{c.set.With(j + 1)} }
func (c columns) without(j int) columns   { return columns{c.set.Without(j + 1)} }
func (c columns) and(o columns) columns   { return columns{c.set.And(o.set)} }
func (c columns) or(o columns) columns    { return columns{c.set.Or(o.set)} }
func (c columns) minus(o columns) columns { return columns{c.set.Minus(o.set)} }
func (c columns) empty() bool             { return c.set.Empty() }
func (c columns) size() int               { return c.set.Size() }
func (c columns) smallest() int           { return c.set.Smallest() - 1 }

func (c columns) distance(o columns) int { return c.minus(o).or(o.minus(c)).size() }

func (c columns) list() []int {
	v := make([]int, 0, c.size())
	for id := range c.set.All() {
		v = append(v, id-1)
	}
	return v
}

func (t *table) all() columns { return columns{proof.FirstColumns(len(t.ids))} }

// unit returns the columns of a column's whole group, or itself.
func (t *table) unit(j int) columns {
	if t.whole.has(j) {
		return t.group[j]
	}
	return columns{}.with(j)
}

// taken returns the columns that a column j of a choice keeps from joining it: itself, and all of its group if the
// choice has as many of them as it may.
func (t *table) taken(j int, in columns) columns {
	if t.most[j] > 1 && t.group[j].and(in).size() < t.most[j] {
		return columns{}.with(j)
	}
	return t.group[j]
}

// join adds up numbers by column over whole groups, at their first columns.
func (t *table) join(by []float64) {
	for _, j := range t.others.list() {
		by[t.group[j].smallest()] += by[j]
	}
}

func (t *table) names(columns []int) []int {
	ids := make([]int, len(columns))
	for i, j := range columns {
		ids[i] = t.ids[j]
	}
	return ids
}

// columns returns columns with all of the whole groups that a set has a column of.
func (t *table) columns(v proof.Vector) (c columns) {
	var ids []int
	v = regression.Whole(t.rules, v)
	for j, id := range t.ids {
		if v.Has(id) {
			ids = append(ids, j+1)
		}
	}
	return columns{proof.VectorOf(ids...)}
}

// features returns the features of columns, of a whole group the first.
func (t *table) features(c columns) (v proof.Vector) {
	return t.rules.Units(proof.VectorOf(t.names(c.list())...))
}
