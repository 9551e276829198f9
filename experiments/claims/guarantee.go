package claims

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// The guarantee of jam or fold, as Miltersen and Sorensen have it: one player of their heads-up
// tournament may only jam and fold, the other may do anything. What can the first be sure of?
//
// Against a jam there is nothing but call and fold. An opponent in the small blind may also put in
// less; of such bets the call of the blind is the cheapest to give up, and if every one is answered
// alike no other is better. So the opponent folds, jams, or calls and then meets a jam. That
// makes a zero-sum game for every state, with what the next states guarantee as payoffs.
//
// The restricted player learns by regret matching against exact best responses, at all states in turn, with new values
// after each round. What counts is the end: his average strategies are fixed and the best response to them, through
// the whole tournament, gives the guarantee. It holds however far the learning was from its end.

type duel int

const (
	inSmallBlind duel = iota
	inBigBlind
)

// answer is a decision of the restricted player: to put all chips in or to fold, by class.
type answer struct {
	regret, sum [cards.NumClasses][2]float64 // fold, jam
}

func (x *answer) now() []float64     { return x.shares(&x.regret) }
func (x *answer) average() []float64 { return x.shares(&x.sum) }

func (*answer) shares(of *[cards.NumClasses][2]float64) []float64 {
	p := make([]float64, cards.NumClasses)
	for k, w := range of {
		p[k] = .5
		if total := w[0] + w[1]; total > 0 {
			p[k] = w[1] / total
		}
	}
	return p
}

// learn adds what jam and fold were worth against a best response; weight is that of the round.
func (x *answer) learn(p, jam, fold []float64, weight float64) {
	for k, share := range p {
		value := share*jam[k] + (1-share)*fold[k]
		x.regret[k][0] = max(0, x.regret[k][0]+fold[k]-value)
		x.regret[k][1] = max(0, x.regret[k][1]+jam[k]-value)
		x.sum[k][0] += weight * (1 - share)
		x.sum[k][1] += weight * share
	}
}

type pairTable [cards.NumClasses][cards.NumClasses]float64

// byColumn sums rows weighted by p: what each class of the opponent meets.
func (t *pairTable) byColumn(p []float64) []float64 {
	sums := make([]float64, cards.NumClasses)
	for k := range t {
		if p[k] != 0 {
			floats.AddScaled(sums, p[k], t[k][:])
		}
	}
	return sums
}

// byRow sums columns weighted by q: what each class of the restricted player meets.
func (t *pairTable) byRow(q []float64) []float64 {
	sums := make([]float64, cards.NumClasses)
	for k := range t {
		sums[k] = floats.Dot(t[k][:], q)
	}
	return sums
}

type restricted struct {
	dealt, win, tie, loss pairTable
	chips                 [cards.NumClasses]float64 // probability of a class
	units, small, big     int
	jamsOnly              bool // the opponent, too, may only jam and fold
	// worth is the guarantee by seat and units, jam and limp the answers by seat and units: jam in the small blind is
	// his first decision, in the big blind that against a jam; limp is that against less.
	worth     [2][]float64
	jam, limp [2][]answer
}

func newRestricted(d *stochastic.Pairs, units, small, big int) *restricted {
	r := &restricted{units: units, small: small, big: big}
	for a := range r.dealt {
		r.chips[a] = d.Dealt(cards.Class(a))
		for b := range r.dealt[a] {
			orders := d.Joint(cards.Class(a), cards.Class(b))
			r.win[a][b], r.tie[a][b] = orders[tournament.FirstWins], orders[tournament.Tied]
			r.loss[a][b] = orders[tournament.SecondWins]
			r.dealt[a][b] = floats.Sum(orders[:])
		}
	}
	for seat := range r.worth {
		r.worth[seat] = make([]float64, units+1)
		for u := range r.worth[seat] {
			r.worth[seat][u] = float64(u) / float64(units)
		}
		r.jam[seat], r.limp[seat] = make([]answer, units+1), make([]answer, units+1)
	}
	return r
}

type contest struct {
	showdown pairTable
	// What the restricted player has if the opponent folds at once, if he folds himself, and if the
	// opponent gives up the bigger blind to his jam.
	walk, lost, stolen float64
	free               bool // somebody has a choice
	limps              bool // the opponent may put in less than all
}

// hand returns the contest of a seat with so many units.
func (r *restricted) hand(seat duel, own int) *contest {
	other := r.units - own
	next := r.worth[1-seat]
	at := func(u int) float64 { return next[min(max(u, 0), r.units)] }
	stake := min(own, other)
	c := &contest{}
	for a := range c.showdown {
		for b := range c.showdown[a] {
			c.showdown[a][b] = r.win[a][b]*at(own+stake) + r.tie[a][b]*at(own) + r.loss[a][b]*at(own-stake)
		}
	}
	first := own // of the small blind
	if seat == inBigBlind {
		first = other
	}
	c.free = first > r.small && r.units-first > r.small
	c.limps = !r.jamsOnly && seat == inBigBlind && own > r.big && other > r.big
	c.stolen = at(own + r.big)
	c.lost, c.walk = at(own-r.small), at(own+r.small)
	if seat == inBigBlind {
		c.lost = at(own - r.big)
	}
	return c
}

type response struct {
	value                  float64 // to the restricted player
	folds, jams, limps     []float64
	limpsCalls, limpsFolds []float64 // of those who limp, after a jam
}

func (c *contest) fromSmallBlind(r *restricted, seatUnits int, p []float64) (calls, folds []float64, value float64) {
	showdown, met := c.showdown.byColumn(p), r.dealt.byColumn(p)
	calls, folds = make([]float64, cards.NumClasses), make([]float64, cards.NumClasses)
	// With no more than the big blind behind him, or in his way, the opponent is in.
	must := seatUnits <= r.big || r.units-seatUnits <= r.big
	for k := range p {
		value += r.chips[k] * (1 - p[k]) * c.lost
		if must || showdown[k] <= c.stolen*met[k] {
			calls[k] = 1
			value += showdown[k]
			continue
		}
		folds[k] = 1
		value += c.stolen * met[k]
	}
	return calls, folds, value
}

// fromBigBlind is the best response of an opponent in the small blind to answers p against a jam and q against less.
func (c *contest) fromBigBlind(r *restricted, p, q []float64) response {
	showdown, met := c.showdown.byColumn(p), r.dealt.byColumn(p)
	limpShowdown, limpMet := c.showdown.byColumn(q), r.dealt.byColumn(q)
	n := cards.NumClasses
	x := response{folds: make([]float64, n), jams: make([]float64, n), limps: make([]float64, n),
		limpsCalls: make([]float64, n), limpsFolds: make([]float64, n)}
	for k := range p {
		fold := r.chips[k] * c.walk
		jam := showdown[k] + (r.chips[k]-met[k])*c.lost
		limp := math.Inf(1)
		if c.limps {
			limp = min(limpShowdown[k], limpMet[k]*c.stolen) + (r.chips[k]-limpMet[k])*c.lost
		}
		switch best := min(fold, jam, limp); {
		case best == limp:
			x.limps[k] = 1
			if limpShowdown[k] <= limpMet[k]*c.stolen {
				x.limpsCalls[k] = 1
			} else {
				x.limpsFolds[k] = 1
			}
			x.value += limp
		case best == jam:
			x.jams[k] = 1
			x.value += jam
		default:
			x.folds[k] = 1
			x.value += fold
		}
	}
	return x
}

// total is the worth of a showdown without a choice.
func (c *contest) total() (sum float64) {
	for a := range c.showdown {
		sum += floats.Sum(c.showdown[a][:])
	}
	return sum
}

func (r *restricted) mustStay(own int) bool { return own <= r.big || r.units-own <= r.big }

func (r *restricted) value(seat duel, own int) float64 {
	c := r.hand(seat, own)
	if !c.free {
		return c.total()
	}
	p := r.jam[seat][own].average()
	if seat == inSmallBlind {
		_, _, v := c.fromSmallBlind(r, own, p)
		return v
	}
	if r.mustStay(own) {
		p = slices.Repeat([]float64{1}, cards.NumClasses)
	}
	return c.fromBigBlind(r, p, r.limp[seat][own].average()).value
}

func (r *restricted) learn(seat duel, own, begun, steps int) {
	c := r.hand(seat, own)
	if !c.free {
		return
	}
	jam, limp := &r.jam[seat][own], &r.limp[seat][own]
	for step := range steps {
		weight, p := float64(begun+step+1), jam.now()
		if seat == inSmallBlind {
			calls, folds, _ := c.fromSmallBlind(r, own, p)
			in := c.showdown.byRow(calls)
			floats.AddScaled(in, c.stolen, r.dealt.byRow(folds))
			out := make([]float64, cards.NumClasses)
			floats.AddScaled(out, c.lost, r.chips[:])
			jam.learn(p, in, out, weight)
			continue
		}
		if r.mustStay(own) {
			return
		}
		q := limp.now()
		x := c.fromBigBlind(r, p, q)
		out := r.dealt.byRow(x.jams)
		floats.Scale(c.lost, out)
		jam.learn(p, c.showdown.byRow(x.jams), out, weight)
		in := c.showdown.byRow(x.limpsCalls)
		floats.AddScaled(in, c.stolen, r.dealt.byRow(x.limpsFolds))
		out = r.dealt.byRow(x.limps)
		floats.Scale(c.lost, out)
		limp.learn(q, in, out, weight)
	}
}

// How long the restricted player learns, and when the values of his strategies are settled.
const (
	guaranteeRounds = 40
	guaranteeSteps  = 25
	settled         = 1e-10
	mostSweeps      = 10_000
)

// each does something at every seat and number of units, several at a time.
func (r *restricted) each(ctx context.Context, workers int, do func(seat duel, own int)) error {
	n := r.units - 1
	return parallel.Loop{Items: 2 * n, Workers: workers}.Each(ctx, parallel.Same(func(i int) error {
		do(duel(i/n), 1+i%n)
		return nil
	}))
}

// revalue gives every hand its value with the next hands' present ones, and returns the largest change.
func (r *restricted) revalue(ctx context.Context, workers int) (moved float64, err error) {
	fresh := [2][]float64{make([]float64, r.units+1), make([]float64, r.units+1)}
	for seat := range fresh {
		fresh[seat][r.units] = 1
	}
	if err := r.each(ctx, workers, func(seat duel, own int) { fresh[seat][own] = r.value(seat, own) }); err != nil {
		return 0, err
	}
	for seat := range fresh {
		moved = max(moved, floats.Distance(fresh[seat], r.worth[seat], math.Inf(1)))
	}
	r.worth = fresh
	return moved, nil
}

func (r *restricted) solve(ctx context.Context, workers, rounds, steps int) error {
	for round := range rounds {
		if err := r.each(ctx, workers, func(seat duel,
			own int) {
			r.learn(seat, own, round*steps, steps)
		}); err != nil {
			return err
		}
		if _, err := r.revalue(ctx, workers); err != nil {
			return err
		}
	}
	for range mostSweeps {
		if moved, err := r.revalue(ctx, workers); err != nil || moved < settled {
			return err
		}
	}
	return nil
}

// assured is what jam or fold guarantees: the least sum over all states of what it does from the
// small blind and from the big blind, and where; 1 would be the equilibrium of all play.
type assured struct {
	Sum, V1, V2 float64
	SmallBlind  int // chips
}

func assure(ctx context.Context, e *evidence) (assured, error) {
	s, err := e.lab.HeadsUp(ctx)
	if err != nil {
		return assured{}, err
	}
	c := s.Config
	r := newRestricted(s.Game.Pairs, c.Chips/c.Unit, c.SmallBlind/c.Unit, c.BigBlind/c.Unit)
	if err := r.solve(ctx, e.env.Workers, guaranteeRounds, guaranteeSteps); err != nil {
		return assured{}, err
	}
	least := r.least()
	least.SmallBlind *= c.Unit
	return least, nil
}

// least returns the state with the least sum, its small blind in units.
func (r *restricted) least() assured {
	least := assured{Sum: math.Inf(1)}
	for own := 1; own < r.units; own++ {
		if v1, v2 := r.worth[inSmallBlind][own], r.worth[inBigBlind][r.units-own]; v1+v2 < least.Sum {
			least = assured{v1 + v2, v1, v2, own}
		}
	}
	return least
}
