package tournament

import (
	"fmt"
	"slices"
)

// Opening is a raise with which a player opened. The seats before folded; those behind jam or fold, and then, after
// jams, the player calls or folds.
type Opening struct {
	Seat  int       // number of the seat in the order before the flop
	To    int       // chips of the bet, a blind included and an ante not
	Hands []float64 // probability by class with which the player raises so
}

// Open adds an opening to a table whose seats are in the order before the flop: its seat becomes the last one.
func (t *Table) Open(o *Opening) {
	if t.Stacks = withLast(t.Stacks, o.Seat); len(t.Heads) > 0 {
		t.Heads = withLast(t.Heads, o.Seat)
	}
	t.Opened = o
}

// withLast returns what seats have after one of them has become the last.
func withLast[T any](of []T, seat int) []T {
	return slices.Concat(of[:seat], of[seat+1:], of[seat:seat+1])
}

// Seats returns the names of the seats of the table.
func (t *Table) Seats() []string {
	names := TableSeats(len(t.Stacks))
	if t.Opened != nil {
		return withLast(names, t.Opened.Seat)
	}
	return names
}

// ParseSeat returns the number of a seat of the table by its name, as ParseTableSeat reads it.
func (t *Table) ParseSeat(text string) (int, error) {
	n := len(t.Stacks)
	seat, err := ParseTableSeat(text, n)
	if err != nil || t.Opened == nil {
		return seat, err
	}
	return slices.Index(t.Seats(), TableSeats(n)[seat]), nil
}

// Start returns the first decision of the table: that of the first seat, or of the first one behind an opening.
func (t *Table) Start() Decision {
	if t.Opened != nil {
		return Decision{Seat: t.Opened.Seat}
	}
	return Decision{}
}

// blindSeats returns the seats of the blinds. If the small blind opened, its bet takes the place of the blind.
func (t *Table) blindSeats() (small, big int) {
	n := len(t.Stacks)
	switch {
	case t.Opened == nil:
		return n - 2, n - 1
	case t.Opened.Seat == n-2:
		return n - 1, n - 2
	}
	return n - 3, n - 2
}

func (t *Table) validateOpening() error {
	o := t.Opened
	if o == nil {
		return nil
	}
	n := len(t.Stacks)
	name, posted := TableSeats(n)[o.Seat], 0
	if !t.BigBlindAnte {
		posted = t.Ante
	}
	switch most := t.Stacks[n-1] - posted; {
	case o.To <= t.BigBlind || o.To >= most:
		return fmt.Errorf("%w: %s raises to %d chips; want more than the big blind, %d, and less than its stack, %d",
			ErrBlinds, name, o.To, t.BigBlind, most)
	case slices.Max(o.Hands) <= 0:
		return fmt.Errorf("%w: %s raises with no hand", ErrOption, name)
	}
	for seat := range o.Seat {
		if t.AllIn(seat) {
			return fmt.Errorf("%w: %s is all-in with the ante; then nothing that follows is jam or fold", ErrStacks,
				t.Seats()[seat])
		}
	}
	return nil
}
