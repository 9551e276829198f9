package matrix

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"feltlab/dataset/equity"
	"feltlab/internal/nearest"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Estimate is what formulas estimate. The zero value is the equity.
type Estimate string

// The estimates.
const (
	Equity Estimate = ""      // the share of the pot: showdowns won, and half of those tied
	Ahead  Estimate = "ahead" // the share of the opponent's combos that we beat on the flop, and half of those that we tie
	Win    Estimate = "win"   // the share of the showdowns won, without ties
)

// Estimates lists the names of the estimates.
var Estimates = []string{"equity", string(Ahead), string(Win)}

// ParseEstimate reads the name of an estimate.
func ParseEstimate(text string) (Estimate, error) {
	if !slices.Contains(Estimates, text) {
		return "", fmt.Errorf("unknown estimate %.40q, want equity, ahead or win%s", text, nearest.Hint(text, Estimates))
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

// estimateWord stands between a range and an estimate in a label.
const estimateWord = " estimating "

// Label returns the label of a range whose formulas have the estimate, in claims of proofs and in canonical texts:
// "22+,A2s+ estimating win", or the range alone for equities. CutEstimate reads it.
func (e Estimate) Label(rng string) string {
	if e == Equity {
		return rng
	}
	return rng + estimateWord + string(e)
}

// CutEstimate returns the range and the estimate of a label.
func CutEstimate(label string) (rng string, e Estimate, err error) {
	rng, name, found := strings.Cut(label, estimateWord)
	if !found {
		return rng, Equity, nil
	}
	if e, err = ParseEstimate(name); err == nil && e == Equity {
		err = fmt.Errorf("the label %.80q names the estimate equity, which labels leave out", label)
	}
	return rng, e, err
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

// Estimating returns a copy of the matrix whose counts are those of an estimate in place of the equity: Row.Equity
// returns the estimate. The error is that of Estimate.Flops.
func (m *Matrix) Estimating(ctx context.Context, e Estimate, workers int) (*Matrix, error) {
	if e == Equity {
		return m, nil
	}
	by := *m
	by.Flops, by.Estimate = slices.Clone(m.Flops), e
	if e == Win {
		for i := range by.Flops {
			by.Flops[i].Ties = 0
		}
		return &by, nil
	}
	r, err := ranges.Parse(m.Range)
	if err != nil {
		return nil, err
	}
	flops, err := e.Flops(ctx, m.Hand.Combo, r, workers)
	for i, f := range flops {
		by.Flops[i].Flop = f
	}
	return &by, err
}
