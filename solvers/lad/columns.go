package lad

import (
	"slices"

	"feltlab/model/features"
)

// Columns says which features can matter in an instance.
type Columns struct {
	Useful []int                   // true somewhere and unlike every smaller id, ascending
	Empty  []int                   // never true, ascending
	Twin   [features.Count + 1]int // by id: the smallest id that is true on the same rows; 0 if useful or empty
}

// Columns sorts the features into useful, empty and duplicate ones. A duplicate is of use only
// where its twin's weight is at a bound and more of it is wanted.
func (p *Problem) Columns() Columns {
	var c Columns
	words := (len(p.pattern) + 63) / 64
	column := make([][]uint64, features.Count+1)
	for id := 1; id <= features.Count; id++ {
		column[id] = make([]uint64, words)
		for k := range p.pattern {
			column[id][k>>6] |= p.has(k, id) << (k & 63)
		}
		if !slices.ContainsFunc(column[id], func(w uint64) bool { return w != 0 }) {
			c.Empty = append(c.Empty, id)
			continue
		}
		same := slices.IndexFunc(c.Useful, func(other int) bool { return slices.Equal(column[id], column[other]) })
		if same >= 0 {
			c.Twin[id] = c.Useful[same]
			continue
		}
		c.Useful = append(c.Useful, id)
	}
	return c
}
