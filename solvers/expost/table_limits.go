package expost

import (
	"math"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// risk is the probability that some limit of a certificate is wrong.
const risk = 0.001

type limits struct {
	halves [2]*tableSums
	deals  float64
	fixed  []int
	// ofPair and ofSeat are the logarithms of one over the risk of an inequality for a decision and class, and for a
	// seat.
	ofPair, ofSeat float64
}

// certify makes the certificate of deals in two halves, for the look-th time.
func certify(
	t *tournament.Table, x stochastic.Strategy, halves [2]*tableSums, deals, look int, o TableOptions,
) *TableCertificate {
	n := len(t.Stacks)
	part := risk / float64(look*(look+1)) / float64((o.Earlier+1)*(o.Earlier+2))
	l := limits{
		halves: halves, deals: float64(deals), fixed: o.Fixed,
		// Two inequalities for each pair share one half of the risk, four for each seat the other half.
		ofPair: math.Log(4 * float64(len(x)*cards.NumClasses) / part),
		ofSeat: math.Log(8 * float64(n) / part),
	}
	c := &TableCertificate{Deals: deals, Confidence: 1 - risk}
	for seat := range n {
		width := spread(t, seat)
		if seat < o.From.Seat {
			width = 0 // it has acted
		}
		l.add(c, x, seat, width)
	}
	if len(o.Fixed) == 0 {
		c.Fixed = nil
	}
	return c
}

// response is a way to play otherwise: what it gains on some deals, and the sum of squares that bounds its variance.
type response struct{ gain, square float64 }

func (l *limits) add(c *TableCertificate, x stochastic.Strategy, seat int, spread float64) {
	var best, held response
	fixed := 0.0
	for node := 1<<seat - 1; node < 2<<seat-1; node++ {
		free := !slices.Contains(l.fixed, node)
		for k, p := range x[node] {
			a, b := &l.halves[0].actions[node][k], &l.halves[1].actions[node][k]
			both := a.jam - a.fold + b.jam - b.fold // what more jams would gain
			gain := max((1-p)*both, -p*both)
			if !free {
				fixed += gain
				continue
			}
			if !l.right(p, both, a.square+b.square, spread) {
				best.gain += gain
				best.square += a.square + b.square
			}
			held.try(p, a, b)
		}
	}
	half := l.deals / 2
	margin := bernstein(spread, best.square/l.deals, l.deals, l.ofSeat)
	below := bernstein(spread, held.square/half, half, l.ofSeat)
	c.Values = append(c.Values, (l.halves[0].values[seat]+l.halves[1].values[seat])/l.deals)
	c.Fixed = append(c.Fixed, fixed/l.deals)
	c.Estimate = append(c.Estimate, best.gain/l.deals)
	c.Margin = append(c.Margin, margin)
	c.Upper = append(c.Upper, best.gain/l.deals+margin)
	c.HeldOut = append(c.HeldOut, held.gain/half)
	c.Lower = append(c.Lower, max(0, held.gain/half-below))
}

// right reports whether a hand surely plays its best action, given the sum of what a jam gains over a fold.
func (l *limits) right(p, sum, square, spread float64) bool {
	switch p {
	case 0:
		sum = -sum
	case 1:
	default:
		return false
	}
	return sum/l.deals > bernstein(spread, square/l.deals, l.deals, l.ofPair)
}

// try adds what a hand gains on the deals of b by the action that is better on those of a, if it is better by two
// standard errors there.
func (r *response) try(p float64, a, b *actions) {
	toJam := a.jam - a.fold
	change := 1 - p
	if toJam < 0 {
		change = -p
	}
	if change != 0 && toJam*toJam > 4*a.square {
		r.gain += change * (b.jam - b.fold)
		r.square += b.square
	}
}

// bernstein is what a mean on deals of a variable, of which the spread bounds the difference of two values, may be away
// from its expectation to one side, except with a probability of 2 exp(-l). Square is the mean on the same deals of a
// variable between 0 and the square of the spread whose expectation bounds the variance.
func bernstein(spread, square, deals, l float64) float64 {
	deviation := math.Sqrt(square) + spread*math.Sqrt(2*l/deals)
	return deviation*math.Sqrt(2*l/deals) + 4*spread*l/(3*deals)
}

// spread bounds the difference of two values of a player after a hand.
func spread(t *tournament.Table, seat int) float64 {
	withHeads := func(most float64) float64 {
		for _, head := range t.Heads {
			most += head
		}
		return most
	}
	if len(t.Prizes) == 0 {
		most, pot, posted := withHeads(float64(t.Dead)), t.Stacks[seat], t.BigBlind
		if t.Opened != nil {
			posted = t.Opened.To
		}
		for other, chips := range t.Stacks {
			if other != seat {
				most += float64(min(chips, max(pot, posted+t.Ante)))
			}
		}
		return most + float64(pot)
	}
	most := withHeads(t.MostPrizes())
	if last := len(t.Stacks) + len(t.Others); last <= len(t.Prizes) {
		most -= t.Prizes[last-1]
	}
	return most
}
