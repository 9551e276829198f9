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
	"feltlab/pipeline/judge"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

type subjectKey struct {
	hand ranges.Hand
	rng  question.Range
}

// keyOf returns the key of a subject, or the problem that its matrix is not unique.
func keyOf(s question.Subject) (subjectKey, *judge.Problem) {
	if !s.Hand.Specific && !s.Range.SuitSymmetric() {
		return subjectKey{}, &judge.Problem{
			Column: "range", Expected: "a range that does not distinguish suits", Found: s.RangeText(),
		}
	}
	return subjectKey{s.Hand, s.Range}, nil
}

// sweepFrom is the number of subjects from which one sweep counts the flops of all hands.
const sweepFrom = 4

// subjects counts the flops of subjects from the cards. It leaves out subjects whose range is empty on
// some flop.
func subjects(ctx context.Context, questions []subjectKey, workers int) (map[subjectKey]*prove.Problem, error) {
	table, index, err := sweepHands(ctx, questions, workers)
	if err != nil {
		return nil, err
	}
	all := map[subjectKey]*prove.Problem{}
	for _, q := range questions {
		var flops []equity.Flop
		if i, ok := index[q.rng]; ok {
			flops = table.Flops(q.hand.Combo, i)
		} else {
			flops, err = equity.RecentFlopsOf(ctx, q.hand.Combo, q.rng.Range, workers)
			if errors.Is(err, equity.ErrEmptyRange) {
				continue // reported with the rows
			}
			if err != nil {
				return nil, err
			}
		}
		m, err := matrix.Of(q.hand.Text, q.rng.String(), flops)
		if errors.Is(err, equity.ErrEmptyRange) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%v against %v: %w", q.hand, q.rng, err)
		}
		s, err := prove.NewProblem(m.Instance())
		if err != nil {
			return nil, fmt.Errorf("%v against %v: %w", q.hand, q.rng, err)
		}
		all[q] = s
	}
	return all, nil
}

// sweepHands counts the flops of all hands against the ranges of many subjects, and returns the index
// of each range in the table.
func sweepHands(
	ctx context.Context, questions []subjectKey, workers int,
) (*equity.FlopTable, map[question.Range]int, error) {
	index := map[question.Range]int{}
	if len(questions) < sweepFrom {
		return nil, index, nil
	}
	slices.SortFunc(questions, func(a, b subjectKey) int {
		return cmp.Or(cmp.Compare(a.hand.Text, b.hand.Text), cmp.Compare(a.rng.String(), b.rng.String()))
	})
	var symmetric []*ranges.Range
	for _, q := range questions {
		if _, seen := index[q.rng]; !seen && q.rng.SuitSymmetric() {
			index[q.rng] = len(symmetric)
			symmetric = append(symmetric, q.rng.Range)
		}
	}
	if len(symmetric) == 0 {
		return nil, index, nil
	}
	table, err := equity.AllFlops(ctx, symmetric, workers, nil)
	return table, index, err
}
