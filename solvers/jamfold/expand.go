package jamfold

import (
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// column is one number for each column of a row of stochastic.Triples.
type column [stochastic.MaxColumns]float64

// plus returns c + x*d.
func (c column) plus(x float64, d *column) column {
	for i := range c {
		c[i] += x * d[i]
	}
	return c
}

// A sequence holds the seats of the first, second and third hand of a row.
type sequence [tournament.NumSeats]tournament.Seat

// placeOf returns the place of a seat in the sequence.
func (q sequence) placeOf(seat tournament.Seat) int {
	for i, s := range q {
		if s == seat {
			return i
		}
	}
	return -1
}

// expand turns a number for each order of a line (see tournament.Line.Ranks) into weights of the
// columns: a row times these weights is the sum over its deals of the number of their order.
func expand(exact bool, line tournament.Line, q sequence, byOrder func(k int) float64) (c column) {
	switch in := line.In(); in.Len() {
	case 1:
		for o := range tournament.NumOrders {
			c[o] = byOrder(0)
		}
	case 2:
		first, second := showdownSeats(in)
		i, j := q.placeOf(first), q.placeOf(second)
		if exact {
			for o := range tournament.Order(tournament.NumOrders) {
				c[o] = byOrder(int(o.Between(tournament.Seat(i), tournament.Seat(j))))
			}
			return c
		}
		wins, loses := byOrder(int(tournament.FirstWins)), byOrder(int(tournament.SecondWins))
		if i > j { // rows count the wins of the hand that comes first in them
			i, j, wins, loses = j, i, loses, wins
		}
		for o := range tournament.NumOrders {
			c[o] = loses
		}
		c[stochastic.Column(i, j)] = wins - loses
		c[stochastic.Column(i, j)+1] = byOrder(int(tournament.Tied)) - loses
	case 3:
		for o := range tournament.Order(tournament.NumOrders) {
			var strengths [tournament.NumSeats]int
			for place, rank := range o.Ranks() {
				strengths[q[place]] = -int(rank)
			}
			c[o] = byOrder(int(tournament.OrderOf(strengths[0], strengths[1], strengths[2])))
		}
	}
	return c
}

// showdownSeats returns the two seats of a set.
func showdownSeats(in tournament.SeatSet) (first, second tournament.Seat) {
	switch {
	case !in.Has(tournament.Button):
		return tournament.SmallBlind, tournament.BigBlind
	case !in.Has(tournament.SmallBlind):
		return tournament.Button, tournament.BigBlind
	}
	return tournament.Button, tournament.SmallBlind
}
