package multiway

import (
	"context"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Hands plays hands of two and three players, exactly: every card blocks. It serves one goroutine.
type Hands struct {
	three *threeHanded // nil without triples
	two   *headsUp
}

// NewHands returns a player of hands; triples may be nil for two players. Each deal counts by a weight of the last
// seat's hand, unless the weights are nil; then the ends of hands are not counted.
func NewHands(duels *stochastic.Pairs, trios *stochastic.Triples, last *[cards.NumClasses]float64) *Hands {
	h := &Hands{two: &headsUp{pairs: duels, last: last}}
	if trios != nil {
		h.three = newThreeHanded(trios, last)
	}
	return h
}

// handSums are sums of which each end of the hand has a utility.
type handSums interface {
	sums
	value(payoffs *tournament.Payoffs)
	ends(x decisions) Ends
}

func (h *Hands) of(x stochastic.Strategy) handSums {
	if len(x) < tournament.NumNodes {
		return h.two
	}
	return h.three
}

// Play changes x at decisions that are free until no seat gains more than the target by deviating. It returns the
// regrets by seat and the number of responses that it mixed in, 1 where a hand of two players is solved as a linear
// program (YesNo). The error is ErrIterations or the context's.
func (h *Hands) Play(
	ctx context.Context, free []bool, payoffs *tournament.Payoffs, x stochastic.Strategy, o Options,
) (regret [tournament.NumSeats]float64, iterations int, err error) {
	s, own := h.of(x), decisions(x)
	s.value(payoffs)
	p := &fictitiousPlay{Options: o, sums: s, x: own, free: free, seats: tournament.NumSeats}
	switch {
	case s != handSums(h.two):
	case !free[tournament.HeadsUpOpens] || !free[tournament.HeadsUpCalls]:
		p.Target, p.Age = 0, -1 // the first response to a player who is not free is the answer
	default:
		if solved, err := h.two.solve(ctx, own); solved || err != nil {
			p.table = make(decisions, len(x))
			s.advantages(own, p.table, 0)
			copy(regret[:], p.regret())
			return regret, 1, err
		}
	}
	by, iterations, err := p.run(ctx)
	copy(regret[:], by)
	return regret, iterations, err
}

// Ends returns the probabilities of the ends of the hand that was played last, by the strategy to which it came.
func (h *Hands) Ends(x stochastic.Strategy) Ends { return h.of(x).ends(decisions(x)) }
