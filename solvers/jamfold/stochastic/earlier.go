package stochastic

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// ErrUnreached marks a decision to which play cannot come.
var ErrUnreached = errors.New("play cannot come to the decision")

// Earlier deals the hands of the seats that act before a decision, given how they act. Seats that act so with all
// hands get random cards, as the seats behind do.
type Earlier struct {
	places [tournament.MaxTable]int // by seat: where in the deck its hand is, cards 2p and 2p+1
	from   [][]cards.Combo          // hands of the seats at the first places
	keep   [][cards.NumClasses]float64
}

// Hand returns the cards of a seat.
func (e *Earlier) Hand(seat int, deck *[cards.NumCards]cards.Card) (a, b cards.Card) {
	place := 2 * e.places[seat]
	return deck[place], deck[place+1]
}

// Earlier returns a dealer for the seats of a table that act before a decision, and for the seat that opened. The error
// is ErrUnreached.
func (x Strategy) Earlier(t *tournament.Table, d tournament.Decision) (*Earlier, error) {
	e := new(Earlier)
	var rest []int
	for seat := range tournament.MaxTable {
		keep, random := x.acts(d, seat)
		if t.Opened != nil && seat == len(t.Stacks)-1 {
			keep, random = partOfMost([cards.NumClasses]float64(t.Opened.Hands))
		}
		if random {
			rest = append(rest, seat)
			continue
		}
		var from []cards.Combo
		for k, p := range keep {
			if p > 0 {
				from = append(from, cards.Class(k).Combos()...)
			}
		}
		if len(from) == 0 {
			return nil, fmt.Errorf("%w: seat %d acts so with no hand", ErrUnreached, seat)
		}
		e.places[seat] = len(e.from)
		e.from, e.keep = append(e.from, from), append(e.keep, keep)
	}
	for i, seat := range rest {
		e.places[seat] = len(e.from) + i
	}
	const tries = 1 << 20 // nine random hands have no card twice once in 60 tries
	for rng, i := rand.NewPCG(0, 0), 0; i < tries; i++ {
		if _, ok := e.try(rng); ok {
			return e, nil
		}
	}
	return nil, fmt.Errorf("%w: the hands of the seats before have cards in common", ErrUnreached)
}

// acts returns with which probability, as a part of the largest, a seat acts on the way to a decision by class. Random
// reports whether that is the same for all.
func (x Strategy) acts(d tournament.Decision, seat int) (keep [cards.NumClasses]float64, random bool) {
	if seat >= d.Seat {
		return keep, true
	}
	at, jams := d.Before(seat)
	keep = x[at.Node()]
	if !jams {
		for k, p := range keep {
			keep[k] = 1 - p
		}
	}
	return partOfMost(keep)
}

// partOfMost returns probabilities as parts of the largest, and whether all are the same.
func partOfMost(keep [cards.NumClasses]float64) (parts [cards.NumClasses]float64, same bool) {
	most := slices.Max(keep[:])
	if most > 0 && slices.Min(keep[:]) == most {
		return keep, true
	}
	for k := range keep {
		if most > 0 {
			keep[k] /= most
		}
	}
	return keep, false
}

// Holders returns the seats of n whose hands matter from a decision on, in order: all but those that folded before
// whatever they held.
func (x Strategy) Holders(d tournament.Decision, n int) (seats []int) {
	for seat := range n {
		_, random := x.acts(d, seat)
		if seat >= d.Seat || d.Jammed.Has(seat) || !random {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Deal moves the hands of the first places to the front of a deck, and returns the number of their cards. They have the
// distribution of all cards given the actions.
func (e *Earlier) Deal(rng *rand.PCG, deck *[cards.NumCards]cards.Card) (dealt int) {
	hands, ok := e.try(rng)
	for !ok {
		hands, ok = e.try(rng)
	}
	for i, hand := range hands[:len(e.from)] {
		first, second := hand.Cards()
		for place, c := range [2]cards.Card{first, second} {
			place += 2 * i
			j := place + slices.Index(deck[place:], c)
			deck[place], deck[j] = deck[j], deck[place]
		}
	}
	return 2 * len(e.from)
}

// try draws each hand from its own distribution, and reports whether no card comes twice.
func (e *Earlier) try(rng *rand.PCG) (hands [tournament.MaxTable]cards.Combo, ok bool) {
	var used cards.Set
	for i, from := range e.from {
		for {
			at, _ := bits.Mul64(rng.Uint64(), uint64(len(from)))
			hands[i] = from[at]
			if p := e.keep[i][hands[i].Class()]; p == 1 || float64(rng.Uint64()>>11) < p*(1<<53) {
				break
			}
		}
		if used&hands[i].Set() != 0 {
			return hands, false
		}
		used |= hands[i].Set()
	}
	return hands, true
}
