package proof

import "math/bits"

// MaxColumns is the largest number of columns of an instance. Columns are numbered from 1.
const MaxColumns = 128

// Vector is a set of columns: those that are true in a row, or those of a cut. Bit (id-1)%64 of
// word (id-1)/64 is column id.
type Vector [2]uint64

// VectorOf returns a set of columns. Numbers outside 1..MaxColumns are left out.
func VectorOf(ids ...int) (v Vector) {
	for _, id := range ids {
		v = v.With(id)
	}
	return v
}

// Has reports whether column id is in the set; false for numbers outside 1..MaxColumns.
func (v Vector) Has(id int) bool {
	return id >= 1 && id <= MaxColumns && v[(id-1)>>6]>>((id-1)&63)&1 != 0
}

// With returns the set with column id; numbers outside 1..MaxColumns change nothing.
func (v Vector) With(id int) Vector {
	if id >= 1 && id <= MaxColumns {
		v[(id-1)>>6] |= 1 << ((id - 1) & 63)
	}
	return v
}

// Without returns the set without column id.
func (v Vector) Without(id int) Vector {
	if v.Has(id) {
		v[(id-1)>>6] &^= 1 << ((id - 1) & 63)
	}
	return v
}

// IDs lists the columns of the set in ascending order.
func (v Vector) IDs() []int {
	ids := make([]int, 0, size(v))
	for word, rest := range v {
		for ; rest != 0; rest &= rest - 1 {
			ids = append(ids, 64*word+bits.TrailingZeros64(rest)+1)
		}
	}
	return ids
}

func and(a, b Vector) Vector   { return Vector{a[0] & b[0], a[1] & b[1]} }
func or(a, b Vector) Vector    { return Vector{a[0] | b[0], a[1] | b[1]} }
func minus(a, b Vector) Vector { return Vector{a[0] &^ b[0], a[1] &^ b[1]} }
func size(v Vector) int        { return bits.OnesCount64(v[0]) + bits.OnesCount64(v[1]) }

// smallest returns the smallest column of a set that is not empty.
func smallest(v Vector) int {
	if v[0] != 0 {
		return bits.TrailingZeros64(v[0]) + 1
	}
	return bits.TrailingZeros64(v[1]) + 65
}

// FirstColumns returns the set of the columns 1..n, for n up to MaxColumns.
func FirstColumns(n int) Vector {
	if n <= 64 {
		return Vector{1<<n - 1, 0}
	}
	return Vector{1<<64 - 1, 1<<(n-64) - 1}
}
