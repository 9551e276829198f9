package expost

import (
	"context"
	"math"
	"time"

	"feltlab/internal/clock"
	"feltlab/internal/parallel"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// TableOptions of CheckTable.
type TableOptions struct {
	Seed   uint64  // of the deals
	Target float64 // the check stops when no player's upper limit is larger, in the unit of the values
	Deals  int     // largest number of deals, rounded up to whole rounds of 65,536
	// Time, unless 0, ends the check after the round in which it has passed. The number of deals then depends on the
	// machine.
	Time     time.Duration
	Workers  int // below 1: one for each processor
	Progress func(done, total int)
}

// TableCertificate is what the players of a table could gain by playing otherwise, by seat, in the unit of the values.
type TableCertificate struct {
	Deals int `json:"deals"` // number of deals
	// Lower is the mean gain, on the second half of the deals, of a response that is chosen on the first half.
	Lower []float64 `json:"lower" unit:"see unit"`
	// Estimate is the gain, on all deals, of the best response to these deals. It is too high on average.
	Estimate []float64 `json:"estimate" unit:"see unit"`
	// Upper is Estimate and Margin. With probability Confidence no player gains more than his upper limit.
	Upper      []float64 `json:"upper" unit:"see unit"`
	Margin     []float64 `json:"margin" unit:"see unit"` // what the chances of the deals may hide
	Confidence float64   `json:"confidence"`             // 0.999
	Values     []float64 `json:"values" unit:"see unit"` // mean value of each seat
}

// Gain returns the largest upper limit.
func (c *TableCertificate) Gain() (gain float64) {
	for _, u := range c.Upper {
		gain = max(gain, u)
	}
	return gain
}

const (
	risk       = 0.001   // probability that some upper limit is too low
	batchDeals = 1 << 13 // deals of a batch, which has random numbers of its own
	batches    = 8       // batches of a round
	firstLook  = 16 * batches * batchDeals
)

// CheckTable bounds what each player of a table could gain by another strategy, given the others' strategies. It plays
// deals of all hands and a board from one deck, so that all cards block each other. It shares no code with package
// multiway.
//
// Let g be the gain, in a deal, of the player's best response, which depends on the strategies and not on the deals.
// Its mean on N deals is at most Estimate, the gain of the response that is best on these deals. So only the mean of
// g, one fixed function, must be near its expectation, for all decisions together. By Bernstein's inequality the
// expectation exceeds the mean by more than
//
//	sqrt(2 V L / N) + 4 S L / (3 N)
//
// with probability exp(-L), where S is the largest value of the player at any end of a hand less the smallest, and V
// is at least the variance of g. No other play changes the player's value in a deal by more than G, the sum over his
// decisions of the difference between jam and fold. So the expectation of the square of G serves as V, and its mean Q
// on the deals bounds it (Bernstein's inequality for variables that are not negative): with probability 1 - exp(-L)
//
//	sqrt(V) <= sqrt(Q) + S sqrt(2 L / N)
//
// The limits are computed after 16 rounds, 32, 64 and so on, and after the last. All may fail together with a
// probability of 0.001, of which the j-th time gets 1/(j (j+1)).
//
// The check stops at the first of its limits, and after a round when the context is done; the certificate is that of
// the deals so far. A deal of nine players takes some 3 microseconds of CPU time.
func CheckTable(
	ctx context.Context, t *tournament.Table, x stochastic.TableStrategy, o TableOptions,
) (*TableCertificate, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if err := x.Validate(t); err != nil {
		return nil, err
	}
	halves := [2]*tableSums{newTableSums(len(x)), newTableSums(len(x))}
	start := clock.Now()
	workers := make(chan *tableDealer, batches)
	value := t.Valuer()
	for range batches {
		workers <- newTableDealer(t, x, value)
	}
	sums := make([]*tableSums, batches)
	for i := range sums {
		sums[i] = newTableSums(len(x))
	}
	look := 1
	for done := 0; ; done += batches {
		loop := parallel.Loop{Items: batches, Workers: o.Workers}
		err := loop.Each(context.WithoutCancel(ctx), parallel.Same(func(i int) error {
			d := <-workers
			d.play(sums[i], o.Seed, uint64(done+i))
			workers <- d
			return nil
		}))
		if err != nil {
			return nil, err
		}
		for i, s := range sums { // in this order, so that rounding does not depend on the workers
			halves[i%2].take(s)
		}
		deals := (done + batches) * batchDeals
		if o.Progress != nil {
			o.Progress(min(deals, o.Deals), o.Deals)
		}
		late := o.Time > 0 && clock.Since(start) >= o.Time
		if last := deals >= o.Deals || late || ctx.Err() != nil; last || deals == firstLook<<(look-1) {
			c := certify(t, x, halves, deals, look)
			if last || c.Gain() <= o.Target {
				return c, nil
			}
			look++
		}
	}
}

// certify makes the certificate of deals in two halves, for the look-th time.
func certify(
	t *tournament.Table, x stochastic.TableStrategy, halves [2]*tableSums, deals, look int,
) *TableCertificate {
	n := len(t.Stacks)
	c := &TableCertificate{
		Deals: deals, Confidence: 1 - risk, Lower: make([]float64, n), Estimate: make([]float64, n),
		Upper: make([]float64, n), Margin: make([]float64, n), Values: make([]float64, n),
	}
	all := float64(deals)
	for seat := range n {
		for node := 1<<seat - 1; node < 2<<seat-1; node++ {
			for k, p := range x[node] {
				a, b := &halves[0].actions[node][k], &halves[1].actions[node][k]
				c.Values[seat] += (p*(a.jam+b.jam) + (1-p)*(a.fold+b.fold)) / all
				toJam := a.jam - a.fold // what more jams would gain
				both := toJam + b.jam - b.fold
				c.Estimate[seat] += max((1-p)*both, -p*both) / all
				switch {
				case toJam > 0:
					c.Lower[seat] += (1 - p) * (b.jam - b.fold) / (all / 2)
				case toJam < 0:
					c.Lower[seat] -= p * (b.jam - b.fold) / (all / 2)
				}
			}
		}
		mean := (halves[0].squares[seat] + halves[1].squares[seat]) / all
		c.Margin[seat] = margin(spread(t, seat), mean, all, float64(2*n*look*(look+1))/risk)
		c.Upper[seat] = c.Estimate[seat] + c.Margin[seat]
	}
	return c
}

// margin is what the mean gain of a best response on deals may fall short of its expectation, except with a probability
// of 2/odds, given the mean square of what other play could change.
func margin(spread, square, deals, odds float64) float64 {
	l := math.Log(odds)
	deviation := math.Sqrt(square) + spread*math.Sqrt(2*l/deals)
	return deviation*math.Sqrt(2*l/deals) + 4*spread*l/(3*deals)
}

// spread bounds the difference of two values of a player after a hand.
func spread(t *tournament.Table, seat int) float64 {
	if len(t.Prizes) == 0 {
		most, pot := float64(t.Dead), t.Stacks[seat]
		for other, chips := range t.Stacks {
			if other != seat {
				most += float64(min(chips, max(pot, t.BigBlind+t.Ante)))
			}
		}
		return most + float64(pot)
	}
	most := t.Prizes[0]
	for _, head := range t.Heads {
		most += head
	}
	if last := len(t.Stacks) + len(t.Others); last <= len(t.Prizes) {
		most -= t.Prizes[last-1]
	}
	return most
}
