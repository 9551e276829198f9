package history

import (
	"errors"
	"slices"

	"feltlab/model/cards"
)

// Errors of a hand; each names a reason, for which hands are counted.
var (
	ErrCut    = errors.New("the hand is cut off before its end")
	ErrGame   = errors.New("the game is not no-limit hold'em")
	ErrSeats  = errors.New("the hand has no two seats with chips and names of their own")
	ErrAmount = errors.New("the amounts do not add up")
	ErrXML    = errors.New("the XML is damaged")
)

// Hundredths is the number of units of an amount in a chip, or in a dollar.
const Hundredths = 100

// Hand is a hand of no-limit hold'em. Amounts are hundredths of a chip, or of the currency in cash games.
type Hand struct {
	Room       string // PokerStars, GGPoker, 888, partypoker, iPoker or Winamax
	ID         string // the room's number of the hand
	Tournament string // the room's number of the tournament, "" for cash games
	Line       int    // line of the text with which the hand begins, from 1
	// Small, Big and Ante are the blinds and the ante that the room states; 0 where it states none.
	Small, Big, Ante int
	Hero             int    // index of the player whose history it is, -1 if it does not say
	Seats            []Seat // players who were dealt in, in the order in which they act before the flop
	Away             []Seat // players at the table who were not dealt in
	Events           []Event
	Board            []cards.Card
}

// Seat is a player at the table.
type Seat struct {
	Number int    // of the seat at the table
	Name   string // of the player
	Stack  int    // before posts
	Bounty float64
	Cards  []cards.Card // two of them if they are known, else none
	Won    int
}

// Kind is what an event is.
type Kind uint8

// The kinds of events. OtherPost is a dead blind, a straddle or a further big blind; Raise is any bet or raise; Return
// gives back chips that nobody called.
const (
	Ante Kind = iota
	SmallBlind
	BigBlind
	OtherPost
	Fold
	Check
	Call
	Raise
	Return
)

// Post reports whether the player had no choice.
func (k Kind) Post() bool { return k <= OtherPost }

// Event is a post or an action.
type Event struct {
	Street int // 0 before the flop, 1 to 3 for flop, turn and river
	Seat   int // index in Hand.Seats
	Kind   Kind
	Amount int // chips that it puts in; Return: that it gives back
	To     int // the player's bet in this betting round after it, antes left out
	AllIn  bool
}

// Action returns an action of a player before the flop by its number, 0 for the first, if there is one.
func (h *Hand) Action(seat, number int) (Event, bool) {
	for _, e := range h.Events {
		if e.Seat == seat && e.Street == 0 && !e.Kind.Post() && e.Kind != Return {
			if number == 0 {
				return e, true
			}
			number--
		}
	}
	return Event{}, false
}

// Chips returns the sum of all stacks at the table.
func (h *Hand) Chips() (sum int) {
	for _, s := range slices.Concat(h.Seats, h.Away) {
		sum += s.Stack
	}
	return sum
}
