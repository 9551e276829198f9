package jamfold

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// advantages say, by situation and class, how much more a jam is worth than a fold, times the
// probability that the class is dealt and play comes to the situation.
type advantages [tournament.NumSituations][cards.NumClasses]float64

// A kernel computes what fictitious play needs at one state at a time. It is for one goroutine.
type kernel interface {
	// load goes to a state, with its payoffs and a strategy.
	load(payoffs *tournament.Payoffs, x *stochastic.Strategy)
	// mix moves the strategy: to jams with probability lambda.
	mix(x *stochastic.Strategy, jams *response, lambda float64)
	// shift moves the strategy to x from what it was before. It costs less than load if few
	// classes changed.
	shift(x, before *stochastic.Strategy)
	// advantages fills the table for the present strategy.
	advantages(x *stochastic.Strategy, to *advantages)
	// ends returns the probability of each line and order under the present strategy.
	ends(x *stochastic.Strategy) Ends
}

// Ends holds the probabilities of how a hand ends: by line, and by the order of the hands
// (see tournament.Line.Ranks). They sum to 1.
type Ends [tournament.NumLines][tournament.NumOrders]float64

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

// response is a pure strategy.
type response [tournament.NumSituations][cards.NumClasses]bool

// never is the probability below which a player is taken never to fold: what is left of it is
// the rounding of sums.
const never = 1e-12

// foldsSometimes says whether the button's strategy folds at all.
func foldsSometimes(x *stochastic.Strategy) bool {
	return 1-x.Frequency(tournament.ButtonOpens) > never
}
