//go:build !amd64

package prove

// add fills in sums, distances and outside.
func (e *estimates) add(t *table, below, above []float64) { e.addPortable(t, below, above) }
