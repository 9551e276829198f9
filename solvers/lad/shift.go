package lad

// shiftUnit is the size of the shifts that keep vertices apart. It is far above the rounding of
// a small linear solve (about 1e-15) and far below what anyone reads off a formula.
const shiftUnit = 1e-11

// shift returns the amount by which item k is moved, in [1, 2) * shiftUnit: a fixed scramble, so
// that results repeat. The multiplier is the odd number nearest 2^64 / golden ratio.
func shift(k int) float64 {
	h := (uint64(k) + 1) * 0x9E3779B97F4A7C15
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	return shiftUnit * (1 + float64(h>>11)/(1<<53))
}
