package tournament

import (
	"fmt"
	"strings"
)

// Choice says what a player may do in a situation.
type Choice uint8

const (
	// Free players jam or fold.
	Free Choice = iota
	// Stays is a player who is in the pot without a decision: all-in by the posted chips, or facing
	// only all-in players whose bets he covers. It counts as a jam.
	Stays
	// Absent is the empty button of a heads-up hand. It counts as a fold.
	Absent
)

func (c Choice) allows(jammed bool) bool {
	return c == Free || jammed == (c == Stays)
}

// Hand is one state under the rules: the players' choices, and the result of every line of play. It
// does not change and may be shared by goroutines.
type Hand struct {
	Stacks Stacks // before anything is posted
	Posted Stacks // blinds and antes

	choices   [NumSituations]Choice
	terminals [NumLines]Terminal
	leaves    []Leaf // of all lines and orders
	ends      [NumLines][NumOrders]uint8
	starts    [NumLines][NumOrders]uint8
}

// Terminal is the end of a line of play, before the showdown.
type Terminal struct {
	Line Line
	Paid Stacks // into the pots, uncalled bets returned
	Left Stacks // kept
	Pots []Pot  // main pot first
}

// NewHand returns the hand with the given stacks in units; only the button's may be 0. The errors are
// those of Validate, and ErrStacks.
func NewHand(r *Rules, stacks Stacks) (*Hand, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	switch units := stacks.Total(); {
	case stacks[Button] < 0 || stacks[SmallBlind] < 1 || stacks[BigBlind] < 1:
		return nil, fmt.Errorf("%w: %v units: both blinds need chips", ErrStacks, stacks)
	case max(stacks[0], stacks[1], stacks[2]) > MaxUnits || units > MaxUnits:
		return nil, fmt.Errorf("%w: %v units are more than %d", ErrStacks, stacks, MaxUnits)
	case r.Chips != 0 && units != r.Chips/r.Unit:
		return nil, fmt.Errorf("%w: %v units of %d are not the %d chips in play",
			ErrStacks, stacks, r.Unit, r.Chips)
	}
	return newHand(r, stacks), nil
}

// maxHands bounds the hands that Hands allocates, some 4 KB each.
const maxHands = 1 << 17

// Hands returns the hand of every state of the tournament, by its index in the space of its chips.
// The rules must state the chips in play. The errors are those of Validate, ErrStacks if the chips
// are too few for two players, and ErrTooLarge.
func (r *Rules) Hands() ([]*Hand, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if err := r.CheckSize(); err != nil {
		return nil, err
	}
	space := r.Space()
	hands := make([]*Hand, space.Len())
	for i := range hands {
		hands[i] = newHand(r, space.At(i))
	}
	return hands, nil
}

// CheckSize returns ErrStacks if the chips are too few for two players, and ErrTooLarge if they have too many states.
func (r *Rules) CheckSize() error {
	switch space := r.Space(); {
	case space.Units < 2:
		return fmt.Errorf("%w: %d chips in play are too few for two players", ErrStacks, r.Chips)
	case space.Len() > maxHands:
		return fmt.Errorf("%w: %d chips in units of %d have %d states; choose a larger unit",
			ErrTooLarge, r.Chips, r.Unit, space.Len())
	}
	return nil
}

// Space returns the states of a tournament with the chips in play.
func (r *Rules) Space() Space { return Space{Units: r.Chips / r.Unit} }

func newHand(r *Rules, stacks Stacks) *Hand {
	h := &Hand{Stacks: stacks, Posted: r.forced(stacks)}
	for s := range h.choices {
		h.choices[s] = h.choice(Situation(s))
	}
	for l := range h.terminals {
		h.terminals[l] = h.terminal(Line(l))
	}
	h.addLeaves(r)
	return h
}

// Space returns the states that the hand's chips can form.
func (h *Hand) Space() Space { return Space{Units: h.Stacks.Total()} }

// Choice returns the choice of the player to act in a situation. It is defined also for situations
// that cannot arise because an earlier player had no such choice.
func (h *Hand) Choice(s Situation) Choice { return h.choices[s] }

func (h *Hand) choice(s Situation) Choice {
	me := s.Seat()
	if h.Stacks[me] == 0 {
		return Absent
	}
	if h.Posted[me] == h.Stacks[me] {
		return Stays
	}
	for other := range Seat(NumSeats) {
		bet, allIn := h.Posted[other], h.Posted[other] == h.Stacks[other]
		switch {
		case other == me || other < me && !s.Jammed().Has(other):
			continue
		case other < me:
			bet, allIn = h.Stacks[other], true
		}
		if !allIn || bet > h.Posted[me] {
			return Free
		}
	}
	return Stays
}

// Arises reports whether play can come to a situation: its player has chips, and each player before
// him can have acted as the situation says. Heads-up nobody acts after a jam of the button.
func (h *Hand) Arises(s Situation) bool {
	for before := range s.Seat() {
		if !h.choices[situationOf(before, s.Jammed())].allows(s.Jammed().Has(before)) {
			return false
		}
	}
	return h.Stacks[s.Seat()] > 0
}

// Words describes a situation, as in "small blind, after the button jams"; it leaves out an empty button.
func (h *Hand) Words(s Situation) string { return s.words(h.Stacks.Seated()) }

// Words describes a situation in which all seats are taken.
func (s Situation) Words() string { return s.words(allSeats) }

// Verb returns the word for putting the stack in: "call" after a jam, otherwise "jam".
func (s Situation) Verb() string {
	if s.Jammed() != 0 {
		return "call"
	}
	return "jam"
}

func (s Situation) words(seated SeatSet) string {
	var acts []string
	for before := range s.Seat() {
		switch {
		case !seated.Has(before):
		case s.Jammed().Has(before):
			acts = append(acts, "the "+before.Words()+" jams")
		default:
			acts = append(acts, "the "+before.Words()+" folds")
		}
	}
	if len(acts) == 0 {
		return s.Seat().Words() + ", first to act"
	}
	return s.Seat().Words() + ", after " + strings.Join(acts, " and ")
}

// Possible reports whether a line can be played: nobody folds who must stay, or jams who is absent.
func (h *Hand) Possible(l Line) bool {
	in := l.In()
	for seat := range Seat(NumSeats) {
		if seat == BigBlind && in == 1<<BigBlind {
			continue // a walk: the big blind does not act
		}
		if !h.choices[situationOf(seat, in)].allows(in.Has(seat)) {
			return false
		}
	}
	return true
}

// Terminal describes the end of a possible line. Its pots are shared and must not be changed.
func (h *Hand) Terminal(l Line) Terminal { return h.terminals[l] }

func (h *Hand) terminal(l Line) Terminal {
	t := Terminal{Line: l, Paid: h.Posted}
	// Everyone in counts with the whole stack: chips of a player who stays or wins a walk that
	// nobody matches are returned.
	for seat := range Seat(NumSeats) {
		if l.In().Has(seat) {
			t.Paid[seat] = h.Stacks[seat]
		}
	}
	returnUncalled(t.Paid[:])
	for seat := range t.Left {
		t.Left[seat] = h.Stacks[seat] - t.Paid[seat]
	}
	t.Pots = sidePots(t.Paid[:], l.In())
	return t
}

// NumOrders returns the number of orders of the hands that a line distinguishes: 13 if three players
// show down, NumPairOrders if two do, 1 if the pot is not contested.
func (l Line) NumOrders() int {
	switch l.In().Len() {
	case 3:
		return NumOrders
	case 2:
		return NumPairOrders
	}
	return 1
}

// Ranks returns the ranks by seat, 0 the best, of order k of the line, 0 <= k < NumOrders(). For three
// players at the showdown k is an Order, for two a PairOrder of the first and the second by seat. The
// rank of players who folded is 0 and means nothing.
func (l Line) Ranks(k int) [NumSeats]uint8 {
	in := l.In()
	if in.Len() == 3 {
		return Order(k).Ranks()
	}
	var ranks [NumSeats]uint8
	if in.Len() == 2 {
		switch first, second := in.first(), (in & (in - 1)).first(); PairOrder(k) {
		case FirstWins:
			ranks[second] = 1
		case SecondWins:
			ranks[first] = 1
		}
	}
	return ranks
}

// Outcomes pays the pots for the given ranks by seat, 0 the best; ranks of players who folded do not count. There are
// one or two outcomes, whose probabilities sum to 1. Final stacks are by the seats of this hand.
func (t *Terminal) Outcomes(ranks [NumSeats]uint8) []Outcome {
	return award(t.Left, t.Pots, ranks)
}

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
