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
// what a jam that nobody calls wins over a fold, so that a hand gives the same numbers in chips, big blinds and dollars.
// Ok is false unless the payoffs have a constant sum.
func YesNo(pairs *stochastic.Pairs, payoffs *tournament.Payoffs) (g *extensive.YesNo, ok bool) {
	const n, small, big = cards.NumClasses, tournament.SmallBlind, tournament.BigBlind
	walk, steal, showdown := &payoffs[tournament.FoldFold][0], &payoffs[tournament.FoldJamFold][0],
		&payoffs[tournament.FoldJamJam]
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
			g.Priors[0][a] += all
			g.Priors[1][b] += all
			g.Both.Set(a, b, both)
		}
		g.Alone[a] = g.Priors[0][a]
	}
	return g, true
}

// solve sets x to an equilibrium and reports whether it did: by a linear program if the payoffs have a constant sum, by
// a best response if only one of the two players is free. It does not where rounding hides payoffs from the program.
// The error is that of the context.
func (d *headsUp) solve(ctx context.Context, free []bool, x decisions) (bool, error) {
	at := [2]tournament.Situation{tournament.SmallBlindAfterFold, tournament.BigBlindAfterFoldJam}
	if !free[at[0]] || !free[at[1]] {
		gains := make(decisions, len(x))
		d.advantages(x, gains, 0)
		for _, s := range at {
			for k, gain := range gains[s] {
				if free[s] && gain != 0 {
					x[s][k] = 0
					if gain > 0 {
						x[s][k] = 1
					}
				}
			}
		}
		return true, nil
	}
	g, ok := YesNo(d.pairs, &d.payoffs)
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
	copy(x[at[0]][:], s.Yes[0])
	copy(x[at[1]][:], s.Yes[1])
	return true, nil
}
