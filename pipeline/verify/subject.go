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

// subjectKey tells subjects apart.
type subjectKey struct {
	hand ranges.Hand
	rng  question.Range
}

// keyOf returns the key of a subject, or the problem that it has no unique matrix.
func keyOf(s question.Subject) (subjectKey, *judge.Problem) {
	if !s.Hand.Specific && !s.Range.SuitSymmetric() {
		return subjectKey{}, &judge.Problem{Column: "range", Expected: "a range that does not tell suits apart", Found: s.RangeText()}
	}
	return subjectKey{s.Hand, s.Range}, nil
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
		var flops []equity.Flop
		if i, ok := index[q.rng]; ok {
			flops = table.Flops(q.hand.Combo, i)
		} else {
			if flops, err = equity.RecentFlopsOf(ctx, q.hand.Combo, q.rng.Range, workers); errors.Is(err, equity.ErrEmptyRange) {
				continue // reported for the rows
			} else if err != nil {
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

// sweepHands counts the flops of all hands against the ranges of many questions, and tells the
// places of the ranges.
func sweepHands(ctx context.Context, questions []subjectKey, workers int) (*equity.FlopTable, map[question.Range]int, error) {
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
