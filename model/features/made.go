package features

import "feltlab/model/cards"

// madeHand is the category of five cards, in ascending order of strength.
type madeHand uint8

const (
	highCard madeHand = iota
	onePair
	twoPair
	trips
	straight
	flush
	fullHouse
	quads
	straightFlush
)

// rankCounts has a four-bit counter for each rank.
type rankCounts uint64

func (c rankCounts) with(r cards.Rank) rankCounts { return c + 1<<(4*r) }

// reaches reports whether some rank has at least n cards, 1 <= n <= 4: adding 8-n to a counter sets its
// top bit exactly if it is n or more, and never overflows it.
func (c rankCounts) reaches(n rankCounts) bool {
	const ones, tops rankCounts = 0x1111111111111, 0x8888888888888
	return (c+(8-n)*ones)&tops != 0
}

// madeHandOf returns the category of five cards with the given rank counts and number of
// different ranks. A straight or a flush takes five different ranks.
func madeHandOf(counts rankCounts, distinct int, isStraight, isFlush bool) madeHand {
	switch {
	case isStraight && isFlush:
		return straightFlush
	case counts.reaches(4):
		return quads
	case distinct == 2:
		return fullHouse
	case isFlush:
		return flush
	case isStraight:
		return straight
	case counts.reaches(3):
		return trips
	case distinct == 3:
		return twoPair
	case distinct == 4:
		return onePair
	}
	return highCard
}
