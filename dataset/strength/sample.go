package strength

import (
	"context"
	"errors"
	"fmt"
	"math"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// MaxOpponents is the largest number of opponents: a table has nine seats.
const MaxOpponents = 8

// MaxSamples bounds the number of samples, for a standard error of about 0.00001.
const MaxSamples = 2_000_000_000

// Errors of Sample that callers test for with errors.Is.
var (
	// ErrOpponents means a number of opponents outside 1..MaxOpponents.
	ErrOpponents = errors.New("strength: number of opponents out of range")
	// ErrSamples means a number of samples outside 2..MaxSamples.
	ErrSamples = errors.New("strength: number of samples out of range")
	// ErrNarrow means a range so narrow that its hands hardly ever avoid each other.
	ErrNarrow = errors.New("strength: range too narrow for so many opponents")
)

// Table is a question about several opponents. All hold the same range: every way to give
// them hands that avoid the known cards and each other is as likely as the product of the
// hands' weights.
type Table struct {
	Hand      cards.Combo
	Board     []cards.Card // 0, 3, 4 or 5 cards
	Opponents int          // 1 to MaxOpponents
	Range     *ranges.Range
	Mode      Mode
}

// Check returns what is wrong with the question without answering it: any error of Sample
// but ErrSamples, ErrNarrow and the context's.
func (t Table) Check() error {
	_, err := newDeck(t)
	return err
}

// Sampled is an estimate of strength from random deals. Strength is the expected share of
// the pot: 1 for a win, 1/k where k hands tie for the best.
type Sampled struct {
	Wins, Ties, Deals uint64
	// The sum of the shares and of their squares, in units of 1/potUnits and its square.
	shares, squares uint64
}

// potUnits is divisible by every number of hands that may share a pot, 1 to 9, so that
// shares are added up as integers and no sum depends on its order.
const potUnits = 2520

// Strength returns the mean share of the pot.
func (s Sampled) Strength() float64 { return float64(s.shares) / (potUnits * float64(s.Deals)) }

// Win returns the part of the deals that the hand wins alone.
func (s Sampled) Win() float64 { return float64(s.Wins) / float64(s.Deals) }

// Tie returns the part of the deals in which it shares the pot.
func (s Sampled) Tie() float64 { return float64(s.Ties) / float64(s.Deals) }

// StandardError returns the standard error of Strength: the sample standard deviation of
// the shares over the square root of their number.
func (s Sampled) StandardError() float64 {
	n := float64(s.Deals)
	variance := float64(s.squares)/(potUnits*potUnits) - n*s.Strength()*s.Strength()
	return math.Sqrt(max(variance, 0) / (n - 1) / n)
}

// samplesPerBlock is how many deals share one generator. Each block has its own, seeded by
// the seed and the block's number, so that it does not matter who works it off.
const samplesPerBlock = 1 << 14

// Sample estimates strength against several opponents from so many random deals. The result
// depends on the seed but not on the number of workers, which is one for each processor if
// it is below 1.
//
// Errors: ErrOpponents, ErrSamples, ErrNarrow, equity.ErrBoard, equity.ErrDuplicate,
// equity.ErrEmptyRange, and that of the context.
func Sample(ctx context.Context, t Table, samples int, seed uint64, workers int) (Sampled, error) {
	d, err := newDeck(t)
	if err != nil {
		return Sampled{}, err
	}
	if samples < 2 || samples > MaxSamples {
		return Sampled{}, fmt.Errorf("%w: %d, want 2..%d", ErrSamples, samples, MaxSamples)
	}
	loop := parallel.Loop{Items: samples, Block: samplesPerBlock, Workers: workers}
	dealers, err := parallel.States(ctx, loop, d.newDealer,
		func(d *dealer, from, to int) error {
			d.start(seed, uint64(from/samplesPerBlock))
			for range to - from {
				if err := d.play(); err != nil {
					return err
				}
			}
			return nil
		})
	if err != nil {
		return Sampled{}, err
	}
	var total Sampled
	for _, d := range dealers {
		total.Wins += d.Wins
		total.Ties += d.Ties
		total.Deals += d.Deals
		total.shares += d.shares
		total.squares += d.squares
	}
	return total, nil
}
