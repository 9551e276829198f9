package jamfold

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"feltlab/model/history"
	"feltlab/model/tournament"
)

// Raises are the hands with which seats open with a raise: histories do not tell them.
type Raises []raises

// raises are the hands of a seat, or with anySeat of all that have none of their own.
type raises struct {
	seat, text string
	hands      []float64
}

const anySeat = "any"

// ParseRaises reads seats and the hands with which they raise, a line each or with ; between them, such as
// "CO top 25%; any 22+, A2s+". The error says what is wrong.
func ParseRaises(text string) (all Raises, err error) {
	entries := strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' })
	for _, entry := range entries {
		seat, hands, _ := strings.Cut(strings.TrimSpace(entry), " ")
		if seat == "" {
			continue
		}
		if !strings.EqualFold(seat, anySeat) {
			if _, err := tournament.ParseTableSeat(seat, tournament.MaxTable); err != nil {
				return nil, fmt.Errorf("%w, or any for the other seats", err)
			}
		}
		if strings.TrimSpace(hands) == "" {
			return nil, fmt.Errorf("%s has no hands; want such as %s 22+, A2s+, or %[1]s top 25%%", seat, seat)
		}
		shares, err := ParseShares(hands)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", seat, err)
		}
		all = append(all, raises{seat, strings.TrimSpace(hands), shares})
	}
	if len(all) == 0 {
		return nil, errors.New(`want seats and their hands, such as "CO top 25%; any 22+, A2s+"`)
	}
	return all, nil
}

// of returns the hands of a seat at a table of n players, nil if there are none: those under the name of the seat, or
// under another name of it, or those of any seat.
func (r Raises) of(seat, n int) *raises {
	var other *raises
	for i := range r {
		switch at, err := tournament.ParseTableSeat(r[i].seat, n); {
		case err == nil && at == seat && strings.EqualFold(r[i].seat, tournament.TableSeats(n)[seat]):
			return &r[i]
		case err == nil && at == seat:
			other = &r[i]
		case other == nil && strings.EqualFold(r[i].seat, anySeat):
			other = &r[i]
		}
	}
	return other
}

// Raise is a raise of a hand before the first jam, with the hands as they were typed.
type Raise struct {
	tournament.Opening
	text string
}

// raise makes a raise without a jam the opening of the hand, or says why that is not asked about. A new table has a
// unit of which the bet is a multiple too.
func (w *walk) raise(seat int, act history.Event) (reason string) {
	if w.raises == nil {
		return raiseBefore
	}
	given := w.raises.of(seat, len(w.h.Seats))
	if given == nil {
		return "no hands are given for the seat that raised"
	}
	opened, unit := *w.t, tournament.CommonUnit(w.unit, act.To)
	scale(&opened, w.unit, unit)
	r := &Raise{tournament.Opening{Seat: seat, To: act.To / unit, Hands: given.hands}, given.text}
	own := opened
	own.Open(&r.Opening)
	if w.jammed != 0 || own.Validate() != nil {
		return raiseBefore
	}
	w.t, w.unit, w.opened, w.raised = &opened, unit, &own, r
	return ""
}

// decision returns a seat's decision, at the table of the decisions: after a raise its seat is the last one.
func (w *walk) decision(seat int) tournament.Decision {
	jammed := w.jammed
	if w.raised != nil {
		jammed >>= 1 // all who jammed sit behind the raise
		if seat == w.raised.Seat {
			seat = len(w.h.Seats) - 1
		} else if seat > w.raised.Seat {
			seat--
		}
	}
	return tournament.Decision{Seat: seat, Jammed: jammed}
}

// Open adds the raise that came before a spot to its table, whose blinds may be in another unit.
func (s *Spot) Open(t *tournament.Table) {
	if s.Raise != nil {
		o := s.Raise.Opening
		o.To = o.To * t.BigBlind / s.Table.BigBlind
		t.Open(&o)
	}
}

// words are what feltlab jamfold ask takes as the raise.
func (r *Raise) words(t *tournament.Table) string {
	bet := strconv.FormatFloat(float64(r.To)/float64(t.BigBlind), 'g', 6, 64)
	return fmt.Sprintf("%s %sbb %s", tournament.TableSeats(len(t.Stacks))[r.Seat], bet, r.text)
}
