package matrixtest

import "testing"

// TestOf reads all files.
func TestOf(t *testing.T) {
	for _, q := range Questions {
		t.Run(q.Hand+" against "+q.Range, func(t *testing.T) {
			if m := Of(t, q.Hand, q.Range); m.Hand != q.Hand || m.Range != q.Range {
				t.Errorf("%s is of %s against %s", q.path(), m.Hand, m.Range)
			}
		})
	}
}
