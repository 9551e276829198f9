package tournament

import (
	"fmt"
	"slices"
)

// Order is one of the 13 orders, ties included, in which three hands finish at a showdown. Its code
// gives the rank of each hand in turn, 0 for the best and without gaps: in 120 the third hand wins and
// the first is second; in 001 the first two tie for best.
type Order uint8

// NumOrders is the number of orders of three hands. Stored tables depend on their numbering:
//
//	0   1   2   3   4   5   6   7   8   9   10  11  12
//	012 021 102 120 201 210 001 010 100 011 101 110 000
const NumOrders = 13

var orderRanks = [NumOrders][3]uint8{
	{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0},
	{0, 0, 1}, {0, 1, 0}, {1, 0, 0},
	{0, 1, 1}, {1, 0, 1}, {1, 1, 0},
	{0, 0, 0},
}

// Ranks returns the rank of each of the three hands, 0 for the best.
func (o Order) Ranks() [3]uint8 { return orderRanks[o] }

// String returns the code, such as "120".
func (o Order) String() string {
	r := orderRanks[o]
	return fmt.Sprintf("%d%d%d", r[0], r[1], r[2])
}

// OrderOf returns the order of three hands whose strengths are given, larger is better.
func OrderOf(a, b, c int) Order {
	strengths := [3]int{a, b, c}
	var ranks [3]uint8
	for i, s := range strengths {
		for j, t := range strengths {
			if t > s && !slices.Contains(strengths[:j], t) {
				ranks[i]++ // one for each different better strength
			}
		}
	}
	return Order(slices.Index(orderRanks[:], ranks))
}

// PairOrder is the order of two hands.
type PairOrder uint8

const (
	FirstWins PairOrder = iota
	SecondWins
	Tied
)

// NumPairOrders is the number of orders of two hands.
const NumPairOrders = 3

// Between returns how hands i and j of the three compare with each other.
func (o Order) Between(i, j int) PairOrder {
	switch r := orderRanks[o]; {
	case r[i] < r[j]:
		return FirstWins
	case r[i] > r[j]:
		return SecondWins
	}
	return Tied
}
