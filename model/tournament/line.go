package tournament

import "fmt"

// Line is the course of a hand: the players who jammed and those who folded. There is one for each
// non-empty set of players in the pot at the end.
type Line uint8

// The lines, named by the actions of button, small blind and big blind. After two folds the big blind
// wins without acting.
const (
	FoldFold Line = iota
	FoldJamFold
	FoldJamJam
	JamFoldFold
	JamFoldJam
	JamJamFold
	JamJamJam
)

// NumLines is the number of lines.
const NumLines = 7

var lines = [NumLines]struct {
	name string
	in   SeatSet
}{
	FoldFold:    {"fold-fold", 1 << BigBlind},
	FoldJamFold: {"fold-jam-fold", 1 << SmallBlind},
	FoldJamJam:  {"fold-jam-jam", 1<<SmallBlind | 1<<BigBlind},
	JamFoldFold: {"jam-fold-fold", 1 << Button},
	JamFoldJam:  {"jam-fold-jam", 1<<Button | 1<<BigBlind},
	JamJamFold:  {"jam-jam-fold", 1<<Button | 1<<SmallBlind},
	JamJamJam:   {"jam-jam-jam", allSeats},
}

// String names the line, as in "jam-fold-jam".
func (l Line) String() string {
	if int(l) >= len(lines) {
		return fmt.Sprintf("Line(%d)", uint8(l))
	}
	return lines[l].name
}

// In returns the players in the pot at the end. Two or three of them show down.
func (l Line) In() SeatSet { return lines[l].in }

// Situation is a point at which a player may jam or fold, identified by the actions of the players before him.
type Situation uint8

// The situations, in the order in which they arise.
const (
	ButtonOpens Situation = iota
	SmallBlindAfterJam
	SmallBlindAfterFold
	BigBlindAfterJamFold
	BigBlindAfterFoldJam
	BigBlindAfterJamJam
)

// NumSituations is the number of situations.
const NumSituations = 6

var situations = [NumSituations]struct {
	name   string
	seat   Seat
	jammed SeatSet
}{
	ButtonOpens:          {"BTN", Button, 0},
	SmallBlindAfterJam:   {"SB|jam", SmallBlind, 1 << Button},
	SmallBlindAfterFold:  {"SB|fold", SmallBlind, 0},
	BigBlindAfterJamFold: {"BB|jam-fold", BigBlind, 1 << Button},
	BigBlindAfterFoldJam: {"BB|fold-jam", BigBlind, 1 << SmallBlind},
	BigBlindAfterJamJam:  {"BB|jam-jam", BigBlind, 1<<Button | 1<<SmallBlind},
}

// String returns the seat and the actions before it, as in "BB|fold-jam".
func (s Situation) String() string {
	if int(s) >= len(situations) {
		return fmt.Sprintf("Situation(%d)", uint8(s))
	}
	return situations[s].name
}

// Seat returns the seat that acts.
func (s Situation) Seat() Seat { return situations[s].seat }

// Jammed returns the seats that jammed before; the other seats before folded.
func (s Situation) Jammed() SeatSet { return situations[s].jammed }

// situationOf returns the situation of a seat after the given players jammed and the others before it
// folded. It must not be the big blind's after two folds.
func situationOf(seat Seat, jammed SeatSet) Situation {
	jammed &= 1<<seat - 1
	for s := range Situation(NumSituations) {
		if situations[s].seat == seat && situations[s].jammed == jammed {
			return s
		}
	}
	return NumSituations
}
