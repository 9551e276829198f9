package multiway

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// headsUp holds the sums of hands of two players. Each call is one pass over 169 x 169 pairs of hands.
type headsUp struct {
	pairs   *stochastic.Pairs
	payoffs tournament.Payoffs
}

func (d *headsUp) value(payoffs *tournament.Payoffs) { d.payoffs = *payoffs }

func (d *headsUp) load(decisions)                            {}
func (d *headsUp) mix(decisions, responses, []bool, float64) {}
func (d *headsUp) shift(_, _ decisions)                      {}

func (d *headsUp) advantages(x, to decisions, _ float64) {
	clear(to)
	jams, calls := &x[tournament.SmallBlindAfterFold], &x[tournament.BigBlindAfterFoldJam]
	showdown := &d.payoffs[tournament.FoldJamJam]
	steal, walk := &d.payoffs[tournament.FoldJamFold][0], &d.payoffs[tournament.FoldFold][0]
	small, big := &to[tournament.SmallBlindAfterFold], &to[tournament.BigBlindAfterFoldJam]
	for a := range cards.NumClasses {
		for b := range cards.NumClasses {
			var all, smallCalled, bigCalled float64
			for k, p := range d.pairs.Joint(cards.Class(a), cards.Class(b)) {
				all += p
				smallCalled += p * showdown[k][tournament.SmallBlind]
				bigCalled += p * showdown[k][tournament.BigBlind]
			}
			folded := (1-calls[b])*steal[tournament.SmallBlind] - walk[tournament.SmallBlind]
			small[a] += calls[b]*smallCalled + all*folded
			big[b] += jams[a] * (bigCalled - all*steal[tournament.BigBlind])
		}
	}
}

func (d *headsUp) ends(x decisions) (e Ends) {
	jams, calls := &x[tournament.SmallBlindAfterFold], &x[tournament.BigBlindAfterFoldJam]
	for a := range cards.NumClasses {
		for b := range cards.NumClasses {
			for k, p := range d.pairs.Joint(cards.Class(a), cards.Class(b)) {
				e[tournament.FoldJamJam][k] += p * jams[a] * calls[b]
				e[tournament.FoldJamFold][0] += p * jams[a] * (1 - calls[b])
				e[tournament.FoldFold][0] += p * (1 - jams[a])
			}
		}
	}
	return e
}
