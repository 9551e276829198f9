//go:build !amd64

package prove

func (e *estimates) add(t *table, below, above []float64) { e.addPortable(t, below, above) }
