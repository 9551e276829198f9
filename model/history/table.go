package history

import (
	"cmp"
	"fmt"
	"slices"

	"feltlab/model/cards"
)

// replay makes a hand of what a grammar reads. It follows each player's chips.
type replay struct {
	hand   Hand
	button int // number of the seat
	street int
	front  []int // bets of this betting round by seat, in the order of reading
	left   []int // chips behind
	level  int   // largest bet of this betting round
	ended  bool  // whether the room says how the hand ended
	err    error // first error of the hand
}

func (r *replay) fail(err error, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", err, fmt.Sprintf(format, args...))
	}
}

// sit adds a player. Seats without chips are empty, and a number or name that comes again is an error.
func (r *replay) sit(s Seat) {
	if s.Stack <= 0 {
		return
	}
	for _, other := range r.hand.Seats {
		if other.Number == s.Number || other.Name == s.Name {
			r.fail(ErrSeats, "seat %d, %s, comes twice", s.Number, s.Name)
		}
	}
	r.hand.Seats, r.front, r.left = append(r.hand.Seats, s), append(r.front, 0), append(r.left, s.Stack)
}

// next begins a betting round with its cards.
func (r *replay) next(street int, board []cards.Card) {
	if street > r.street {
		clear(r.front)
		r.street, r.level = street, 0
	}
	r.hand.Board = append(r.hand.Board, board...)
}

// put adds an event in which a player puts in chips. Antes are not part of the bet.
func (r *replay) put(seat int, kind Kind, chips int) {
	if chips < 0 || chips > r.left[seat] {
		r.fail(ErrAmount, "%s puts in %s with %s behind", r.hand.Seats[seat].Name, show(chips), show(r.left[seat]))
		return
	}
	if r.left[seat] -= chips; kind != Ante {
		r.front[seat] += chips
		r.level = max(r.level, r.front[seat])
	}
	r.hand.Events = append(r.hand.Events, Event{
		Street: r.street, Seat: seat, Kind: kind, Amount: chips, To: r.front[seat], AllIn: r.left[seat] == 0,
	})
}

func show(hundredths int) string { return fmt.Sprintf("%.2f", float64(hundredths)/Hundredths) }

// post adds a post; a further big blind is an OtherPost, since a newcomer pays it.
func (r *replay) post(seat int, kind Kind, chips int) {
	if kind == BigBlind && slices.ContainsFunc(r.hand.Events, func(e Event) bool { return e.Kind == BigBlind }) {
		kind = OtherPost
	}
	r.put(seat, kind, min(chips, r.left[seat]))
}

// restore gives back chips that nobody called.
func (r *replay) restore(seat, chips int) {
	if s := r.hand.Seats[seat]; chips > s.Stack-r.left[seat] {
		r.fail(ErrAmount, "%s gets back %s of %s", s.Name, show(chips), show(s.Stack-r.left[seat]))
		return
	}
	r.left[seat] += chips
	r.front[seat] -= min(chips, r.front[seat])
	r.hand.Events = append(r.hand.Events,
		Event{Street: r.street, Seat: seat, Kind: Return, Amount: chips, To: r.front[seat]})
}

// finish orders the seats as they act before the flop, the big blind last, and returns the hand.
func (r *replay) finish() (*Hand, error) {
	h := &r.hand
	switch {
	case r.err != nil:
		return nil, r.err
	case !r.ended:
		return nil, ErrCut
	}
	in, big := map[int]bool{}, -1
	for _, e := range h.Events {
		if in[e.Seat] = true; e.Kind == BigBlind {
			big = h.Seats[e.Seat].Number
		}
	}
	order := r.around(big)
	seats, to := h.Seats, make([]int, len(h.Seats))
	h.Seats = nil
	for _, i := range order {
		if !in[i] {
			h.Away = append(h.Away, seats[i])
			continue
		}
		to[i] = len(h.Seats)
		h.Seats = append(h.Seats, seats[i])
	}
	if len(h.Seats) < 2 {
		return nil, ErrSeats
	}
	paid, won := 0, 0
	for i, e := range h.Events {
		h.Events[i].Seat = to[e.Seat]
		paid += e.Amount
	}
	for _, s := range h.Seats {
		won += s.Won
	}
	if won-paid > paid/100 {
		return nil, fmt.Errorf("%w: %s won of %s", ErrAmount, show(won), show(paid))
	}
	if h.Hero >= 0 && in[h.Hero] {
		h.Hero = to[h.Hero]
	} else {
		h.Hero = -1
	}
	return h, nil
}

// around returns the indices of the seats as they act: behind the big blind, or without one behind the button.
func (r *replay) around(big int) []int {
	last := big
	if last < 0 {
		last = r.button
	}
	order := make([]int, len(r.hand.Seats))
	for i := range order {
		order[i] = i
	}
	turn := func(i int) int {
		n := r.hand.Seats[i].Number
		if n <= last {
			n += 1 << 20
		}
		return n
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(turn(a), turn(b)) })
	return order
}

// postStated posts the blinds that a room states and does not list: partypoker leaves them out in some tournaments.
func (r *replay) postStated() {
	h := &r.hand
	blind := func(e Event) bool { return e.Kind != Ante }
	if h.Tournament == "" || h.Big == 0 || len(h.Seats) < 2 || slices.ContainsFunc(h.Events, blind) {
		return
	}
	order := r.around(-1)
	if len(order) == 2 { // the button is last, and posts the small blind
		slices.Reverse(order)
	}
	r.post(order[0], SmallBlind, h.Small)
	r.post(order[1], BigBlind, h.Big)
}
