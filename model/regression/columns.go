package regression

import (
	"fmt"

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

// columnsOf gives a column to each feature that is its own owner; the others are dropped.
func columnsOf(owner [features.Count + 1]int) (*columns, []Drop) {
	c := &columns{owner: owner}
	var dropped []Drop
	for id := 1; id <= features.Count; id++ {
		if owner[id] == id {
			c.kept = append(c.kept, id)
		} else {
			dropped = append(dropped, Drop{ID: id, SameAs: owner[id]})
		}
		c.group[owner[id]] = append(c.group[owner[id]], id)
	}
	return c, dropped
}
