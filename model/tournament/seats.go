package tournament

import (
	"fmt"
	"math/bits"
	"strings"
)

// NumSeats is the number of seats of a tournament of three, and of hands that are solved over all deals.
const NumSeats = 3

// The seats of a state, in the order in which they act. With two players left the button's is empty.
const (
	Button = iota
	SmallBlind
	BigBlind
)

var seatWords = [NumSeats]string{"button", "small blind", "big blind"}

// SeatWords names a seat of a table of two or three players, as in "small blind".
func SeatWords(seat, players int) string { return seatWords[NumSeats-players+seat] }

// Stacks holds the units of each seat of a state.
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
			parts = append(parts, fmt.Sprintf("%s %d", seatWords[seat], units*unit))
		}
	}
	return strings.Join(parts, ", ") + " chips"
}

// Total returns the sum.
func (s Stacks) Total() int { return s[0] + s[1] + s[2] }

// seated returns the stacks without an empty button.
func (s Stacks) seated() []int {
	if s[Button] == 0 {
		return s[SmallBlind:]
	}
	return s[:]
}

// SeatSet is a set of seats: bit i is seat i.
type SeatSet uint16

// Has reports whether the seat is in the set.
func (s SeatSet) Has(seat int) bool { return s>>seat&1 == 1 }

// Len returns the number of seats in the set.
func (s SeatSet) Len() int { return bits.OnesCount16(uint16(s)) }

// First returns the seat that acts first.
func (s SeatSet) First() int { return bits.TrailingZeros16(uint16(s)) }

// The players in the pot at the end of a hand of three, named by the actions of button, small blind and big blind.
// After two folds the big blind wins without acting.
const (
	JamFoldFold SeatSet = 1 + iota
	FoldJamFold
	JamJamFold
	FoldFold
	JamFoldJam
	FoldJamJam
	JamJamJam
)

// The players in the pot at the end of a hand of two.
const (
	HeadsUpSteal    = JamFoldFold
	HeadsUpWalk     = FoldJamFold
	HeadsUpShowdown = JamJamFold
)

// NumEnds is the number of sets of players in the pot of a hand of three, with the empty one.
const NumEnds = 1 << NumSeats

// NumOrders returns the number of orders of the hands of at most three players in the pot: 13 if three show down,
// NumPairOrders if two do, 1 if the pot is not contested.
func (s SeatSet) NumOrders() int {
	switch s.Len() {
	case 3:
		return NumOrders
	case 2:
		return NumPairOrders
	}
	return 1
}

// Ranks returns the ranks by seat, 0 the best, of order k of the hands of the players in the pot, 0 <= k < NumOrders().
// For three players k is an Order, for two a PairOrder of the first and the second by seat. The rank of players who
// folded is 0 and means nothing.
func (s SeatSet) Ranks(k int) [NumSeats]uint8 {
	if s.Len() == 3 {
		return Order(k).Ranks()
	}
	var ranks [NumSeats]uint8
	if s.Len() == 2 {
		switch first, second := s.First(), (s & (s - 1)).First(); PairOrder(k) {
		case FirstWins:
			ranks[second] = 1
		case SecondWins:
			ranks[first] = 1
		}
	}
	return ranks
}
