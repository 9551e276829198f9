package tournament

import (
	"math/bits"
	"strings"
)

// Decision is a point at which a seat of a table jams or folds: the seat, and the earlier seats that jammed; the others
// before folded. The zero value is the beginning of the hand.
type Decision struct {
	Seat   int
	Jammed SeatSet
}

// Node numbers the decisions of a table: those of a seat, by the set of earlier seats that jammed.
func Node(seat int, jammed SeatSet) int { return 1<<seat - 1 + int(jammed) }

// DecisionOf returns the decision of a Node.
func DecisionOf(node int) Decision {
	seat := bits.Len(uint(node+1)) - 1
	return Decision{seat, SeatSet(node + 1 - 1<<seat)}
}

// Node returns the number of the decision.
func (d Decision) Node() int { return Node(d.Seat, d.Jammed) }

// Before returns the decision of an earlier seat, and whether that seat jams.
func (d Decision) Before(seat int) (at Decision, jams bool) {
	return Decision{seat, d.Jammed & (1<<seat - 1)}, d.Jammed.Has(seat)
}

// Leads reports whether a node is the decision or may come after it.
func (d Decision) Leads(node int) bool {
	to := DecisionOf(node)
	return to.Seat >= d.Seat && to.Jammed&(1<<d.Seat-1) == d.Jammed
}

// Verb returns the word for putting the stack in: "call" after a jam, otherwise "jam".
func (d Decision) Verb() string {
	if d.Jammed != 0 {
		return "call"
	}
	return "jam"
}

// The decisions of a table of three, by Node. After two folds the big blind has none.
const (
	ButtonOpens = iota
	SmallBlindAfterFold
	SmallBlindAfterJam
	_
	BigBlindAfterJamFold
	BigBlindAfterFoldJam
	BigBlindAfterJamJam
	NumNodes
)

// The decisions of a table of two, by Node.
const (
	HeadsUpOpens = 0
	HeadsUpCalls = 2
)

// DecisionsOf lists the decisions of a table of two or three players, in the order of published tables: those of a seat
// after a jam of the button before those after its fold.
func DecisionsOf(players int) []Decision {
	if players == 2 {
		return []Decision{{0, 0}, {1, 1}}
	}
	return []Decision{{0, 0}, {1, 1}, {1, 0}, {2, 1}, {2, 2}, {2, 3}}
}

// Name returns the seat and the actions before it at a table of two or three players, as in "BB|fold-jam". With two
// players the button counts as folded.
func (d Decision) Name(players int) string {
	absent := NumSeats - players
	acts := make([]string, 0, NumSeats)
	for seat := range absent + d.Seat {
		act := "fold"
		if seat >= absent && d.Jammed.Has(seat-absent) {
			act = "jam"
		}
		acts = append(acts, act)
	}
	name := TableSeats(NumSeats)[absent+d.Seat]
	if len(acts) == 0 {
		return name
	}
	return name + "|" + strings.Join(acts, "-")
}

// Words describes a decision of a table of two or three players, as in "small blind, after the button jams".
func (d Decision) Words(players int) string {
	var acts []string
	for seat := range d.Seat {
		act := " folds"
		if d.Jammed.Has(seat) {
			act = " jams"
		}
		acts = append(acts, "the "+SeatWords(seat, players)+act)
	}
	if len(acts) == 0 {
		return SeatWords(d.Seat, players) + ", first to act"
	}
	return SeatWords(d.Seat, players) + ", after " + strings.Join(acts, " and ")
}
