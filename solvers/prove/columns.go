package prove

import (
	"math/bits"

	"feltlab/model/proof"
)

// columns is a set of columns of the table.
type columns [2]uint64

func (c columns) has(j int) bool          { return c[j>>6]>>(j&63)&1 == 1 }
func (c columns) with(j int) columns      { c[j>>6] |= 1 << (j & 63); return c }
func (c columns) without(j int) columns   { c[j>>6] &^= 1 << (j & 63); return c }
func (c columns) and(o columns) columns   { return columns{c[0] & o[0], c[1] & o[1]} }
func (c columns) or(o columns) columns    { return columns{c[0] | o[0], c[1] | o[1]} }
func (c columns) minus(o columns) columns { return columns{c[0] &^ o[0], c[1] &^ o[1]} }
func (c columns) empty() bool             { return c[0]|c[1] == 0 }
func (c columns) size() int               { return bits.OnesCount64(c[0]) + bits.OnesCount64(c[1]) }

// distance returns the number of columns in exactly one of two sets.
func (c columns) distance(o columns) int { return c.minus(o).or(o.minus(c)).size() }

// smallest returns the smallest member of a set that is not empty.
func (c columns) smallest() int {
	if c[0] != 0 {
		return bits.TrailingZeros64(c[0])
	}
	return 64 + bits.TrailingZeros64(c[1])
}

// list returns the members, ascending.
func (c columns) list() []int {
	v := make([]int, 0, c.size())
	for ; !c.empty(); c = c.without(c.smallest()) {
		v = append(v, c.smallest())
	}
	return v
}

// columns returns the columns of features.
func (t *table) columns(v proof.Vector) (c columns) {
	for j, id := range t.ids {
		if v.Has(id) {
			c = c.with(j)
		}
	}
	return c
}

// features returns the features of columns.
func (t *table) features(c columns) (v proof.Vector) {
	for ; !c.empty(); c = c.without(c.smallest()) {
		v = v.With(t.ids[c.smallest()])
	}
	return v
}
