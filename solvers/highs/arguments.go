//go:build cgo && highs

package highs

// validIndex checks a column or row number.
func validIndex(what string, i, n int) error {
	if i < 0 || i >= n {
		return invalid("there is no %s %d among %d", what, i, n)
	}
	return nil
}
