//go:build !amd64

package postflop

func add(out, a, b []float32)              { addPortable(out, a, b) }
func multiply(out, a, b []float32)         { multiplyPortable(out, a, b) }
func mix(out, a, b []float32)              { mixPortable(out, a, b) }
func match(weights, play []float32, n int) { matchPortable(weights, play, n, 0) }
func (l *lesson) learn()                   { l.learnPortable(0) }

// lanes would value ends together.
type lanes struct{}

func (*lanes) value(*layout, *board, int, []*leaf) bool { return false }
