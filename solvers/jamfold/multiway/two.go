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
	last    *values // weights of the big blind's hands; nil: 1
}

func (d *headsUp) value(payoffs *tournament.Payoffs) { d.payoffs = *payoffs }

func (d *headsUp) load(decisions)                            {}
func (d *headsUp) mix(decisions, responses, []bool, float64) {}
func (d *headsUp) shift(_, _ decisions)                      {}

func (d *headsUp) advantages(x, to decisions, _ float64) {
	clear(to)
	jams, calls := &x[tournament.HeadsUpOpens], &x[tournament.HeadsUpCalls]
	showdown := &d.payoffs[tournament.HeadsUpShowdown]
	steal, walk := &d.payoffs[tournament.HeadsUpSteal][0], &d.payoffs[tournament.HeadsUpWalk][0]
	small, big := &to[tournament.HeadsUpOpens], &to[tournament.HeadsUpCalls]
	for a := range cards.NumClasses {
		for b := range cards.NumClasses {
			var all, smallCalled, bigCalled float64
			for k, p := range d.pairs.Joint(cards.Class(a), cards.Class(b)) {
				all += p
				smallCalled += p * showdown[k][0]
				bigCalled += p * showdown[k][1]
			}
			if d.last != nil {
				w := d.last[b]
				all, smallCalled, bigCalled = w*all, w*smallCalled, w*bigCalled
			}
			folded := (1-calls[b])*steal[0] - walk[0]
			small[a] += calls[b]*smallCalled + all*folded
			big[b] += jams[a] * (bigCalled - all*steal[1])
		}
	}
}

func (d *headsUp) ends(x decisions) (e Ends) {
	jams, calls := &x[tournament.HeadsUpOpens], &x[tournament.HeadsUpCalls]
	for a := range cards.NumClasses {
		for b := range cards.NumClasses {
			for k, p := range d.pairs.Joint(cards.Class(a), cards.Class(b)) {
				e[tournament.HeadsUpShowdown][k] += p * jams[a] * calls[b]
				e[tournament.HeadsUpSteal][0] += p * jams[a] * (1 - calls[b])
				e[tournament.HeadsUpWalk][0] += p * (1 - jams[a])
			}
		}
	}
	return e
}
