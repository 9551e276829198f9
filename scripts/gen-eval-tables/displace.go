package main

import (
	"cmp"
	"fmt"
	"slices"
)

// The sum of a hand is the sum of its rank keys modulo 2^sumBits. Its high bits are a
// row, its low bits a column.
const (
	sumBits    = 23
	rowBits    = 12
	columnBits = sumBits - rowBits
	rows       = 1 << rowBits
	columns    = 1 << columnBits
)

// spreader is the odd number nearest to 2^sumBits divided by the golden ratio. Multiplying
// by it permutes the numbers modulo 2^sumBits, so spread keys still tell hands apart, but
// their sums fill the rows evenly, which is what makes the rows fit into a small table.
const spreader = 5184445

func spread(key uint32) uint32 { return key * spreader % (1 << sumBits) }

// entry is one rank multiset: its sum and its strength.
type entry struct {
	sum      uint32
	strength uint16
}

// table is a sparse matrix in the making, compressed by displacing its rows.
type table struct {
	slots []uint16
	taken []bool
	used  int // one more than the last slot taken
}

func newTable(size int) *table {
	return &table{slots: make([]uint16, size), taken: make([]bool, size)}
}

// place adds entries with different sums and returns a shift for each row: a sum plus
// the shift of its row, modulo the table's size, is the slot of its entry. Rows go in by
// descending number of entries, ties by row, each at the first place where all its
// entries find free slots.
func (t *table) place(entries []entry) ([]uint16, error) {
	byRow := make([][]entry, rows)
	for _, e := range entries {
		byRow[e.sum/columns] = append(byRow[e.sum/columns], e)
	}
	order := slices.DeleteFunc(byRow, func(row []entry) bool { return len(row) == 0 })
	slices.SortStableFunc(order, func(a, b []entry) int { return cmp.Compare(len(b), len(a)) })

	shifts := make([]uint16, rows)
	for _, row := range order {
		start, ok := t.firstFit(row)
		if !ok {
			return nil, fmt.Errorf("%d rows do not fit into %d slots", len(order), len(t.slots))
		}
		for _, e := range row {
			slot := start + int(e.sum%columns)
			t.slots[slot], t.taken[slot] = e.strength, true
			t.used = max(t.used, slot+1)
		}
		n := row[0].sum / columns
		shifts[n] = uint16((start - int(n)*columns) & (len(t.slots) - 1))
	}
	return shifts, nil
}

// firstFit returns the first slot for column 0 of a row such that all its entries fall
// on free slots.
func (t *table) firstFit(row []entry) (start int, ok bool) {
	last := 0
	for _, e := range row {
		last = max(last, int(e.sum%columns))
	}
	for start := 0; start+last < len(t.slots); start++ {
		if t.allFree(start, row) {
			return start, true
		}
	}
	return 0, false
}

func (t *table) allFree(start int, row []entry) bool {
	for _, e := range row {
		if t.taken[start+int(e.sum%columns)] {
			return false
		}
	}
	return true
}
