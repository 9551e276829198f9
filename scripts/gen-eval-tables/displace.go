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

// displace lays entries out in a table whose size is a power of two: the place of an entry's sum plus the shift of
// its row, modulo the size, is its slot, and no two entries share one. It fails if two entries of a row have the same
// place modulo the size, or if no room is left. Rows go in by descending number of entries, ties by row, each with
// the first shift that brings all its entries to free slots. Large rows find room while there is plenty; the small
// ones fill the gaps.
func displace(entries []entry, size int) (shifts, table []uint16, err error) {
	byRow := make([][]entry, rows)
	for _, e := range entries {
		byRow[e.sum.row] = append(byRow[e.sum.row], e)
	}
	order := slices.DeleteFunc(byRow, func(row []entry) bool { return len(row) == 0 })
	slices.SortStableFunc(order, func(a, b []entry) int { return cmp.Compare(len(b), len(a)) })

	shifts, table = make([]uint16, rows), make([]uint16, size)
	taken := make([]bool, size)
	for _, row := range order {
		if !distinct(row, size) {
			return nil, nil, fmt.Errorf("two sums in row %d collide", row[0].sum.row)
		}
		shift := firstFit(taken, row)
		if shift < 0 {
			return nil, nil, fmt.Errorf("%d entries do not fit into %d slots", len(entries), size)
		}
		shifts[row[0].sum.row] = uint16(shift)
		for _, e := range row {
			slot := slotOf(e, shift, size)
			taken[slot], table[slot] = true, e.strength
		}
	}
	return shifts, table, nil
}

// distinct reports whether the entries of a row have different places modulo the size.
func distinct(row []entry, size int) bool {
	seen := map[int]bool{}
	for _, e := range row {
		seen[slotOf(e, 0, size)] = true
	}
	return len(seen) == len(row)
}

// firstFit returns the smallest shift that brings all entries of a row to slots not taken, or -1.
func firstFit(taken []bool, row []entry) int {
	for shift := range taken {
		if !slices.ContainsFunc(row, func(e entry) bool { return taken[slotOf(e, shift, len(taken))] }) {
			return shift
		}
	}
	return -1
}

func slotOf(e entry, shift, size int) int { return (shift + int(e.sum.place)) % size }
