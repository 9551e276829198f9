package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	"feltlab/model/ranges"
	"feltlab/solvers/prove"
)

// subjectKey is a hand and a range in canonical form.
type subjectKey struct{ hand, rng string }

// canonical brings a hand and a range to their canonical form.
func canonical(hand, rng string) (subjectKey, *Problem) {
	h, err := ranges.ParseHand(hand)
	if err != nil {
		return subjectKey{}, &Problem{Column: "hand", Expected: "a hand", Found: hand, Note: err.Error()}
	}
	r, err := ranges.Parse(rng)
	if err != nil {
		return subjectKey{}, &Problem{Column: "range", Expected: "a range", Found: rng, Note: err.Error()}
	}
	if !h.Specific && !r.SuitSymmetric() {
		return subjectKey{}, &Problem{Column: "range", Expected: "a range that does not tell suits apart", Found: rng}
	}
	return subjectKey{h.Text, r.String()}, nil
}

// sweepFrom is the number of questions from which all hands are counted at once.
const sweepFrom = 4

// subjects counts the flops of questions from the cards. Those whose range is empty on some flop
// are left out.
func subjects(ctx context.Context, questions []subjectKey, workers int) (map[subjectKey]*prove.Problem, error) {
	table, index, err := sweepHands(ctx, questions, workers)
	if err != nil {
		return nil, err
	}
	all := map[subjectKey]*prove.Problem{}
	for _, q := range questions {
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
			if flops, err = equity.RecentFlopsOf(ctx, h.Combo, r, workers); errors.Is(err, equity.ErrEmptyRange) {
				continue // reported for the rows
			} else if err != nil {
				return nil, err
			}
		}
		m, err := matrix.Of(q.hand, q.rng, flops)
		if errors.Is(err, equity.ErrEmptyRange) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s against %s: %w", q.hand, q.rng, err)
		}
		s, err := prove.NewProblem(m.Instance())
		if err != nil {
			return nil, fmt.Errorf("%s against %s: %w", q.hand, q.rng, err)
		}
		all[q] = s
	}
	return all, nil
}

// sweepHands counts the flops of all hands against the ranges of many questions, and tells the
// places of the ranges.
func sweepHands(ctx context.Context, questions []subjectKey, workers int) (*equity.FlopTable, map[string]int, error) {
	index := map[string]int{}
	if len(questions) < sweepFrom {
		return nil, index, nil
	}
	slices.SortFunc(questions, func(a, b subjectKey) int {
		return cmp.Or(cmp.Compare(a.hand, b.hand), cmp.Compare(a.rng, b.rng))
	})
	var symmetric []*ranges.Range
	for _, q := range questions {
		r, err := ranges.Parse(q.rng)
		if err != nil {
			return nil, nil, err
		}
		if _, seen := index[q.rng]; !seen && r.SuitSymmetric() {
			index[q.rng] = len(symmetric)
			symmetric = append(symmetric, r)
		}
	}
	if len(symmetric) == 0 {
		return nil, index, nil
	}
	table, err := equity.AllFlops(ctx, symmetric, workers, nil)
	return table, index, err
}
