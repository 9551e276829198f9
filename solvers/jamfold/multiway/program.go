package multiway

import (
	"context"
	"errors"
	"math"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/tournament"
	"feltlab/solvers/extensive"
	"feltlab/solvers/jamfold/stochastic"
)

// constantSum is how far, in the units of YesNo, the players' sums may differ between two ends: far more than rounding
// and too little for a hand to change its action.
const constantSum = 1e-9

// YesNo returns jam or fold of two players as the game of extensive.SolveYesNo: yes is a jam and a call. Its unit is
// what a jam that nobody calls wins over a fold: a hand gives the same numbers in chips, big blinds and dollars.
// Ok is false unless the payoffs have a constant sum. Last are the weights of the second player's hands; nil: 1.
func YesNo(
	pairs *stochastic.Pairs, payoffs *tournament.Payoffs, last *[cards.NumClasses]float64,
) (g *extensive.YesNo, ok bool) {
	const n, small, big = cards.NumClasses, 0, 1
	walk, steal, showdown := &payoffs[tournament.HeadsUpWalk][0], &payoffs[tournament.HeadsUpSteal][0],
		&payoffs[tournament.HeadsUpShowdown]
	unit := steal[small] - walk[small]
	if !(unit > 0) {
		return nil, false
	}
	var called [tournament.NumPairOrders]float64
	for k := range called {
		for _, end := range []*[tournament.NumSeats]float64{walk, &showdown[k]} {
			if math.Abs(end[small]+end[big]-steal[small]-steal[big]) > constantSum*unit {
				return nil, false
			}
		}
		called[k] = (showdown[k][small] - steal[small]) / unit
	}
	g = &extensive.YesNo{
		Alone: make([]float64, n), Both: game.NewMatrix(n, n),
		Priors: [2][]float64{make([]float64, n), make([]float64, n)},
	}
	for a := range n {
		for b := range n {
			all, both := 0.0, 0.0
			for k, p := range pairs.Joint(cards.Class(a), cards.Class(b)) {
				all += p
				both += p * called[k]
			}
			if last != nil {
				all, both = all*last[b], both*last[b]
			}
			g.Priors[0][a] += all
			g.Priors[1][b] += all
			g.Both.Set(a, b, both)
		}
		g.Alone[a] = g.Priors[0][a]
	}
	return g, true
}

// solve sets x to an equilibrium by a linear program and reports whether it did: not if the payoffs have no constant
// sum, and where rounding hides them from the program. The error is the context's.
func (d *headsUp) solve(ctx context.Context, x decisions) (bool, error) {
	g, ok := YesNo(d.pairs, &d.payoffs, d.last)
	if !ok {
		return false, nil
	}
	g.One = true
	s, err := extensive.SolveYesNo(ctx, g)
	if err != nil {
		if errors.Is(err, extensive.ErrYesNo) {
			err = nil
		}
		return false, err
	}
	copy(x[tournament.HeadsUpOpens][:], s.Yes[0])
	copy(x[tournament.HeadsUpCalls][:], s.Yes[1])
	return true, nil
}
