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
	bits := trueIn(len(names), rows)
	none := make([]uint64, len(bits[0]))
	var kept []int
	for j, column := range bits[1:] {
		other := slices.Clone(column)
		for i, word := range bits[0] {
			other[i] ^= word
		}
		if slices.Equal(column, none) || slices.Equal(other, none) {
			t.Constant = append(t.Constant, names[j])
			continue
		}
		same := -1
		for _, k := range kept {
			if slices.Equal(column, bits[k+1]) {
				same = k
				break
			}
			if slices.Equal(other, bits[k+1]) {
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

// trueIn returns, by column, the rows in which it is true, as bits; at 0 all rows.
func trueIn(columns int, rows []proof.Vector) [][]uint64 {
	bits := make([][]uint64, columns+1)
	for j := range bits {
		bits[j] = make([]uint64, (len(rows)+63)/64)
	}
	for i, v := range rows {
		bits[0][i/64] |= 1 << (i % 64)
		for id := range v.All() {
			bits[id][i/64] |= 1 << (i % 64)
		}
	}
	return bits
}
