package expost

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// reference is the slow, obvious endings: it deals the other two players every two classes and plays every line.
type reference struct {
	source  stochastic.Rollout
	removal tournament.Removal
	deals   float64
	duels   [cards.NumClasses][cards.NumClasses]results // of two hands alone
}

func newReference(source stochastic.Rollout) *reference {
	r := &reference{source: source}
	total := 0.0
	eachThree(func(a, b, c cards.Class) {
		for o, n := range source.Orders(a, b, c) {
			r.duels[a][b][tournament.Order(o).Between(0, 1)] += float64(n)
			total += float64(n)
		}
	})
	for a := range r.duels {
		for b := range r.duels[a] {
			sum := r.duels[a][b].sum()
			for k := range r.duels[a][b] {
				r.duels[a][b][k] /= sum
			}
		}
	}
	r.deals = total
	return r
}

func eachThree(do func(a, b, c cards.Class)) {
	for a := range cards.Class(cards.NumClasses) {
		for b := range cards.Class(cards.NumClasses) {
			for c := range cards.Class(cards.NumClasses) {
				do(a, b, c)
			}
		}
	}
}

// look returns what EndingsOf does for one class of the player in a seat.
func (r *reference) look(x *stochastic.Strategy, seat tournament.Seat, k cards.Class) (endings [tournament.NumSituations]Ending) {
	var hands [tournament.NumSeats]cards.Class
	hands[seat] = k
	left, right := (seat+1)%tournament.NumSeats, (seat+2)%tournament.NumSeats
	for b := range cards.Class(cards.NumClasses) {
		for c := range cards.Class(cards.NumClasses) {
			hands[left], hands[right] = b, c
			dealt, orders := r.orders(hands)
			for s := range tournament.Situation(tournament.NumSituations) {
				if s.Seat() != seat {
					continue
				}
				for l := range tournament.Line(tournament.NumLines) {
					if l.In()&(1<<seat-1) != s.Jammed() || seat == tournament.BigBlind && l == tournament.FoldFold {
						continue
					}
					r.addLine(&endings[s], hands, l, othersPlay(x, seat, hands, l), dealt, &orders)
				}
			}
		}
	}
	return endings
}

// orders returns the probability of three classes, and with each order.
func (r *reference) orders(hands [tournament.NumSeats]cards.Class) (dealt float64, orders [tournament.NumOrders]float64) {
	counts := r.source.Orders(hands[0], hands[1], hands[2])
	dealt = float64(counts.Deals()) / r.deals
	if r.removal == tournament.RemovalNone {
		dealt = stochastic.Prior(hands[0]) * stochastic.Prior(hands[1]) * stochastic.Prior(hands[2])
	}
	if counts.Deals() == 0 {
		orders[tournament.NumOrders-1] = dealt
		return dealt, orders
	}
	for o, n := range counts {
		orders[o] = dealt * float64(n) / float64(counts.Deals())
	}
	return dealt, orders
}

// addLine adds the ends of a line.
func (r *reference) addLine(to *Ending, hands [tournament.NumSeats]cards.Class, l tournament.Line, chance, dealt float64, orders *[tournament.NumOrders]float64) {
	switch l.In().Len() {
	case 1:
		to[at[l]] += chance * dealt
	case 2:
		var two []tournament.Seat
		for seat := range tournament.Seat(tournament.NumSeats) {
			if l.In().Has(seat) {
				two = append(two, seat)
			}
		}
		if r.removal == tournament.RemovalExact {
			for o, p := range orders {
				to[at[l]+int(tournament.Order(o).Between(two[0], two[1]))] += chance * p
			}
			return
		}
		for k, p := range r.duels[hands[two[0]]][hands[two[1]]] {
			to[at[l]+k] += chance * dealt * p
		}
	case 3:
		for o, p := range orders {
			to[at[l]+o] += chance * p
		}
	}
}

// othersPlay returns the probability that everybody but one seat plays a line.
func othersPlay(x *stochastic.Strategy, seat tournament.Seat, hands [tournament.NumSeats]cards.Class, l tournament.Line) float64 {
	chance := 1.0
	for s := range tournament.Situation(tournament.NumSituations) {
		other := s.Seat()
		before := tournament.SeatSet(1<<other - 1)
		if other == seat || l.In()&before != s.Jammed() {
			continue
		}
		if jams := x[s][hands[other]]; l.In().Has(other) {
			chance *= jams
		} else {
			chance *= 1 - jams
		}
	}
	return chance
}
