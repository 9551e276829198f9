package main

import (
	"iter"
	"math/bits"
	"slices"
)

const (
	highCard = iota
	pair
	twoPair
	trips
	straight
	flush
	fullHouse
	quads
	straightFlush
	numCategories
)

// value orders hands: the category, then up to five ranks from the most to the least significant, four bits each. It
// is an intermediate form; the tables hold its place in the list of all values.
type value uint32

type rankCounts [numRanks]uint8

// valueOf returns the value of the best five cards with these ranks, five to seven, when no suit holds five of them.
func valueOf(counts *rankCounts) value {
	// holding[n] has a bit for each rank held at least n times.
	var holding [copies + 1]uint16
	for rank, n := range counts {
		for i := 1; i <= int(n); i++ {
			holding[i] |= 1 << rank
		}
	}
	four, three, two, any := holding[4], holding[3], holding[2], holding[1]
	switch {
	case four != 0:
		q := top(four)
		return pack(quads, q, top(any&^(1<<q)))
	case three != 0 && two != 1<<top(three):
		t := top(three)
		return pack(fullHouse, t, top(two&^(1<<t)))
	case straightTop(any) >= 0:
		return pack(straight, straightTop(any))
	case three != 0:
		t := top(three)
		return pack(trips, append([]int{t}, topRanks(any&^(1<<t), 2)...)...)
	case bits.OnesCount16(two) >= 2:
		p := topRanks(two, 2)
		return pack(twoPair, p[0], p[1], top(any&^(1<<p[0])&^(1<<p[1])))
	case two != 0:
		p := top(two)
		return pack(pair, append([]int{p}, topRanks(any&^(1<<p), 3)...)...)
	}
	return pack(highCard, topRanks(any, 5)...)
}

// flushValue returns the value of the best five cards of one suit, given by a bit for each rank, at least five.
func flushValue(ranks uint16) value {
	if high := straightTop(ranks); high >= 0 {
		return pack(straightFlush, high)
	}
	return pack(flush, topRanks(ranks, 5)...)
}

// straightTop returns the highest rank of the best straight in a set of ranks, or -1.
// The ace also stands below the deuce.
func straightTop(ranks uint16) int {
	withLowAce := ranks<<1 | ranks>>(numRanks-1)
	run := withLowAce & (withLowAce >> 1) & (withLowAce >> 2) & (withLowAce >> 3) & (withLowAce >> 4)
	if run == 0 {
		return -1
	}
	return top(run) + 3
}

func top(ranks uint16) int { return bits.Len16(ranks) - 1 }

func topRanks(ranks uint16, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = top(ranks)
		ranks &^= 1 << out[i]
	}
	return out
}

// pack left-aligns the ranks, so values of one category compare by their first rank.
func pack(category int, ranks ...int) value {
	v := value(category) << 20
	for i, r := range ranks {
		v |= value(r) << (16 - 4*i)
	}
	return v
}

func (v value) category() int { return int(v >> 20) }

func multisets(size int) iter.Seq[*rankCounts] {
	return func(yield func(*rankCounts) bool) {
		var counts rankCounts
		var fill func(rank, left int) bool
		fill = func(rank, left int) bool {
			if left == 0 {
				return yield(&counts)
			}
			if rank == numRanks {
				return true
			}
			for n := 0; n <= min(copies, left); n++ {
				counts[rank] = uint8(n)
				if !fill(rank+1, left-n) {
					return false
				}
			}
			counts[rank] = 0
			return true
		}
		fill(0, size)
	}
}

func flushSets(yield func(ranks uint16) bool) {
	for ranks := range uint16(1 << numRanks) {
		if n := bits.OnesCount16(ranks); n >= minCards && n <= maxCards && !yield(ranks) {
			return
		}
	}
}

// ladder lists the values of all five-card hands in ascending order without repeats;
// a hand's strength is one more than the place of its value.
func ladder() []value {
	var all []value
	for counts := range multisets(minCards) {
		all = append(all, valueOf(counts))
	}
	for ranks := range flushSets {
		if bits.OnesCount16(ranks) == minCards {
			all = append(all, flushValue(ranks))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

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
