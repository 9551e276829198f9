package multiway

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// ErrIterations marks fictitious play that did not reach its epsilon.
var ErrIterations = errors.New("no equilibrium within the iterations allowed")

// decisions hold a number for each decision and class: the probability to jam, or the value of a jam less that of a
// fold, times the probability that the class is dealt and play comes to the decision.
type decisions [][cards.NumClasses]float64

type responses [][cards.NumClasses]bool

// sums compute the values of fictitious play. They serve one goroutine.
type sums interface {
	load(x decisions)
	// mix mixes jams into the strategies of free decisions with probability lambda; x is the result.
	mix(x decisions, jams responses, free []bool, lambda float64)
	// shift replaces the strategies before by x. It costs less than load if few classes changed.
	shift(x, before decisions)
	// advantages computes the values of a jam less those of a fold. Each part may be off by about slack.
	advantages(x, to decisions, slack float64)
}

type fictitiousPlay struct {
	Options
	sums    sums
	x       decisions
	free    []bool // whether a decision's player has a choice
	seats   int    // number of players
	changed bool   // whether the values are other ones than those for which the start was played

	table decisions
	jams  responses
	since [][cards.NumClasses]int // iteration of the last change in jams
}

// run plays until no seat gains more than epsilon by deviating. It returns the regrets of the last
// strategy by seat, and the number of responses that were mixed in.
func (p *fictitiousPlay) run(ctx context.Context) (regret []float64, iterations int, err error) {
	n := len(p.x)
	p.table, p.jams, p.since = make(decisions, n), make(responses, n), make([][cards.NumClasses]int, n)
	p.sums.load(p.x)
	target := p.Target
	if p.changed {
		target *= margin
	}
	slack := math.Inf(1)
	for ; ; iterations++ {
		p.sums.advantages(p.x, p.table, slack)
		regret = p.regret()
		if least := slackShare * target; slices.Max(regret) <= target && slack > least {
			p.sums.advantages(p.x, p.table, least)
			regret = p.regret()
		}
		slack = playShare * max(target, slices.Max(regret))
		if p.Progress != nil {
			p.Progress(iterations, p.Iterations)
		}
		if slices.Max(regret) <= target {
			if iterations > 0 {
				regret = p.purify(regret)
			}
			return regret, iterations, nil
		}
		if iterations == p.Iterations {
			return regret, iterations, fmt.Errorf("%w: regret %.3g after %d iterations",
				ErrIterations, slices.Max(regret), iterations)
		}
		if err := ctx.Err(); err != nil {
			return regret, iterations, err
		}
		target = p.Target * margin
		p.respond(iterations)
		p.step(2 / float64(iterations+1+p.Age+2))
		if powerOfTwo := iterations&(iterations-1) == 0; iterations >= firstForgetting && powerOfTwo {
			p.forget(iterations / 2)
		}
	}
}

const (
	// margin is the share of epsilon at which play stops once it has begun, so that small changes
	// of the payoffs do not start it again.
	margin     = 0.5
	nearlyPure = 0.1 // probability up to which the rare action of a hand is dropped
	// playShare is the part of the regret by which a part of the values may be off while play goes on, and slackShare
	// where play may stop.
	playShare, slackShare = 1, 0.1
)

// purify makes nearly pure hands pure if the regret stays within epsilon.
func (p *fictitiousPlay) purify(regret []float64) []float64 {
	mixed := slices.Clone(p.x)
	changed := false
	for s := range p.x {
		if !p.free[s] {
			continue
		}
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
	p.sums.shift(p.x, mixed)
	p.sums.advantages(p.x, p.table, slackShare*p.Target)
	if pure := p.regret(); slices.Max(pure) <= p.Target {
		return pure
	}
	pure := slices.Clone(p.x)
	copy(p.x, mixed)
	p.sums.shift(p.x, pure)
	return regret
}

// firstForgetting is the first iteration after which play forgets.
const firstForgetting = 8

// forget replaces the average by the response for all hands whose response has not changed since an
// iteration. That cannot bring a hand nearer to the other action, and it removes the mistakes of early
// iterations, which the average itself forgets only with the square of their number.
func (p *fictitiousPlay) forget(before int) {
	was := slices.Clone(p.x)
	for s := range p.x {
		for k, since := range p.since[s] {
			if since > before || !p.free[s] {
				continue
			}
			p.x[s][k] = 0
			if p.jams[s][k] {
				p.x[s][k] = 1
			}
		}
	}
	p.sums.shift(p.x, was)
}

func (p *fictitiousPlay) regret() []float64 {
	regret := make([]float64, p.seats)
	for s := range p.table {
		if !p.free[s] {
			continue
		}
		seat := tournament.DecisionOf(s).Seat
		for k, a := range p.table[s] {
			if a > 0 {
				regret[seat] += a * (1 - p.x[s][k])
			} else {
				regret[seat] -= a * p.x[s][k]
			}
		}
	}
	return regret
}

// respond sets jams to the best response. Where both actions have the same value (as where play never
// comes) or there is no choice, it keeps the present strategy.
func (p *fictitiousPlay) respond(iteration int) {
	for s := range p.table {
		for k, a := range p.table[s] {
			jam := p.x[s][k] >= 0.5
			if p.free[s] && a != 0 {
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
		if !p.free[s] {
			continue
		}
		for k, x := range p.x[s] {
			x *= 1 - lambda
			if p.jams[s][k] {
				x += lambda
			}
			p.x[s][k] = x
		}
	}
	p.sums.mix(p.x, p.jams, p.free, lambda)
}
