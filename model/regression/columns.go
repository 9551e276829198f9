package regression

import (
	"fmt"
	"slices"

	"feltlab/model/features"
)

// Drop is a feature that has no column of its own in a model.
type Drop struct {
	ID     int
	SameAs int // the feature that is true on the same flops and shares its column; 0: none
}

// Reason returns "never true" or "same as F12".
func (d Drop) Reason() string {
	if d.SameAs == 0 {
		return "never true"
	}
	return fmt.Sprintf("same as F%d", d.SameAs)
}

// String returns the feature and the reason, such as "F55: never true".
func (d Drop) String() string { return fmt.Sprintf("F%d: %s", d.ID, d.Reason()) }

// columns says which features have a column, and for which others it stands.
type columns struct {
	kept  []int                     // features with a column, ascending
	owner [features.Count + 1]int   // by id: the feature whose column stands for it; 0: none
	group [features.Count + 1][]int // by kept id: the features its column stands for, itself first
}

func (c *columns) keep(id int) {
	c.kept = append(c.kept, id)
	c.owner[id] = id
	c.group[id] = []int{id}
}

// allColumns gives every feature its column.
func allColumns() *columns {
	c := new(columns)
	for id := 1; id <= features.Count; id++ {
		c.keep(id)
	}
	return c
}

// usefulColumns drops the features that are never true and joins those that are true on the
// same patterns. It compares columns as bit sets over the patterns.
func usefulColumns(patterns []pattern) (*columns, []Drop) {
	var bits [features.Count + 1][]uint64
	for id := range bits {
		bits[id] = make([]uint64, (len(patterns)+63)/64)
	}
	for p := range patterns {
		for _, id := range patterns[p].vector.IDs() {
			bits[id][p>>6] |= 1 << (p & 63)
		}
	}
	never := bits[0] // there is no feature 0
	c := new(columns)
	var dropped []Drop
	for id := 1; id <= features.Count; id++ {
		if slices.Equal(bits[id], never) {
			dropped = append(dropped, Drop{ID: id})
			continue
		}
		twin := slices.IndexFunc(c.kept, func(kept int) bool { return slices.Equal(bits[id], bits[kept]) })
		if twin < 0 {
			c.keep(id)
			continue
		}
		owner := c.kept[twin]
		dropped = append(dropped, Drop{ID: id, SameAs: owner})
		c.owner[id] = owner
		c.group[owner] = append(c.group[owner], id)
	}
	return c, dropped
}
