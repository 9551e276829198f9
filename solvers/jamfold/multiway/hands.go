package multiway

import (
	"context"

	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Hands plays hands of two and three players, exactly: every card blocks. It serves one goroutine.
type Hands struct {
	three *threeHanded // nil without triples
	two   *headsUp
}

// NewHands returns a player of hands; triples may be nil for two players.
func NewHands(duels *stochastic.Pairs, trios *stochastic.Triples) *Hands {
	h := &Hands{two: &headsUp{pairs: duels}}
	if trios != nil {
		h.three = newThreeHanded(trios)
	}
	return h
}

// handSums are sums of which each end of the hand has a utility.
type handSums interface {
	sums
	value(payoffs *tournament.Payoffs)
	ends(x decisions) Ends
}

func (h *Hands) of(headsUp bool) handSums {
	if headsUp {
		return h.two
	}
	return h.three
}

// Play changes x until no seat gains more than the target by deviating. It returns the regrets by seat and the number
// of responses that it mixed in, 1 where a hand of two players is solved as a linear program (YesNo). Averaging 1/t is
// fictitious play as published, for two players too. The error is ErrIterations or that of the context.
func (h *Hands) Play(
	ctx context.Context, hand *tournament.Hand, payoffs *tournament.Payoffs, x *stochastic.Strategy, o Options,
) (regret [tournament.NumSeats]float64, iterations int, err error) {
	free := make([]bool, tournament.NumSituations)
	for s := range free {
		free[s] = hand.Choice(tournament.Situation(s)) == tournament.Free
	}
	return h.play(ctx, hand.Stacks[tournament.Button] == 0, free, payoffs, x, o)
}

func (h *Hands) play(
	ctx context.Context, headsUp bool, free []bool, payoffs *tournament.Payoffs, x *stochastic.Strategy, o Options,
) (regret [tournament.NumSeats]float64, iterations int, err error) {
	s := h.of(headsUp)
	s.value(payoffs)
	p := o.play(s, x[:], free, tournament.NumSeats)
	p.seat = func(s int) int { return int(tournament.Situation(s).Seat()) }
	switch {
	case !headsUp || o.Averaging != tournament.AverageLinear:
	case !free[tournament.SmallBlindAfterFold] || !free[tournament.BigBlindAfterFoldJam]:
		p.epsilon, p.age = 0, -1 // the first response to a player who is not free is the answer
	default:
		if solved, err := h.two.solve(ctx, x[:]); solved || err != nil {
			p.table = make(decisions, len(x))
			s.advantages(x[:], p.table, 0)
			copy(regret[:], p.regret())
			return regret, 1, err
		}
	}
	by, iterations, err := p.run(ctx)
	copy(regret[:], by)
	return regret, iterations, err
}

// Ends returns the probabilities of the ends of the hand that was played last, by the strategy to which it came.
func (h *Hands) Ends(hand *tournament.Hand, x *stochastic.Strategy) Ends {
	return h.of(hand.Stacks[tournament.Button] == 0).ends(x[:])
}
