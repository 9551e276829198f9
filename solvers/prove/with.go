package prove

import (
	"fmt"
	"slices"

	"feltlab/model/regression"
)

// with returns the columns of features that every formula of at most n features is to have.
func (t *table) with(n, most int, ids []int, incumbent regression.Formula) (set columns, err error) {
	if len(ids) > 0 && len(ids) >= n {
		return set, fmt.Errorf("%w: %d of at most %d; one at least must be left to choose", ErrWith, len(ids), n)
	}
	for i, id := range ids {
		if id < 1 || id > most || slices.Contains(ids[:i], id) {
			return set, fmt.Errorf("%w: %v (want different numbers from 1 to %d)", ErrWith, ids, most)
		}
		if incumbent != nil && !slices.ContainsFunc(incumbent, func(x regression.Term) bool { return x.ID == id }) {
			return set, fmt.Errorf("%w: the incumbent has no F%d", ErrWith, id)
		}
		if j, ok := slices.BinarySearch(t.ids, id); ok {
			set = set.with(j)
		}
	}
	return set, nil
}

// formulaOf has some features; its weights do not matter.
func formulaOf(ids []int) (f regression.Formula) {
	for _, id := range ids {
		f = append(f, regression.Term{ID: id})
	}
	return f
}
