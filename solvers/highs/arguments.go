//go:build cgo && highs

package highs

// validIndex checks a column or row number.
func validIndex(what string, i, n int) error {
	if i < 0 || i >= n {
		return invalid("there is no %s %d among %d", what, i, n)
	}
	return nil
}

// validBasis checks shape and values; as many must be basic as there are rows.
func validBasis(b *Basis, columns, rows int) error {
	if b == nil || len(b.Columns) != columns || len(b.Rows) != rows {
		return invalid("the basis is not one of %d columns and %d rows", columns, rows)
	}
	basic := 0
	for _, part := range [][]BasisStatus{b.Columns, b.Rows} {
		for _, s := range part {
			if s < AtLower || s > Nonbasic {
				return invalid("the basis has the unknown status %d", s)
			}
			if s == Basic {
				basic++
			}
		}
	}
	if basic != rows {
		return invalid("the basis has %d basic columns and rows, not %d", basic, rows)
	}
	return nil
}
