//go:build !amd64

package prove

func (e *estimates) add(t *table, below, above []float64, likely float64) {
	e.addPortable(t, below, above, likely)
}

func (l *lp) subtract(col []float64) { l.subtractPortable(col) }
