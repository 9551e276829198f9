package expost

import (
	"cmp"
	"context"
	"slices"
	"time"

	"feltlab/internal/clock"
	"feltlab/internal/parallel"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// TableOptions of CheckTable.
type TableOptions struct {
	Seed uint64 // of the deals
	// From is the decision from which the hand is played. The strategies at the decisions before it say with which
	// cards the seats act so, and all limits are conditional on it.
	From   tournament.Decision
	Target float64 // gain that is asked for, in the unit of the values; 0: as small as the other options allow
	Deals  int     // largest number of deals, rounded up to whole rounds of 65,536
	// Time, unless 0, ends the check after the round in which it has passed. The number of deals then depends on the
	// machine.
	Time time.Duration
	// Earlier is the number of other strategies of the same table that the caller checked before, if it takes the best
	// certificate of all: each next one gets a smaller part of the risk.
	Earlier  int
	Fixed    []int // decisions (tournament.Node) whose players do not count as able to play otherwise
	Workers  int   // below 1: one for each processor
	Progress func(done, total int)
}

// TableCertificate is what the players of a table could gain by playing otherwise, by seat, in the unit of the values.
type TableCertificate struct {
	Deals int `json:"deals" text:"-"` // number of deals; 0: all, the check is exact
	// Lower is the lower limit: with probability Confidence each player's largest gain is between Lower and Upper.
	Lower []float64 `json:"lower" unit:"see unit" text:"gain at least,4" by:"Seats"`
	Upper []float64 `json:"upper" unit:"see unit" text:"gain at most,<4" by:"Seats"` // the upper limit
	// HeldOut is the mean gain, on the second half of the deals, of a response that is chosen on the first half. It is
	// too low on average.
	HeldOut []float64 `json:"held_out" unit:"see unit" text:"-"`
	// Estimate is the gain, on all deals, of the best response to these deals. It is too high on average.
	Estimate   []float64 `json:"estimate" unit:"see unit" text:"gain on sampled deals,4" by:"Seats"`
	Margin     []float64 `json:"margin" unit:"see unit" text:"-"`                  // Upper less Estimate
	Confidence float64   `json:"confidence" text:"-"`                              // 0.999, or 1 for an exact check
	Values     []float64 `json:"values" unit:"see unit" text:"value,4" by:"Seats"` // mean value of each seat
	// Fixed is the gain by other play at decisions that were given.
	Fixed []float64 `json:"fixed,omitempty" unit:"see unit" text:"gain of given ranges,4" by:"Seats"`
	Stop  string    `json:"stop" text:"-"` // why the check ended: StopExact and so on
}

// The reasons for which a check ends.
const (
	StopExact       = "exact"       // all deals were counted
	StopTarget      = "target"      // no upper limit is above the target
	StopFloor       = "floor"       // a lower limit is above the target, which these strategies cannot reach
	StopDeals       = "deals"       // there were as many deals as allowed
	StopTime        = "time"        // the time was over
	StopInterrupted = "interrupted" // the context was done
)

// Gain returns the largest upper limit.
func (c *TableCertificate) Gain() float64 { return slices.Max(c.Upper) }

// Floor returns the largest lower limit.
func (c *TableCertificate) Floor() float64 { return slices.Max(c.Lower) }

const (
	batchDeals = 1 << 13 // deals of a batch, which has random numbers of its own
	batches    = 8       // batches of a round
	firstLook  = 4 * batches * batchDeals
)

// CheckTable bounds what each player of a table could gain by another strategy, given the others' strategies. It plays
// deals of all hands and a board from one deck, so that all cards block each other. It shares no code with package
// multiway. The package documentation says how the limits follow.
//
// The limits are computed after 4 rounds of deals, 6, 9 and so on, and after the last. The check stops when no upper
// limit is above the target, when a lower limit is, at the first of its own limits, and after a round when the context
// is done; the certificate is that of the deals so far. A deal of nine players takes some 1.5 microseconds of CPU time.
func CheckTable(
	ctx context.Context, t *tournament.Table, x stochastic.Strategy, o TableOptions,
) (*TableCertificate, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if err := x.Validate(t); err != nil {
		return nil, err
	}
	halves := [2]*tableSums{newTableSums(len(x)), newTableSums(len(x))}
	start := clock.Now()
	dealers := make(chan *tableDealer, min(batches, parallel.Workers(o.Workers))) // each keeps values of ends
	value := t.Valuer()
	for range cap(dealers) {
		d, err := newTableDealer(t, x, o.From, value, deckBoards)
		if err != nil {
			return nil, err
		}
		dealers <- d
	}
	sums := make([]*tableSums, batches)
	for i := range sums {
		sums[i] = newTableSums(len(x))
	}
	look, next := 1, firstLook
	for done := 0; ; done += batches {
		loop := parallel.Loop{Items: batches, Workers: o.Workers}
		err := loop.Each(context.WithoutCancel(ctx), parallel.Same(func(i int) error {
			d := <-dealers
			d.play(sums[i], o.Seed, uint64(done+i))
			dealers <- d
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
		stop := o.stop(ctx, deals, clock.Since(start))
		if stop == "" && deals < next {
			continue
		}
		c := certify(t, x, halves, deals, look, o)
		if c.Stop = cmp.Or(o.decided(c), stop); c.Stop != "" {
			return c, nil
		}
		look, next = look+1, next+next/2
	}
}

// stop returns why the check must end after a number of deals, or "".
func (o *TableOptions) stop(ctx context.Context, deals int, after time.Duration) string {
	switch {
	case ctx.Err() != nil:
		return StopInterrupted
	case o.Time > 0 && after >= o.Time:
		return StopTime
	case deals >= o.Deals:
		return StopDeals
	}
	return ""
}

// decided returns how a certificate answers whether the target is reached, or "".
func (o *TableOptions) decided(c *TableCertificate) string {
	switch {
	case c.Gain() <= o.Target:
		return StopTarget
	case o.Target > 0 && c.Floor() > o.Target:
		return StopFloor
	}
	return ""
}
