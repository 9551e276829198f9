package main

import "math/bits"

// A rank multiset says how many cards of each rank a hand holds, at most four.
const (
	numRanks  = 13
	copies    = 4 // cards of one rank
	minCards  = 5
	maxCards  = 7
	handSizes = maxCards + 1 // hands of 0 to 7 cards
)

// rankKeys returns the least increasing sequence of numbers, starting at 0, whose sums
// tell any two rank multisets of the same size up to seven apart. Each key is the
// smallest that keeps the property for the ranks chosen so far, so the sequence is
// unique and the search has nothing random in it.
func rankKeys() [numRanks]uint32 {
	var keys [numRanks]uint32
	sums := [handSizes][]uint32{0: {0}}
	for rank := range keys {
		if rank > 0 {
			keys[rank] = nextKey(&sums, keys[rank-1]+1)
		}
		addRank(&sums, keys[rank])
	}
	return keys
}

// addRank extends the lists of sums, one list a hand size, by the multisets that hold
// one to four cards of a new rank. Larger sizes go first: they build on smaller ones
// that must not hold the new rank yet.
func addRank(sums *[handSizes][]uint32, key uint32) {
	for size := maxCards; size > 0; size-- {
		for n := 1; n <= min(copies, size); n++ {
			for _, s := range sums[size-n] {
				sums[size] = append(sums[size], s+uint32(n)*key)
			}
		}
	}
}

// window is how many candidate keys nextKey tests at once.
const window = 1 << 18

// nextKey returns the smallest key from first on that makes no two sums collide. If two
// hands of b cards have equal sums, drop the new rank's cards they share: one is left
// with d > 0 of them and a = b-d older cards, the other with b older cards, so that
// d*key = B - A. The search marks every such quotient and takes the first free number.
func nextKey(sums *[handSizes][]uint32, first uint32) uint32 {
	for ; ; first += window {
		var taken [window / 64]uint64
		for b := 1; b <= maxCards; b++ {
			for d := 1; d <= min(copies, b); d++ {
				markQuotients(&taken, first, uint32(d), sums[b-d], sums[b])
			}
		}
		for i, word := range taken {
			if word != ^uint64(0) {
				return first + uint32(64*i+bits.TrailingZeros64(^word))
			}
		}
	}
}

// markQuotients marks every key in the window with d*key = large - small.
func markQuotients(taken *[window / 64]uint64, first, d uint32, smalls, larges []uint32) {
	for _, small := range smalls {
		origin := small + d*first
		for _, large := range larges {
			// A wrapped difference is far outside the window.
			diff := large - origin
			if diff >= d*window || diff%d != 0 {
				continue
			}
			i := diff / d % window
			taken[i/64] |= 1 << (i % 64)
		}
	}
}
