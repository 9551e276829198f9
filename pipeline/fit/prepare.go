package fit

import (
	"context"
	"errors"
	"io"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	"feltlab/internal/parallel"
	"feltlab/model/ranges"
	"feltlab/pipeline/artifact"
)

const (
	// prepareFrom is the number of missing matrices from which all hands are counted at once: it takes
	// as long as two or three of them.
	prepareFrom = 4
	// prepareRanges is how many ranges are counted at once: as many as equity.AllFlops has lanes for.
	prepareRanges = 4
)

// Prepare puts the matrices of many tasks into the store, in some seconds for all hands against four
// ranges where one by one they take two CPU-seconds each. What it leaves out, because there are few, a
// range tells suits apart or is empty on some flop, Matrix counts or refuses later. The error is the
// context's or the store's.
func (in *Instances) Prepare(ctx context.Context, tasks []Task) error {
	missing, err := in.missing(tasks)
	if err != nil || len(missing) < prepareFrom {
		return err
	}
	opponents, err := symmetricRanges(missing)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(opponents, prepareRanges) {
		if err := in.count(ctx, some, missing); err != nil {
			return err
		}
	}
	return nil
}

// missing lists the matrices of tasks that are not in the store.
func (in *Instances) missing(tasks []Task) (list []question, err error) {
	seen := map[question]bool{}
	for _, t := range tasks {
		q, err := canonical(t.Hand, t.Range)
		if err != nil {
			return nil, err
		}
		if seen[q] {
			continue
		}
		seen[q] = true
		key, err := matrixSpec(q).Key()
		if err != nil {
			return nil, err
		}
		if _, err := in.store.Get(key); errors.Is(err, artifact.ErrNotFound) {
			list = append(list, q)
		}
	}
	return list, nil
}

// symmetricRanges lists the ranges of questions that do not tell suits apart.
func symmetricRanges(questions []question) (list []*ranges.Range, err error) {
	seen := map[string]bool{}
	for _, q := range questions {
		if seen[q.Range] {
			continue
		}
		seen[q.Range] = true
		r, err := ranges.Parse(q.Range)
		if err != nil {
			return nil, err
		}
		if r.SuitSymmetric() {
			list = append(list, r)
		}
	}
	return list, nil
}

// count counts all hands against some ranges, and stores the matrices of those questions that are
// about one of them.
func (in *Instances) count(ctx context.Context, opponents []*ranges.Range, questions []question) error {
	table, err := equity.AllFlops(ctx, opponents, in.workers, nil)
	if err != nil {
		return err
	}
	return parallel.Loop{Items: len(questions), Workers: in.workers}.Each(ctx, parallel.Same(func(i int) error {
		q := questions[i]
		at := slices.IndexFunc(opponents, func(r *ranges.Range) bool { return r.String() == q.Range })
		if at < 0 {
			return nil
		}
		h, err := ranges.ParseHand(q.Hand)
		if err != nil {
			return err
		}
		flops := table.Flops(h.Combo, at)
		if slices.ContainsFunc(flops, func(f equity.Flop) bool { return f.Combos == 0 }) {
			return nil
		}
		_, err = in.store.Do(ctx, matrixSpec(q), func(_ context.Context, w io.Writer) (int64, error) {
			return encode(w, func() (*matrix.Matrix, error) { return matrix.Of(q.Hand, q.Range, flops) })
		})
		return err
	}))
}
