package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/exact"
)

// question is a hand and a range in canonical form.
type question struct{ hand, rng string }

// subject is the flops of a question, counted from the cards.
type subject struct {
	exact *exact.Problem
	inst  *regression.Instance // the same in double precision, for the solvers
}

// canonical brings a hand and a range to their canonical form.
func canonical(hand, rng string) (question, *Problem) {
	h, err := ranges.ParseHand(hand)
	if err != nil {
		return question{}, &Problem{Column: "hand", Expected: "a hand", Found: hand, Note: err.Error()}
	}
	r, err := ranges.Parse(rng)
	if err != nil {
		return question{}, &Problem{Column: "range", Expected: "a range", Found: rng, Note: err.Error()}
	}
	if !h.Specific && !r.SuitSymmetric() {
		return question{}, &Problem{Column: "range", Expected: "a range that does not tell suits apart", Found: rng}
	}
	return question{h.Text, r.String()}, nil
}

// sweepFrom is the number of questions from which all hands are counted at once.
const sweepFrom = 4

// subjects counts the flops of questions.
func subjects(ctx context.Context, questions []question, workers int) (map[question]*subject, error) {
	all := map[question]*subject{}
	var symmetric []*ranges.Range
	index := map[string]int{}
	if len(questions) >= sweepFrom {
		for _, q := range questions {
			r, err := ranges.Parse(q.rng)
			if err != nil {
				return nil, err
			}
			if _, seen := index[q.rng]; !seen && r.SuitSymmetric() {
				index[q.rng] = len(symmetric)
				symmetric = append(symmetric, r)
			}
		}
	}
	var table *equity.FlopTable
	if len(symmetric) > 0 {
		var err error
		if table, err = equity.AllFlops(ctx, symmetric, workers, nil); err != nil {
			return nil, err
		}
	}
	for _, q := range slices.SortedFunc(slices.Values(questions), func(a, b question) int {
		return cmp.Or(cmp.Compare(a.hand, b.hand), cmp.Compare(a.rng, b.rng))
	}) {
		if all[q] != nil {
			continue
		}
		h, err := ranges.ParseHand(q.hand)
		if err != nil {
			return nil, err
		}
		var flops []equity.Flop
		if i, ok := index[q.rng]; ok {
			flops = table.Flops(h.Combo, i)
		} else {
			r, err := ranges.Parse(q.rng)
			if err != nil {
				return nil, err
			}
			if flops, err = equity.FlopsOf(ctx, h.Combo, r, workers); errors.Is(err, equity.ErrEmptyRange) {
				continue // reported for the rows
			} else if err != nil {
				return nil, err
			}
		}
		s := &subject{inst: &regression.Instance{Hand: q.hand, Range: q.rng}}
		if s.exact, err = exact.FromFlops(h.Combo, flops); errors.Is(err, exact.ErrProblem) {
			continue
		} else if err != nil {
			return nil, fmt.Errorf("verify: %s against %s: %w", q.hand, q.rng, err)
		}
		for i := range flops {
			s.inst.Features = append(s.inst.Features, features.Of(h.Combo, flops[i].Cards))
			s.inst.Equity = append(s.inst.Equity, flops[i].Count().Equity())
			s.inst.Weight = append(s.inst.Weight, 1)
		}
		all[q] = s
	}
	return all, nil
}
