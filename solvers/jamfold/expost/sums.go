package expost

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/game"
)

// results holds a number for each result of two hands, the first that of the lower seat.
type results [tournament.NumPairOrders]float64

// The two players of a showdown.
const (
	buttonSmall = iota
	buttonBig
	smallBig
	numDuels
)

var duelists = [numDuels][2]tournament.Seat{
	buttonSmall: {tournament.Button, tournament.SmallBlind},
	buttonBig:   {tournament.Button, tournament.BigBlind},
	smallBig:    {tournament.SmallBlind, tournament.BigBlind},
}

// A tally is the probability of three hands by their order, and by the result of each two of
// them if the third had folded.
type tally struct {
	orders  [tournament.NumOrders]float64
	results [numDuels]results
}

func (t *tally) sum() (total float64) {
	for _, p := range t.orders {
		total += p
	}
	return total
}

// against returns the probability that a player is dealt class k and another a hand that he
// jams, by the result of the two. First says whether k's seat is the lower one.
func against(duels *game.Duels, k cards.Class, first bool, jams *[cards.NumClasses]float64) (r results) {
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

// A dealt pair is two hands of two players: in which row they are, and with which probability
// both jam if the first player holds the row's second hand, and if he holds its third.
type dealtPair struct {
	row       int
	near, far float64
}

// bothJam returns, by the class of the third player, the probability that he is dealt it and
// that two others are dealt hands that they jam with probabilities x and y; p < q are their
// seats.
func bothJam(trios *game.Trios, p tournament.Seat, x *[cards.NumClasses]float64, q tournament.Seat, y *[cards.NumClasses]float64) []tally {
	var pairs []dealtPair
	for c := range cards.NumClasses {
		for b := range c + 1 {
			pair := dealtPair{row: game.PairIndex(cards.Class(b), cards.Class(c)), near: x[b] * y[c]}
			if b != c {
				pair.far = x[c] * y[b]
			}
			if pair.near != 0 || pair.far != 0 {
				pairs = append(pairs, pair)
			}
		}
	}
	third := tournament.Button + tournament.SmallBlind + tournament.BigBlind - p - q
	tallies := make([]tally, cards.NumClasses)
	for k := range tallies {
		near, far := sumRows(trios, cards.Class(k), pairs)
		tallies[k].add(trios, near, [tournament.NumSeats]tournament.Seat{third, p, q})
		tallies[k].add(trios, far, [tournament.NumSeats]tournament.Seat{third, q, p})
	}
	return tallies
}

// row is a row of game.Trios, weighted.
type row [game.MaxColumns]float64

// sumRows sums the rows of a class.
func sumRows(trios *game.Trios, k cards.Class, pairs []dealtPair) (near, far row) {
	n := trios.Columns()
	slice := trios.Slice(k)
	for _, pair := range pairs {
		counts := slice[pair.row*n:][:n]
		if pair.near != 0 {
			for i, count := range counts {
				near[i] += pair.near * float64(count)
			}
		}
		if pair.far != 0 {
			for i, count := range counts {
				far[i] += pair.far * float64(count)
			}
		}
	}
	return near, far
}

// add adds a sum of rows whose first, second and third hand are those of the given seats.
func (t *tally) add(trios *game.Trios, sum row, seats [tournament.NumSeats]tournament.Seat) {
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
			for i, two := range duelists {
				t.results[i][compare(rank[two[0]], rank[two[1]])] += p
			}
		}
	}
	if trios.Removal() == tournament.RemovalExact {
		return
	}
	for i := range seats {
		for j := i + 1; j < len(seats); j++ {
			wins, ties := sum[game.Column(i, j)]/trios.Deals(), sum[game.Column(i, j)+1]/trios.Deals()
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

// compare returns the result of two ranks, 0 the best.
func compare(first, second int) tournament.PairOrder {
	switch {
	case first < second:
		return tournament.FirstWins
	case first > second:
		return tournament.SecondWins
	}
	return tournament.Tied
}
