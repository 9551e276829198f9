package matrix

import (
	"context"
	"fmt"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/internal/plain"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Estimate is what formulas estimate. The zero value is the equity.
type Estimate string

// The estimates.
const (
	Equity Estimate = "" // the share of the pot: showdowns won, and half of those tied
	// the share of the opponent's combos that we beat on the flop, and half of those that we tie
	Ahead Estimate = "ahead"
	Win   Estimate = "win" // the share of the showdowns won, without ties
)

// Estimates lists the names of the estimates.
var Estimates = []string{"equity", string(Ahead), string(Win)}

// ParseEstimate reads the name of an estimate.
func ParseEstimate(text string) (Estimate, error) {
	if !slices.Contains(Estimates, text) {
		return "", fmt.Errorf("unknown estimate %.40q, want equity, ahead or win%s", text, plain.Hint(text, Estimates))
	}
	if text == "equity" {
		return Equity, nil
	}
	return Estimate(text), nil
}

// String returns the name of the estimate.
func (e Estimate) String() string {
	if e == Equity {
		return "equity"
	}
	return string(e)
}

// MarshalText writes the name.
func (e Estimate) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads what ParseEstimate reads.
func (e *Estimate) UnmarshalText(text []byte) (err error) {
	*e, err = ParseEstimate(string(text))
	return err
}

// of puts the counts of the estimate in place of those of the equity: rows then have it as (wins + ties/2) / deals.
func (e Estimate) of(flops []equity.Flop) []equity.Flop {
	if e == Win {
		flops = slices.Clone(flops)
		for i := range flops {
			flops[i].Ties = 0
		}
	}
	return flops
}

// Flops counts a hand's flops against a range, by equity.RecentFlopsOf or equity.FlopsNow: Flop.Count has the estimate
// as its equity.
func (e Estimate) Flops(ctx context.Context, hand cards.Combo, r *ranges.Range, workers int) ([]equity.Flop, error) {
	if e == Ahead {
		return equity.FlopsNow(ctx, hand, r, workers)
	}
	flops, err := equity.RecentFlopsOf(ctx, hand, r, workers)
	return e.of(flops), err
}
