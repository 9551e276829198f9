package multiway

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// ends sums the rows of the button's jams, for each line by the probability that the blinds play it.
// Lines in which the button folds are the sum over all its hands less the sum over its jams.
func (t *threeHanded) ends(x decisions) (e Ends) {
	t.addPairEnds(x, &e)
	small, big := tournament.SmallBlind, tournament.BigBlind
	for l, sums := range t.sumRows(x) {
		line := tournament.SeatSet(l) // players in the pot
		sign := 1.0
		if !line.Has(tournament.Button) {
			sign = -1
		}
		for side, q := range [2]sequence{{tournament.Button, small, big}, {tournament.Button, big, small}} {
			for k := range line.NumOrders() {
				share := expand(t.exact, line, q, func(order int) float64 {
					if order == k {
						return sign / t.triples.Deals()
					}
					return 0
				})
				for n, s := range sums[side] {
					e[line][k] += s * share[n]
				}
			}
		}
	}
	return e
}

// sumRows sums the rows of the button's jams weighted by the blinds' play, by line: the rows in which
// the small blind's hand is the second, and the rows in which it is the third.
func (t *threeHanded) sumRows(x decisions) (sums [tournament.NumEnds][2]column) {
	n := t.triples.Columns()
	rows := t.marginals[opens].mixed
	for c := range cards.NumClasses {
		for b := range c + 1 {
			row := rows[:n]
			rows = rows[n:]
			addRow(&sums, 0, row, blindsPlay(x, b, c))
			if b != c {
				addRow(&sums, 1, row, blindsPlay(x, c, b))
			}
		}
	}
	return sums
}

func addRow(sums *[tournament.NumEnds][2]column, side int, row []float64, chances [tournament.NumEnds]float64) {
	for l, chance := range chances {
		if chance != 0 {
			to := sums[l][side][:len(row)]
			for i, m := range row {
				to[i] += chance * m
			}
		}
	}
}

// blindsPlay returns the probability that the blinds, with the given classes, play each line, given
// the button's action in it.
func blindsPlay(x decisions, small, big int) [tournament.NumEnds]float64 {
	over, re := x[tournament.SmallBlindAfterJam][small], x[tournament.SmallBlindAfterFold][small]
	calls, callsSmall := x[tournament.BigBlindAfterJamFold][big], x[tournament.BigBlindAfterFoldJam][big]
	callsBoth := x[tournament.BigBlindAfterJamJam][big]
	return [tournament.NumEnds]float64{
		tournament.FoldFold:    1 - re,
		tournament.FoldJamFold: re * (1 - callsSmall),
		tournament.FoldJamJam:  re * callsSmall,
		tournament.JamFoldFold: (1 - over) * (1 - calls),
		tournament.JamFoldJam:  (1 - over) * calls,
		tournament.JamJamFold:  over * (1 - callsBoth),
		tournament.JamJamJam:   over * callsBoth,
	}
}

// addPairEnds adds the lines in which the button folds, as if it always did.
func (t *threeHanded) addPairEnds(x decisions, e *Ends) {
	for small := range cards.NumClasses {
		for big := range cards.NumClasses {
			play := blindsPlay(x, small, big)
			for k, p := range t.triples.Joint(cards.Class(small), cards.Class(big)) {
				e[tournament.FoldFold][0] += p * play[tournament.FoldFold]
				e[tournament.FoldJamFold][0] += p * play[tournament.FoldJamFold]
				e[tournament.FoldJamJam][k] += p * play[tournament.FoldJamJam]
			}
		}
	}
}

// Ends holds the probability of each end of a hand: by line, and by the order of the hands (see
// tournament.SeatSet.Ranks). They sum to 1.
type Ends [tournament.NumEnds][tournament.NumOrders]float64

// Values returns the expected utility of each seat.
func (e *Ends) Values(payoffs *tournament.Payoffs) (values [tournament.NumSeats]float64) {
	for l := range e {
		for k, p := range e[l] {
			for seat, u := range payoffs[l][k] {
				values[seat] += p * u
			}
		}
	}
	return values
}
