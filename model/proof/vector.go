package proof

import (
	"cmp"
	"encoding/binary"
	"math/bits"
)

// MaxColumns is the largest number of columns of an instance. Columns are numbered from 1.
const MaxColumns = 4096

// Vector is a set of columns: those that are true in a row, or those of a cut. Two vectors are equal (==) exactly if
// they have the same columns. Column id is bit (id-1)%64 of word (id-1)/64. Up to column 128 no method allocates
// memory but IDs.
type Vector struct {
	low, high uint64 // words 0 and 1
	rest      string // words 2, 3, ..., eight little-endian bytes each; the last one is not 0
}

const wordBytes = 8

// Words returns the set with some words; columns beyond MaxColumns are left out.
func Words(words ...uint64) (v Vector) {
	words = words[:min(len(words), MaxColumns/64)]
	for len(words) > 0 && words[len(words)-1] == 0 {
		words = words[:len(words)-1]
	}
	if len(words) > 0 {
		v.low = words[0]
	}
	if len(words) > 1 {
		v.high = words[1]
	}
	if len(words) > 2 {
		v.rest = packed(words[2:])
	}
	return v
}

func packed(words []uint64) string {
	var b [MaxColumns / 64 * wordBytes]byte
	for i, w := range words {
		binary.LittleEndian.PutUint64(b[wordBytes*i:], w)
	}
	return string(b[:wordBytes*len(words)])
}

// Word returns word i, 0 beyond the last one.
func (v Vector) Word(i int) uint64 {
	if i == 0 {
		return v.low
	}
	if i == 1 {
		return v.high
	}
	return word(v.rest, i-2)
}

func word(s string, i int) uint64 {
	if i >= len(s)/wordBytes {
		return 0
	}
	return binary.LittleEndian.Uint64([]byte(s[wordBytes*i:]))
}

// words returns the number of words up to the last one that is not 0, at least two.
func (v Vector) words() int { return 2 + len(v.rest)/wordBytes }

// VectorOf returns a set of columns. Numbers outside 1..MaxColumns are left out.
func VectorOf(ids ...int) Vector {
	var words [MaxColumns / 64]uint64
	n := 0
	for _, id := range ids {
		if id > 0 && id <= MaxColumns {
			words[(id-1)>>6] |= 1 << ((id - 1) & 63)
			n = max(n, (id+63)>>6)
		}
	}
	return Words(words[:n]...)
}

// Has reports whether column id is in the set; false for numbers outside 1..MaxColumns.
func (v Vector) Has(id int) bool {
	return id > 0 && v.Word((id-1)>>6)>>((id-1)&63)&1 != 0
}

// With returns the set with column id; numbers outside 1..MaxColumns change nothing.
func (v Vector) With(id int) Vector {
	switch i := uint(id - 1); {
	case i < 64:
		v.low |= 1 << i
	case i < 128:
		v.high |= 1 << (i - 64)
	default:
		return v.Or(VectorOf(id))
	}
	return v
}

// Without returns the set without column id.
func (v Vector) Without(id int) Vector {
	switch i := uint(id - 1); {
	case i < 64:
		v.low &^= 1 << i
	case i < 128:
		v.high &^= 1 << (i - 64)
	case v.rest != "":
		return v.Minus(VectorOf(id))
	}
	return v
}

// IDs lists the columns of the set in ascending order.
func (v Vector) IDs() []int {
	ids := make([]int, 0, v.Size())
	for id := range v.All() {
		ids = append(ids, id)
	}
	return ids
}

// All goes through the columns of the set in ascending order.
func (v Vector) All() func(yield func(id int) bool) {
	return func(yield func(id int) bool) {
		for word := range v.words() {
			for rest := v.Word(word); rest != 0; rest &= rest - 1 {
				if !yield(64*word + bits.TrailingZeros64(rest) + 1) {
					return
				}
			}
		}
	}
}

// And returns the columns of both sets.
func (v Vector) And(w Vector) Vector {
	if v.rest != "" {
		return v.wide(w, and)
	}
	v.low &= w.low
	v.high &= w.high
	return v
}

// Or returns the columns of either set.
func (v Vector) Or(w Vector) Vector {
	if len(v.rest)|len(w.rest) > 0 {
		return v.wide(w, or)
	}
	return Vector{low: v.low | w.low, high: v.high | w.high}
}

// Minus returns the columns of v that are not in w.
func (v Vector) Minus(w Vector) Vector {
	if v.rest != "" {
		return v.wide(w, minus)
	}
	v.low &^= w.low
	v.high &^= w.high
	return v
}

func and(a, b uint64) uint64   { return a & b }
func or(a, b uint64) uint64    { return a | b }
func minus(a, b uint64) uint64 { return a &^ b }

// wide combines all words.
func (v Vector) wide(w Vector, with func(a, b uint64) uint64) Vector {
	var all [MaxColumns / 64]uint64
	n := max(v.words(), w.words())
	for i := range n {
		all[i] = with(v.Word(i), w.Word(i))
	}
	return Words(all[:n]...)
}

// Empty reports whether the set has no columns.
func (v Vector) Empty() bool { return v.low|v.high == 0 && v.rest == "" }

// Size returns the number of columns.
func (v Vector) Size() int {
	n := bits.OnesCount64(v.low) + bits.OnesCount64(v.high)
	for i := range len(v.rest) / wordBytes {
		n += bits.OnesCount64(word(v.rest, i))
	}
	return n
}

// Smallest returns the smallest column of a set that is not empty.
func (v Vector) Smallest() int {
	i := 0
	for i < v.words()-1 && v.Word(i) == 0 {
		i++
	}
	return 64*i + bits.TrailingZeros64(v.Word(i)) + 1
}

// Compare orders vectors by their last word, then by the one before it, and so on.
func (v Vector) Compare(w Vector) int {
	for i := max(v.words(), w.words()) - 1; i > 1; i-- {
		if c := cmp.Compare(v.Word(i), w.Word(i)); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(v.high, w.high), cmp.Compare(v.low, w.low))
}

// FirstColumns returns the set of the columns 1..n, at most all up to MaxColumns.
func FirstColumns(n int) Vector {
	var words [MaxColumns / 64]uint64
	n = min(max(n, 0), MaxColumns)
	for i := range (n + 63) / 64 {
		words[i] = ^uint64(0) >> max(0, 64*i+64-n)
	}
	return Words(words[:(n+63)/64]...)
}
