package multiway

import "golang.org/x/sys/cpu"

// mixFour is mixFourPortable.
func mixFour(to []float64, a, b, c, d []uint32, p, q, r, s float64) {
	n := len(to) &^ 3
	if cpu.X86.HasAVX2 && n > 0 {
		mixAVX2(&to[0], n, &a[0], &b[0], &c[0], &d[0], p, q, r, s)
		to, a, b, c, d = to[n:], a[n:], b[n:], c[n:], d[n:]
	}
	mixFourPortable(to, a, b, c, d, p, q, r, s)
}
