package jamfold

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// advantages hold, by situation and class, the value of a jam less that of a fold, times the
// probability that the class is dealt and play comes to the situation.
type advantages [tournament.NumSituations][cards.NumClasses]float64

// A kernel computes the sums of fictitious play, one state at a time. It is for one goroutine.
type kernel interface {
	// load begins a state with its payoffs and a strategy.
	load(payoffs *tournament.Payoffs, x *stochastic.Strategy)
	// mix mixes jams into the strategy with probability lambda; x is the result.
	mix(x *stochastic.Strategy, jams *response, lambda float64)
	// shift replaces the strategy before by x. It costs less than load if few classes changed.
	shift(x, before *stochastic.Strategy)
	// advantages fills the table for the present strategy.
	advantages(x *stochastic.Strategy, to *advantages)
	// ends returns the probability of each line and order under the present strategy.
	ends(x *stochastic.Strategy) Ends
}

// Ends holds the probability of each end of a hand: by line, and by the order of the hands (see
// tournament.Line.Ranks). They sum to 1.
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

// negligible is the probability of folding below which a player counts as never folding: the rounding of
// sums.
const negligible = 1e-12

// foldsSometimes reports whether the button's strategy ever folds.
func foldsSometimes(x *stochastic.Strategy) bool {
	return 1-x.Frequency(tournament.ButtonOpens) > negligible
}
