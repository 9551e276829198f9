package jamfold

import (
	"context"
	"fmt"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

type fictitiousPlay struct {
	hand        *tournament.Hand
	accumulator accumulator
	payoffs     *tournament.Payoffs
	x           *stochastic.Strategy
	averaging   tournament.Averaging
	epsilon     float64
	limit       int // iterations
	age         int // number of iterations for which the start counts

	table advantages
	jams  response
	since [tournament.NumSituations][cards.NumClasses]int // iteration of the last change in jams
}

// run plays until no seat gains more than epsilon by deviating. It returns the regrets of the last
// strategy by seat, and the number of responses that were mixed in.
func (p *fictitiousPlay) run(ctx context.Context) (regret [tournament.NumSeats]float64, iterations int, err error) {
	p.accumulator.load(p.payoffs, p.x)
	target := p.epsilon
	for ; ; iterations++ {
		p.accumulator.advantages(p.x, &p.table)
		regret = p.regret()
		if largest(regret) <= target {
			if iterations > 0 && p.averaging == tournament.AverageLinear {
				regret = p.purify(regret)
			}
			return regret, iterations, nil
		}
		if iterations == p.limit {
			return regret, iterations, fmt.Errorf("%w: regret %.3g after %d iterations at %v",
				ErrIterations, largest(regret), iterations, p.hand.Stacks)
		}
		if err := ctx.Err(); err != nil {
			return regret, iterations, err
		}
		if p.averaging == tournament.AverageLinear {
			target = p.epsilon * margin
		}
		p.respond(iterations)
		p.step(p.lambda(iterations + 1))
		powerOfTwo := iterations&(iterations-1) == 0
		if p.averaging == tournament.AverageLinear && iterations >= firstForgetting && powerOfTwo {
			p.forget(iterations / 2)
		}
	}
}

const (
	// margin is the share of epsilon at which play stops once it has begun, so that small changes
	// of the payoffs do not start it again.
	margin     = 0.5
	nearlyPure = 0.1 // probability up to which the rare action of a hand is dropped
)

// purify makes nearly pure hands pure if the regret stays within epsilon.
func (p *fictitiousPlay) purify(regret [tournament.NumSeats]float64) [tournament.NumSeats]float64 {
	mixed := *p.x
	changed := false
	for s := range p.x {
		for k, x := range p.x[s] {
			if x != 0 && x <= nearlyPure {
				p.x[s][k], changed = 0, true
			}
			if x != 1 && x >= 1-nearlyPure {
				p.x[s][k], changed = 1, true
			}
		}
	}
	if !changed {
		return regret
	}
	p.accumulator.shift(p.x, &mixed)
	p.accumulator.advantages(p.x, &p.table)
	if pure := p.regret(); largest(pure) <= p.epsilon {
		return pure
	}
	pure := *p.x
	*p.x = mixed
	p.accumulator.shift(p.x, &pure)
	return regret
}

// firstForgetting is the first iteration after which play forgets.
const firstForgetting = 8

// forget replaces the average by the response for all hands whose response has not changed since an
// iteration. That cannot bring a hand nearer to the other action, and it removes the mistakes of early
// iterations, which the average itself forgets only with the square of their number.
func (p *fictitiousPlay) forget(before int) {
	was := *p.x
	for s := range p.x {
		for k, since := range p.since[s] {
			if since > before {
				continue
			}
			p.x[s][k] = 0
			if p.jams[s][k] {
				p.x[s][k] = 1
			}
		}
	}
	p.accumulator.shift(p.x, &was)
}

func (p *fictitiousPlay) lambda(t int) float64 {
	t += p.age
	if p.averaging == tournament.AverageUniform {
		return 1 / float64(t+1) // the start is the response of iteration 1
	}
	return 2 / float64(t+2)
}

func (p *fictitiousPlay) regret() (regret [tournament.NumSeats]float64) {
	for s := range p.table {
		situation := tournament.Situation(s)
		if p.hand.Choice(situation) != tournament.Free {
			continue
		}
		for k, a := range p.table[s] {
			if a > 0 {
				regret[situation.Seat()] += a * (1 - p.x[s][k])
			} else {
				regret[situation.Seat()] -= a * p.x[s][k]
			}
		}
	}
	return regret
}

// respond sets jams to the best response. Where both actions have the same value (as where play never
// comes) or there is no choice, it keeps the present strategy.
func (p *fictitiousPlay) respond(iteration int) {
	for s := range p.table {
		free := p.hand.Choice(tournament.Situation(s)) == tournament.Free
		for k, a := range p.table[s] {
			jam := p.x[s][k] >= 0.5
			if free && a != 0 {
				jam = a > 0
			}
			if jam != p.jams[s][k] {
				p.jams[s][k], p.since[s][k] = jam, iteration
			}
		}
	}
}

func (p *fictitiousPlay) step(lambda float64) {
	for s := range p.x {
		for k, x := range p.x[s] {
			x *= 1 - lambda
			if p.jams[s][k] {
				x += lambda
			}
			p.x[s][k] = x
		}
	}
	p.accumulator.mix(p.x, &p.jams, lambda)
}

func largest(regret [tournament.NumSeats]float64) float64 {
	return max(regret[0], regret[1], regret[2])
}

type column [stochastic.MaxColumns]float64

// A sequence holds the seats of the first, second and third hand of a row.
type sequence [tournament.NumSeats]tournament.Seat

func expand(exact bool, line tournament.Line, q sequence, byOrder func(k int) float64) (c column) {
	switch in := line.In(); in.Len() {
	case 1:
		for o := range tournament.NumOrders {
			c[o] = byOrder(0)
		}
	case 2:
		first, second := showdownSeats(in)
		i, j := slices.Index(q[:], first), slices.Index(q[:], second)
		if exact {
			for o := range tournament.Order(tournament.NumOrders) {
				c[o] = byOrder(int(o.Between(tournament.Seat(i), tournament.Seat(j))))
			}
			return c
		}
		wins, loses := byOrder(int(tournament.FirstWins)), byOrder(int(tournament.SecondWins))
		if i > j { // rows count the wins of the hand that comes first in them
			i, j, wins, loses = j, i, loses, wins
		}
		for o := range tournament.NumOrders {
			c[o] = loses
		}
		c[stochastic.Column(i, j)] = wins - loses
		c[stochastic.Column(i, j)+1] = byOrder(int(tournament.Tied)) - loses
	case 3:
		for o := range tournament.Order(tournament.NumOrders) {
			var strengths [tournament.NumSeats]int
			for place, rank := range o.Ranks() {
				strengths[q[place]] = -int(rank)
			}
			c[o] = byOrder(int(tournament.OrderOf(strengths[0], strengths[1], strengths[2])))
		}
	}
	return c
}

func showdownSeats(in tournament.SeatSet) (first, second tournament.Seat) {
	switch {
	case !in.Has(tournament.Button):
		return tournament.SmallBlind, tournament.BigBlind
	case !in.Has(tournament.SmallBlind):
		return tournament.Button, tournament.BigBlind
	}
	return tournament.Button, tournament.SmallBlind
}
