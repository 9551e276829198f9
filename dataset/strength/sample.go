package strength

import (
	"context"
	"fmt"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Table is a hand against several opponents with the same range. The probability of a deal, in which hands share
// no card, is proportional to the product of the hands' weights.
type Table struct {
	Hand      cards.Combo
	Board     []cards.Card // 0, 3, 4 or 5 cards
	Opponents int          // 1 to equity.MaxOpponents
	Range     *ranges.Range
	Mode      Mode
}

// Check returns an error if the hand and the board share a card, or no hand of the range avoids them.
func (t Table) Check() error {
	board, err := equity.CheckSpot(t.Hand, t.Board)
	if err == nil && equity.NewLive(t.Range.Weights()).Avoiding(board|t.Hand.Set()) == 0 {
		err = fmt.Errorf("%w: hand %v, board %q, range %v", equity.ErrEmptyRange, t.Hand, board, t.Range)
	}
	return err
}

// Sampled is an estimate of strength from random deals. A deal counts 1 for a win and 1/k if k hands tie for the best.
type Sampled struct{ equity.Shares }

// Strength returns the mean share of the pot.
func (s Sampled) Strength() float64 { return s.Equity() }

// Win returns the fraction of deals that the hand wins alone.
func (s Sampled) Win() float64 { return float64(s.Wins) / float64(s.Deals) }

// Tie returns the fraction of deals in which the hand splits the pot.
func (s Sampled) Tie() float64 { return float64(s.Ties) / float64(s.Deals) }

// Sample estimates strength against several opponents from random deals, as [equity.Spot.Sample] does, with its
// errors and those of Check.
func Sample(ctx context.Context, t Table, samples int, seed uint64, workers int) (Sampled, error) {
	if err := t.Check(); err != nil {
		return Sampled{}, err
	}
	var mine [cards.NumCombos]uint32
	mine[t.Hand] = 1
	hero, err := ranges.FromWeights(&mine)
	if err != nil {
		return Sampled{}, err
	}
	spot := equity.Spot{Hero: hero, Board: t.Board, Ranking: t.Mode.ranking()}
	for range t.Opponents {
		spot.Opponents = append(spot.Opponents, t.Range)
	}
	s, err := spot.Sample(ctx, samples, seed, workers, nil)
	if err != nil {
		return Sampled{}, err
	}
	return Sampled{s.All}, nil
}

// Answer is the strength of a hand.
type Answer struct {
	Hand      string  `json:"hand"`      // the hand
	Board     string  `json:"board"`     // board cards
	Against   string  `json:"against"`   // hands of the opponents: uniform, chen or a range
	Opponents int     `json:"opponents"` // number of opponents
	Mode      string  `json:"mode"`      // rules, as-published or as-written
	Strength  float64 `json:"strength"`  // win and half of tie; the share of the pot against several opponents
	equity.Parts
}
