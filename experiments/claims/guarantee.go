package claims

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/solvers/jamfold/stochastic"
)

// The guarantee of jam or fold, after Miltersen and Sorensen: one player of their heads-up tournament may only jam and
// fold, the other may do anything. Which probability of winning can the first player be sure of?
//
// Against a jam the opponent calls or folds. In the small blind the opponent may also bet less than all chips. The call
// of the blind is the cheapest such bet to give up, and if the restricted player answers all of them alike, no other is
// better. So the opponent folds, jams, or limps (calls the blind) and then meets a jam. That is a zero-sum game for
// every state; its payoffs are the guarantees of the next states.
//
// The restricted player learns by regret matching against exact best responses, at all states in turn, with new values
// after each round. At the end the average strategies are fixed, and the best response to them through the whole
// tournament gives the guarantee. It holds even if the strategies have not converged.

type blind int

const (
	inSmallBlind blind = iota
	inBigBlind
)

// answer is a decision of the restricted player, fold or jam, by class.
type answer struct {
	regret, sum [cards.NumClasses][2]float64 // fold, jam
}

func (x *answer) now() []float64     { return jamShares(&x.regret) }
func (x *answer) average() []float64 { return jamShares(&x.sum) }

func jamShares(of *[cards.NumClasses][2]float64) []float64 {
	p := make([]float64, cards.NumClasses)
	for k, w := range of {
		p[k] = .5
		if total := w[0] + w[1]; total > 0 {
			p[k] = w[1] / total
		}
	}
	return p
}

// learn adds the values of jam and fold against a best response, with the weight of the round.
func (x *answer) learn(p, jam, fold []float64, weight float64) {
	for k, share := range p {
		value := share*jam[k] + (1-share)*fold[k]
		x.regret[k][0] = max(0, x.regret[k][0]+fold[k]-value)
		x.regret[k][1] = max(0, x.regret[k][1]+jam[k]-value)
		x.sum[k][0] += weight * (1 - share)
		x.sum[k][1] += weight * share
	}
}

// pairTable has a row for each class of the restricted player and a column for each class of the opponent.
type pairTable [cards.NumClasses][cards.NumClasses]float64

// byColumn sums rows weighted by p.
func (t *pairTable) byColumn(p []float64) []float64 {
	sums := make([]float64, cards.NumClasses)
	for k := range t {
		if p[k] != 0 {
			floats.AddScaled(sums, p[k], t[k][:])
		}
	}
	return sums
}

// byRow sums columns weighted by q.
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
	// sure is the guaranteed probability of winning, by seat and units. jam and limp are the answers by seat and units:
	// jam is the first decision in the small blind, and the answer to a jam in the big blind; limp answers a limp.
	sure      [2][]float64
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
	for seat := range r.sure {
		r.sure[seat] = make([]float64, units+1)
		for u := range r.sure[seat] {
			r.sure[seat][u] = float64(u) / float64(units)
		}
		r.jam[seat], r.limp[seat] = make([]answer, units+1), make([]answer, units+1)
	}
	return r
}

// payoffs are those of the restricted player in a hand.
type payoffs struct {
	showdown pairTable
	// walk is the payoff if the opponent folds at once, lost if the restricted player folds, and stolen if the opponent
	// gives up the big blind to a jam.
	walk, lost, stolen float64
	free               bool // some player has a choice
	must               bool // the big blind leaves one player nothing to fold for
	limps              bool // the opponent may limp
}

func (r *restricted) payoffs(seat blind, own int) *payoffs {
	other := r.units - own
	next := r.sure[1-seat]
	at := func(u int) float64 { return next[min(max(u, 0), r.units)] }
	stake := min(own, other)
	c := &payoffs{must: stake <= r.big, stolen: at(own + r.big), lost: at(own - r.small), walk: at(own + r.small)}
	for a := range c.showdown {
		for b := range c.showdown[a] {
			c.showdown[a][b] = r.win[a][b]*at(own+stake) + r.tie[a][b]*at(own) + r.loss[a][b]*at(own-stake)
		}
	}
	first := own // of the small blind
	if seat == inBigBlind {
		first, c.lost = other, at(own-r.big)
	}
	c.free = first > r.small && r.units-first > r.small
	c.limps = !r.jamsOnly && seat == inBigBlind && !c.must
	return c
}

// response is a best response of the opponent: 1 for the classes that jam, and that call or fold to a jam.
type response struct {
	value              float64 // to the restricted player
	jams, calls, folds [cards.NumClasses]float64
}

// meet answers a jam, given the values of call and fold to the restricted player.
func (x *response) meet(k int, call, fold float64, must bool) float64 {
	if must || call <= fold {
		x.calls[k] = 1
		return call
	}
	x.folds[k] = 1
	return fold
}

// respond returns the best response to answers p: jams from the small blind, or to a jam; and q to a limp.
func (r *restricted) respond(c *payoffs, seat blind, p, q []float64) (x response) {
	showdown, met := c.showdown.byColumn(p), r.dealt.byColumn(p)
	var limpShowdown, limpMet []float64
	if c.limps {
		limpShowdown, limpMet = c.showdown.byColumn(q), r.dealt.byColumn(q)
	}
	for k, dealt := range r.chips {
		if seat == inSmallBlind {
			x.value += dealt*(1-p[k])*c.lost + x.meet(k, showdown[k], c.stolen*met[k], c.must)
			continue
		}
		fold := dealt * c.walk
		jam := showdown[k] + (dealt-met[k])*c.lost
		limp := math.Inf(1)
		if c.limps {
			limp = min(limpShowdown[k], c.stolen*limpMet[k]) + (dealt-limpMet[k])*c.lost
		}
		best := min(fold, jam, limp)
		switch best {
		case limp:
			x.meet(k, limpShowdown[k], c.stolen*limpMet[k], false)
		case jam:
			x.jams[k] = 1
		}
		x.value += best
	}
	return x
}

func (r *restricted) value(seat blind, own int) (value float64) {
	c := r.payoffs(seat, own)
	if !c.free {
		for _, row := range c.showdown {
			value += floats.Sum(row[:])
		}
		return value
	}
	p := r.jam[seat][own].average()
	if seat == inBigBlind && c.must {
		p = slices.Repeat([]float64{1}, cards.NumClasses)
	}
	return r.respond(c, seat, p, r.limp[seat][own].average()).value
}

func (r *restricted) learn(seat blind, own, begun, steps int) {
	c := r.payoffs(seat, own)
	if !c.free || seat == inBigBlind && c.must {
		return
	}
	jam, limp := &r.jam[seat][own], &r.limp[seat][own]
	for step := range steps {
		weight, p, q := float64(begun+step+1), jam.now(), limp.now()
		x := r.respond(c, seat, p, q)
		// teach weighs jam against fold where the opponent calls or folds to a jam.
		teach := func(to *answer, shares []float64, calls, folds [cards.NumClasses]float64) {
			in, out := c.showdown.byRow(calls[:]), r.dealt.byRow(calls[:])
			folded := r.dealt.byRow(folds[:])
			floats.AddScaled(in, c.stolen, folded)
			floats.Add(out, folded)
			floats.Scale(c.lost, out)
			to.learn(shares, in, out, weight)
		}
		if seat == inSmallBlind {
			teach(jam, p, x.calls, x.folds)
			continue
		}
		teach(jam, p, x.jams, [cards.NumClasses]float64{})
		teach(limp, q, x.calls, x.folds)
	}
}

const (
	guaranteeRounds = 40
	guaranteeSteps  = 25
	// The values of the final strategies have converged if none moves by valueTolerance in a sweep.
	valueTolerance = 1e-10
	mostSweeps     = 10_000
)

// each calls do for every seat and number of units, in parallel.
func (r *restricted) each(ctx context.Context, workers int, do func(seat blind, own int)) error {
	n := r.units - 1
	return parallel.Loop{Items: 2 * n, Workers: workers}.Each(ctx, parallel.Same(func(i int) error {
		do(blind(i/n), 1+i%n)
		return nil
	}))
}

// revalue computes every value from the present values of the next hands, and returns the largest change.
func (r *restricted) revalue(ctx context.Context, workers int) (moved float64, err error) {
	fresh := [2][]float64{make([]float64, r.units+1), make([]float64, r.units+1)}
	for seat := range fresh {
		fresh[seat][r.units] = 1
	}
	if err := r.each(ctx, workers, func(seat blind, own int) { fresh[seat][own] = r.value(seat, own) }); err != nil {
		return 0, err
	}
	for seat := range fresh {
		moved = max(moved, floats.Distance(fresh[seat], r.sure[seat], math.Inf(1)))
	}
	r.sure = fresh
	return moved, nil
}

func (r *restricted) solve(ctx context.Context, workers, rounds, steps int) error {
	for round := range rounds {
		learn := func(seat blind, own int) { r.learn(seat, own, round*steps, steps) }
		if err := r.each(ctx, workers, learn); err != nil {
			return err
		}
		if _, err := r.revalue(ctx, workers); err != nil {
			return err
		}
	}
	for range mostSweeps {
		if moved, err := r.revalue(ctx, workers); err != nil || moved < valueTolerance {
			return err
		}
	}
	return nil
}

// assured is the least sum, over all states, of the guarantees from the small blind (V1) and from the big blind (V2),
// and its state. In an equilibrium of all play the sum is 1.
type assured struct {
	Sum, V1, V2 float64
	SmallBlind  int // chips
}

func assure(ctx context.Context, e *evidence, s *jamfold.Solved) (assured, error) {
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
		if v1, v2 := r.sure[inSmallBlind][own], r.sure[inBigBlind][r.units-own]; v1+v2 < least.Sum {
			least = assured{v1 + v2, v1, v2, own}
		}
	}
	return least
}
