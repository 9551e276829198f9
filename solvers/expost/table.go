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
)

// CheckTable bounds what each player of a table could gain by another strategy, given the others' strategies. It plays
// deals of all hands and a board from one deck, so that all cards block each other. It shares no code with package
// multiway.
//
// The best response to the deals gains at least what any response gains on them, so its gain is at least the real one
// on average. One deal of N changes it by at most 2S/N, where S is the largest value of the player at any end of a hand
// less the smallest. By McDiarmid's inequality the real gain of no player exceeds it by more than
//
//	S sqrt(2 log(players / 0.001) / N)
//
// with a probability of 0.999, whatever the number of decisions. S is a bound on what hardly ever happens, so the margin
// is wide: 0.05% of the prizes take some 18 million deals if a player can win half of the prizes in a hand.
//
// The check stops at the first of its limits, and after a round when the context is done; the certificate is that of
// the deals so far. A deal of nine players takes some 5 microseconds of CPU time.
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
	for range batches {
		workers <- newTableDealer(t, x)
	}
	sums := make([]*tableSums, batches)
	for i := range sums {
		sums[i] = newTableSums(len(x))
	}
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
		if last := deals >= o.Deals || late || ctx.Err() != nil; last || (done/batches)%16 == 15 {
			c := certify(t, x, halves, deals)
			if last || c.Gain() <= o.Target {
				return c, nil
			}
		}
	}
}

// certify makes the certificate of deals in two halves.
func certify(
	t *tournament.Table, x stochastic.TableStrategy, halves [2]*tableSums, deals int,
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
				a, b := &(*halves[0])[node][k], &(*halves[1])[node][k]
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
		c.Margin[seat] = spread(t, seat) * math.Sqrt(2*math.Log(float64(n)/risk)/all)
		c.Upper[seat] = c.Estimate[seat] + c.Margin[seat]
	}
	return c
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
