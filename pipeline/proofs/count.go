package proofs

import (
	"context"
	"errors"
	"fmt"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
)

// ErrQuestion marks a hand and a range that have no flops to count.
var ErrQuestion = errors.New("proofs: no such instance")

// Counted counts the flops of a hand and a range from the cards, in no artifact store. The error
// wraps ErrQuestion, or those of package ranges or equity, or is the context's.
func Counted(ctx context.Context, hand, rng string, workers int) (*Subject, error) {
	h, err := ranges.ParseHand(hand)
	if err != nil {
		return nil, err
	}
	r, err := ranges.Parse(rng)
	if err != nil {
		return nil, err
	}
	if !h.Specific && !r.SuitSymmetric() {
		return nil, fmt.Errorf("%w: the range %s tells suits apart, %s does not", ErrQuestion, rng, hand)
	}
	flops, err := equity.RecentFlopsOf(ctx, h.Combo, r, workers)
	if err != nil {
		return nil, err
	}
	return OfFlops(h.Text, r.String(), h.Combo, flops)
}

// OfFlops is the subject of counted flops. The error wraps ErrQuestion if the range is empty on one
// of them.
func OfFlops(hand, rng string, combo cards.Combo, flops []equity.Flop) (*Subject, error) {
	inst := &regression.Instance{Hand: hand, Range: rng}
	for i := range flops {
		if flops[i].Combos == 0 {
			return nil, fmt.Errorf("%w: the range %s is empty on %s", ErrQuestion, rng, cards.Format(flops[i].Cards[:]))
		}
		count := flops[i].Count()
		inst.Features = append(inst.Features, features.Of(combo, flops[i].Cards))
		inst.Equity = append(inst.Equity, count.Equity())
		inst.Weight = append(inst.Weight, 1)
		inst.Counts = append(inst.Counts, regression.Count(count))
	}
	return NewSubject(inst)
}
