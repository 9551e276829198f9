package expost

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

type results [tournament.NumPairOrders]float64

const (
	buttonSmall = iota
	buttonBig
	smallBig
	numShowdowns
)

var showdownSeats = [numShowdowns][2]tournament.Seat{
	buttonSmall: {tournament.Button, tournament.SmallBlind},
	buttonBig:   {tournament.Button, tournament.BigBlind},
	smallBig:    {tournament.SmallBlind, tournament.BigBlind},
}

// A tally is the probability of three hands by their order, and by the result of each two of them if the third folds.
type tally struct {
	orders  [tournament.NumOrders]float64
	results [numShowdowns]results
}

func (t *tally) sum() (total float64) {
	for _, p := range t.orders {
		total += p
	}
	return total
}

// against returns the probability that a player is dealt class k and another a hand that he jams, by the
// result of the two. First reports whether k's seat is the lower one.
func against(duels *stochastic.Pairs, k cards.Class, first bool, jams *[cards.NumClasses]float64) (r results) {
	for other, x := range jams {
		if x == 0 {
			continue
		}
		hands := [2]cards.Class{k, cards.Class(other)}
		if !first {
			hands[0], hands[1] = hands[1], hands[0]
		}
		for n, p := range duels.Joint(hands[0], hands[1]) {
			r[n] += x * p
		}
	}
	return r
}

// A jamSum is the rows of stochastic.Triples (see stochastic.Triples.Slice) with the first hand summed out, weighted by
// the probability that its player jams it.
type jamSum struct {
	trios *stochastic.Triples
	seat  tournament.Seat
	rows  []float64
}

// sumJams sums out a player's hands: those he jams, or all less those he folds, whichever are fewer.
func sumJams(trios *stochastic.Triples, seat tournament.Seat, jams *[cards.NumClasses]float64) *jamSum {
	j := &jamSum{trios: trios, seat: seat, rows: make([]float64, stochastic.NumClassPairs*trios.Columns())}
	jammed, folded := 0, 0
	for _, x := range jams {
		if x != 0 {
			jammed++
		}
		if x != 1 {
			folded++
		}
	}
	base := 0.0
	if folded < jammed {
		base = 1
		copy(j.rows, trios.All())
	}
	for k, x := range jams {
		if x == base {
			continue
		}
		slice := trios.Slice(cards.Class(k))[:len(j.rows)]
		for i, n := range slice {
			j.rows[i] += (x - base) * float64(n)
		}
	}
	return j
}

// and returns, by the class of the third player, the probability that he is dealt it and that both the
// player of the jamSum and another, in the given seat, are dealt hands that they jam.
func (j *jamSum) and(seat tournament.Seat, jams *[cards.NumClasses]float64) []tally {
	third := tournament.Button + tournament.SmallBlind + tournament.BigBlind - j.seat - seat
	n := j.trios.Columns()
	var second, last [cards.NumClasses]row // sums of rows with the third player's hand second, and last
	rows := j.rows
	for c := range cards.NumClasses {
		for b := range c + 1 {
			if x := jams[c]; x != 0 {
				addRow(&second[b], rows[:n], x)
			}
			if x := jams[b]; x != 0 && b != c {
				addRow(&last[c], rows[:n], x)
			}
			rows = rows[n:]
		}
	}
	tallies := make([]tally, cards.NumClasses)
	for k := range tallies {
		tallies[k].add(j.trios, second[k], [tournament.NumSeats]tournament.Seat{j.seat, third, seat})
		tallies[k].add(j.trios, last[k], [tournament.NumSeats]tournament.Seat{j.seat, seat, third})
	}
	return tallies
}

// row is a row of stochastic.Triples, weighted.
type row [stochastic.MaxColumns]float64

func addRow(to *row, from []float64, x float64) {
	for i, n := range from {
		to[i] += x * n
	}
}

func (t *tally) add(trios *stochastic.Triples, sum row, seats [tournament.NumSeats]tournament.Seat) {
	deals := 0.0
	for o := range tournament.Order(tournament.NumOrders) {
		p := sum[o] / trios.Deals()
		deals += p
		var rank [tournament.NumSeats]int
		for i, r := range o.Ranks() {
			rank[seats[i]] = int(r)
		}
		t.orders[tournament.OrderOf(-rank[0], -rank[1], -rank[2])] += p
		if trios.Removal() == tournament.RemovalExact {
			for i, two := range showdownSeats {
				t.results[i][compare(rank[two[0]], rank[two[1]])] += p
			}
		}
	}
	if trios.Removal() == tournament.RemovalExact {
		return
	}
	for i := range seats {
		for j := i + 1; j < len(seats); j++ {
			wins, ties := sum[stochastic.Column(i, j)]/trios.Deals(), sum[stochastic.Column(i, j)+1]/trios.Deals()
			r := results{tournament.FirstWins: wins, tournament.SecondWins: deals - wins - ties, tournament.Tied: ties}
			first, second := seats[i], seats[j]
			if first > second {
				first, second = second, first
				r[tournament.FirstWins], r[tournament.SecondWins] = r[tournament.SecondWins], r[tournament.FirstWins]
			}
			to := &t.results[first+second-1] // the number of the two seats in duelists
			for n := range r {
				to[n] += r[n]
			}
		}
	}
}

func compare(first, second int) tournament.PairOrder {
	switch {
	case first < second:
		return tournament.FirstWins
	case first > second:
		return tournament.SecondWins
	}
	return tournament.Tied
}
