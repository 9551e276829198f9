package features

import "math/bits"

// Count is the number of features; they are numbered 1..Count.
const Count = 73

// Vector is the set of the features that are true: bit (id-1)%64 of word (id-1)/64 is
// feature id. Bits from Count on are zero.
type Vector [2]uint64

// Has reports whether feature id is true; numbers outside 1..Count are never true.
func (v Vector) Has(id int) bool {
	return id >= 1 && id <= Count && v[(id-1)>>6]>>((id-1)&63)&1 != 0
}

// With returns the vector in which feature id is true too; numbers outside 1..Count change
// nothing.
func (v Vector) With(id int) Vector {
	if id >= 1 && id <= Count {
		v[(id-1)>>6] |= 1 << ((id - 1) & 63)
	}
	return v
}

// Without returns the vector in which feature id is not true.
func (v Vector) Without(id int) Vector {
	if v.Has(id) {
		v[(id-1)>>6] &^= 1 << ((id - 1) & 63)
	}
	return v
}

// IDs lists the true features in ascending order.
func (v Vector) IDs() []int {
	ids := make([]int, 0, bits.OnesCount64(v[0])+bits.OnesCount64(v[1]))
	for word, rest := range v {
		for ; rest != 0; rest &= rest - 1 {
			ids = append(ids, 64*word+bits.TrailingZeros64(rest)+1)
		}
	}
	return ids
}
