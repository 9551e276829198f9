package main

// A rank multiset says how many cards of each rank a hand holds, at most four.
const (
	numRanks = 13
	copies   = 4 // cards of one rank
	minCards = 5
	maxCards = 7
)

const (
	rowBits = 13
	rows    = 1 << rowBits
)

// A key is a pair of numbers. Keys add component by component: rows modulo 2^rowBits, places modulo 2^16.
type key struct {
	row   uint16
	place uint16
}

func (k key) plus(n int, other key) key {
	return key{(k.row + uint16(n)*other.row) % rows, k.place + uint16(n)*other.place}
}

// sumOf adds the keys of a hand's ranks. Rows start one lower: in package eval the field
// below the row borrows one from it as soon as the hand has a card.
func sumOf(keys *[numRanks]key, counts *rankCounts) key {
	sum := key{row: rows - 1}
	for rank, n := range counts {
		sum = sum.plus(int(n), keys[rank])
	}
	return sum
}

// drawKeys draws a key for each rank from the SplitMix64 generator of a seed (Steele, Lea
// and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
func drawKeys(seed uint64) (keys [numRanks]key) {
	state := seed
	for rank := range keys {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		keys[rank] = key{uint16(z >> 32 % rows), uint16(z)}
	}
	return keys
}
