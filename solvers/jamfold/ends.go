package jamfold

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// ends sums the rows of the button's jams, for each line by the probability that the blinds
// play it. Lines in which he folds are what all his hands give less what his jams give.
func (t *trioKernel) ends(x *stochastic.Strategy) (e Ends) {
	t.addDuelEnds(x, &e)
	small, big := tournament.SmallBlind, tournament.BigBlind
	for l, sums := range t.sumRows(x) {
		line := tournament.Line(l)
		sign := 1.0
		if !line.In().Has(tournament.Button) {
			sign = -1
		}
		for side, q := range [2]sequence{{tournament.Button, small, big}, {tournament.Button, big, small}} {
			for k := range line.NumOrders() {
				share := expand(t.exact, line, q, func(order int) float64 {
					if order == k {
						return sign / t.trios.Deals()
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

// sumRows sums the rows of the button's jams weighted by how the blinds play, by line: those
// in which the small blind's hand is the second, and those in which it is the third.
func (t *trioKernel) sumRows(x *stochastic.Strategy) (sums [tournament.NumLines][2]column) {
	n := t.trios.Columns()
	rows := t.blends[opens].mixed
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

func addRow(sums *[tournament.NumLines][2]column, side int, row []float64, chances [tournament.NumLines]float64) {
	for l, chance := range chances {
		if chance != 0 {
			to := sums[l][side][:len(row)]
			for i, m := range row {
				to[i] += chance * m
			}
		}
	}
}

// blindsPlay returns the probability that the blinds, with the given classes, play a line, if
// the button plays it.
func blindsPlay(x *stochastic.Strategy, small, big int) [tournament.NumLines]float64 {
	over, re := x[tournament.SmallBlindAfterJam][small], x[tournament.SmallBlindAfterFold][small]
	calls, callsSmall, callsBoth := x[tournament.BigBlindAfterJamFold][big], x[tournament.BigBlindAfterFoldJam][big], x[tournament.BigBlindAfterJamJam][big]
	return [tournament.NumLines]float64{
		tournament.FoldFold:    1 - re,
		tournament.FoldJamFold: re * (1 - callsSmall),
		tournament.FoldJamJam:  re * callsSmall,
		tournament.JamFoldFold: (1 - over) * (1 - calls),
		tournament.JamFoldJam:  (1 - over) * calls,
		tournament.JamJamFold:  over * (1 - callsBoth),
		tournament.JamJamJam:   over * callsBoth,
	}
}

// addDuelEnds adds the lines in which the button folds, as if he always did.
func (t *trioKernel) addDuelEnds(x *stochastic.Strategy, e *Ends) {
	for small := range cards.NumClasses {
		for big := range cards.NumClasses {
			play := blindsPlay(x, small, big)
			for k, p := range t.trios.Joint(cards.Class(small), cards.Class(big)) {
				e[tournament.FoldFold][0] += p * play[tournament.FoldFold]
				e[tournament.FoldJamFold][0] += p * play[tournament.FoldJamFold]
				e[tournament.FoldJamJam][k] += p * play[tournament.FoldJamJam]
			}
		}
	}
}
