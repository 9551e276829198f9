package regression

import (
	"slices"

	"feltlab/model/proof"
)

// Twins lists columns that say nothing, or the same as others, by their names.
type Twins struct {
	Constant    []string    // true in no row, or in all
	Duplicates  [][2]string // a column, and the first that is true in the same rows
	Complements [][2]string // a column, and the first that is true in the other rows
}

// TwinsOf compares columns with some names. It takes time and memory for a bit of each column and row.
func TwinsOf(names []string, rows []proof.Vector) (t Twins) {
	words := (len(rows) + 63) / 64
	none, all := make([]uint64, words), make([]uint64, words)
	bits := make([][]uint64, len(names))
	for j := range bits {
		bits[j] = make([]uint64, words)
	}
	for i, v := range rows {
		all[i/64] |= 1 << (i % 64)
		for _, id := range v.IDs() {
			bits[id-1][i/64] |= 1 << (i % 64)
		}
	}
	var kept []int
	for j, column := range bits {
		other := make([]uint64, words)
		for i := range other {
			other[i] = column[i] ^ all[i]
		}
		if slices.Equal(column, none) || slices.Equal(other, none) {
			t.Constant = append(t.Constant, names[j])
			continue
		}
		same := -1
		for _, k := range kept {
			if slices.Equal(column, bits[k]) {
				same = k
				break
			}
			if slices.Equal(other, bits[k]) {
				t.Complements = append(t.Complements, [2]string{names[j], names[k]})
			}
		}
		if same < 0 {
			kept = append(kept, j)
		} else {
			t.Duplicates = append(t.Duplicates, [2]string{names[j], names[same]})
		}
	}
	return t
}
