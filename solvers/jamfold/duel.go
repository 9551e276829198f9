package jamfold

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// duelKernel is the kernel of heads-up states. Each call is one pass over 169 x 169 pairs of
// hands.
type duelKernel struct {
	duels   *stochastic.Duels
	payoffs tournament.Payoffs
}

func (d *duelKernel) load(payoffs *tournament.Payoffs, _ *stochastic.Strategy) { d.payoffs = *payoffs }

func (d *duelKernel) mix(*stochastic.Strategy, *response, float64) {}

func (d *duelKernel) shift(_, _ *stochastic.Strategy) {}

func (d *duelKernel) advantages(x *stochastic.Strategy, to *advantages) {
	*to = advantages{}
	jams, calls := &x[tournament.SmallBlindAfterFold], &x[tournament.BigBlindAfterFoldJam]
	showdown, steal, walk := &d.payoffs[tournament.FoldJamJam], &d.payoffs[tournament.FoldJamFold][0], &d.payoffs[tournament.FoldFold][0]
	small, big := &to[tournament.SmallBlindAfterFold], &to[tournament.BigBlindAfterFoldJam]
	for a := range cards.NumClasses {
		for b := range cards.NumClasses {
			var all, smallCalled, bigCalled float64
			for k, p := range d.duels.Joint(cards.Class(a), cards.Class(b)) {
				all += p
				smallCalled += p * showdown[k][tournament.SmallBlind]
				bigCalled += p * showdown[k][tournament.BigBlind]
			}
			small[a] += calls[b]*smallCalled + all*((1-calls[b])*steal[tournament.SmallBlind]-walk[tournament.SmallBlind])
			big[b] += jams[a] * (bigCalled - all*steal[tournament.BigBlind])
		}
	}
}

func (d *duelKernel) ends(x *stochastic.Strategy) (e Ends) {
	jams, calls := &x[tournament.SmallBlindAfterFold], &x[tournament.BigBlindAfterFoldJam]
	for a := range cards.NumClasses {
		for b := range cards.NumClasses {
			for k, p := range d.duels.Joint(cards.Class(a), cards.Class(b)) {
				e[tournament.FoldJamJam][k] += p * jams[a] * calls[b]
				e[tournament.FoldJamFold][0] += p * jams[a] * (1 - calls[b])
				e[tournament.FoldFold][0] += p * (1 - jams[a])
			}
		}
	}
	return e
}
