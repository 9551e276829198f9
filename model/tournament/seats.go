package tournament

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// NumSeats is the size of the table.
const NumSeats = 3

// Seat is a position at the table, in the order in which seats act.
type Seat uint8

// The seats. With two players left the button's is empty.
const (
	Button Seat = iota
	SmallBlind
	BigBlind
)

var seatNames = [NumSeats]string{"BTN", "SB", "BB"}

// String returns "BTN", "SB" or "BB".
func (s Seat) String() string { return nameOf(s, "Seat", seatNames[:]) }

var seatWords = [NumSeats]string{"button", "small blind", "big blind"}

// Words returns "button", "small blind" or "big blind".
func (s Seat) Words() string { return seatWords[s] }

// Stacks holds a number of units for each seat: stacks, or contributions to the pot.
type Stacks [NumSeats]int

// Words lists the stacks of the seats with chips, given the chips of a unit, as in "button 3300, small
// blind 1500, big blind 8700 chips"; three equal stacks are "4500 chips each".
func (s Stacks) Words(unit int) string {
	if s[Button] == s[SmallBlind] && s[SmallBlind] == s[BigBlind] {
		return fmt.Sprintf("%d chips each", s[BigBlind]*unit)
	}
	var parts []string
	for seat, units := range s {
		if units > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", Seat(seat).Words(), units*unit))
		}
	}
	return strings.Join(parts, ", ") + " chips"
}

// Total returns the sum.
func (s Stacks) Total() int { return s[0] + s[1] + s[2] }

// Seated returns the seats with chips.
func (s Stacks) Seated() SeatSet {
	var set SeatSet
	for i, units := range s {
		if units > 0 {
			set |= 1 << i
		}
	}
	return set
}

// SeatSet is a set of seats: bit i is seat i.
type SeatSet uint16

const allSeats SeatSet = 1<<NumSeats - 1

// Has reports whether the seat is in the set.
func (s SeatSet) Has(seat Seat) bool { return s>>seat&1 == 1 }

// Len returns the number of seats in the set.
func (s SeatSet) Len() int { return bits.OnesCount16(uint16(s)) }

// String lists the seats, as in "BTN+BB".
func (s SeatSet) String() string {
	var names []string
	for seat := range Seat(NumSeats) {
		if s.Has(seat) {
			names = append(names, seat.String())
		}
	}
	return strings.Join(names, "+")
}

func (s SeatSet) first() Seat { return Seat(bits.TrailingZeros16(uint16(s))) }

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
			counted := slices.Contains(strengths[:j], t)
			if t > s && !counted {
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
func (o Order) Between(i, j Seat) PairOrder {
	switch r := orderRanks[o]; {
	case r[i] < r[j]:
		return FirstWins
	case r[i] > r[j]:
		return SecondWins
	}
	return Tied
}
