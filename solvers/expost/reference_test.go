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
	last    *[cards.NumClasses]float64                  // weights of the big blind's hands; nil: 1
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

// look returns what endingsOf does for one class of the player in a seat.
func (r *reference) look(x stochastic.Strategy, seat int, k cards.Class) (endings [tournament.NumNodes]Ending) {
	var hands [tournament.NumSeats]cards.Class
	hands[seat] = k
	left, right := (seat+1)%tournament.NumSeats, (seat+2)%tournament.NumSeats
	for b := range cards.Class(cards.NumClasses) {
		for c := range cards.Class(cards.NumClasses) {
			hands[left], hands[right] = b, c
			dealt, orders := r.orders(hands)
			for in := tournament.SeatSet(1); in < tournament.NumEnds; in++ {
				if in != tournament.FoldFold || seat != tournament.BigBlind {
					node := tournament.Node(seat, in&(1<<seat-1))
					r.addEnd(&endings[node], hands, in, othersPlay(x, seat, hands, in), dealt, &orders)
				}
			}
		}
	}
	return endings
}

// orders returns the probability of three classes, and with each order.
func (r *reference) orders(hands [tournament.NumSeats]cards.Class) (dealt float64,
	orders [tournament.NumOrders]float64) {
	counts := r.source.Orders(hands[0], hands[1], hands[2])
	dealt = float64(counts.Deals()) / r.deals
	if r.removal == tournament.RemovalNone {
		dealt = stochastic.Prior(hands[0]) * stochastic.Prior(hands[1]) * stochastic.Prior(hands[2])
	}
	if r.last != nil {
		dealt *= r.last[hands[tournament.BigBlind]]
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

// addEnd adds the ends with players in the pot.
func (r *reference) addEnd(to *Ending, hands [tournament.NumSeats]cards.Class, in tournament.SeatSet, chance,
	dealt float64, orders *[tournament.NumOrders]float64) {
	switch in.Len() {
	case 1:
		to[at[in]] += chance * dealt
	case 2:
		first, second := in.First(), (in & (in - 1)).First()
		if r.removal == tournament.RemovalExact {
			for o, p := range orders {
				to[at[in]+int(tournament.Order(o).Between(first, second))] += chance * p
			}
			return
		}
		for k, p := range r.duels[hands[first]][hands[second]] {
			to[at[in]+k] += chance * dealt * p
		}
	case 3:
		for o, p := range orders {
			to[at[in]+o] += chance * p
		}
	}
}

// othersPlay returns the probability that everybody but one seat acts so that these players are in the pot.
func othersPlay(x stochastic.Strategy, seat int, hands [tournament.NumSeats]cards.Class,
	in tournament.SeatSet) float64 {
	chance := 1.0
	for other := range tournament.NumSeats {
		if other == seat {
			continue
		}
		if jams := x[tournament.Node(other, in&(1<<other-1))][hands[other]]; in.Has(other) {
			chance *= jams
		} else {
			chance *= 1 - jams
		}
	}
	return chance
}
