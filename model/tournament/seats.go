package tournament

import (
	"fmt"
	"math/bits"
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
func (s Seat) String() string { return optionName(s, "Seat", seatNames[:]) }

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
type SeatSet uint8

// allSeats holds every seat of the table.
const allSeats SeatSet = 1<<NumSeats - 1

// Has reports whether the seat is in the set.
func (s SeatSet) Has(seat Seat) bool { return s>>seat&1 == 1 }

// Len returns the number of seats in the set.
func (s SeatSet) Len() int { return int(s&1 + s>>1&1 + s>>2&1) }

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

// first returns the lowest seat of a set that is not empty.
func (s SeatSet) first() Seat { return Seat(bits.TrailingZeros8(uint8(s))) }
