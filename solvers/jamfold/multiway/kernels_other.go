//go:build !amd64

package multiway

// mixFour is mixFourPortable.
func mixFour(to []float64, a, b, c, d []uint32, p, q, r, s float64) {
	mixFourPortable(to, a, b, c, d, p, q, r, s)
}
