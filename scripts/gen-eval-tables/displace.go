package main

import (
	"cmp"
	"fmt"
	"slices"
)

// entry is one rank multiset: the sum of its keys and its strength.
type entry struct {
	sum      key
	strength uint16
}

// table holds strengths by displaced sum. Its size is a power of two and slots are
// numbered modulo the size.
type table struct {
	slots []uint16
	taken []bool
}

func newTable(size int) *table {
	return &table{slots: make([]uint16, size), taken: make([]bool, size)}
}

func (t *table) slot(shift int, e entry) int {
	return (shift + int(e.sum.place)) & (len(t.slots) - 1)
}

// place adds entries and returns a shift for each row: the place of a sum plus the shift
// of its row is the slot of its entry. Rows go in by descending number of entries, ties
// by row, each with the first shift that brings all its entries to free slots. Large rows
// find room while there is plenty; the small ones fill the gaps.
func (t *table) place(entries []entry) ([]uint16, error) {
	byRow := make([][]entry, rows)
	for _, e := range entries {
		byRow[e.sum.row] = append(byRow[e.sum.row], e)
	}
	order := slices.DeleteFunc(byRow, func(row []entry) bool { return len(row) == 0 })
	slices.SortStableFunc(order, func(a, b []entry) int { return cmp.Compare(len(b), len(a)) })

	shifts := make([]uint16, rows)
	for _, row := range order {
		shift, ok := t.firstFit(row)
		if !ok {
			return nil, fmt.Errorf("%d rows do not fit into %d slots", len(order), len(t.slots))
		}
		for _, e := range row {
			slot := t.slot(shift, e)
			t.slots[slot], t.taken[slot] = e.strength, true
		}
		shifts[row[0].sum.row] = uint16(shift)
	}
	return shifts, nil
}

// firstFit returns the smallest shift that brings all entries of a row to free slots.
func (t *table) firstFit(row []entry) (shift int, ok bool) {
	for shift := range t.slots {
		if !slices.ContainsFunc(row, func(e entry) bool { return t.taken[t.slot(shift, e)] }) {
			return shift, true
		}
	}
	return 0, false
}
