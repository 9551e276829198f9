package data

// Twins lists yes/no columns that say nothing or the same.
type Twins struct {
	Constant    []string    // true in no row, or in all
	Duplicates  [][2]string // a column, and the first that is true in the same rows
	Complements [][2]string // a column, and the first that is true in the other rows
}

// Twins compares all yes/no columns. It takes time and memory for a bit of each column and row.
func (t *Table) Twins() Twins {
	words := (len(t.Rows) + 63) / 64
	bits := make([][]uint64, len(t.Columns))
	for j := range bits {
		bits[j] = make([]uint64, words)
		for i := range t.Rows {
			if t.Rows[i].Columns.Has(j + 1) {
				bits[j][i/64] |= 1 << (i % 64)
			}
		}
	}
	all := make([]uint64, words)
	for i := range t.Rows {
		all[i/64] |= 1 << (i % 64)
	}
	none := make([]uint64, words)
	// equal compares a column, turned around where flip is all, with another.
	equal := func(a, b, flip []uint64) bool {
		for i := range a {
			if a[i]^flip[i] != b[i] {
				return false
			}
		}
		return true
	}
	var out Twins
	var kept []int
	for j, column := range bits {
		name, twin := t.Columns[j].Name, false
		if equal(column, none, none) || equal(column, all, none) {
			out.Constant = append(out.Constant, name)
			continue
		}
		for _, k := range kept {
			pair := [2]string{name, t.Columns[k].Name}
			if equal(column, bits[k], none) {
				out.Duplicates, twin = append(out.Duplicates, pair), true
				break
			}
			if equal(column, bits[k], all) {
				out.Complements = append(out.Complements, pair)
			}
		}
		if !twin {
			kept = append(kept, j)
		}
	}
	return out
}
