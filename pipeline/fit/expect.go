package fit

import (
	"context"
	"slices"
	"sync"

	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	"feltlab/model/ranges"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

const (
	// expectFrom is the number of matrices from which it pays to count all hands: that takes as long as
	// two or three of them.
	expectFrom = 4
	// groupRanges is how many ranges are counted at once, as many as equity.AllFlops has lanes for, and
	// mostGroups how many such counts are kept, of 75 MB each, or up to four times that where combos
	// have weights.
	groupRanges, mostGroups = 4, 4
)

// group is some ranges against which all hands are counted when the first matrix is missing.
type group struct {
	opponents []*ranges.Range
	mu        sync.Mutex
	table     *equity.FlopTable
}

// ManyRanges lists the ranges of tasks that are about so many hands and ranges that it pays to count all
// hands; else nothing.
func ManyRanges(tasks []question.Question) (names []string, err error) {
	asked := map[subject]bool{}
	for _, t := range tasks {
		q, err := canonical(t.Hand, t.Range)
		if err != nil {
			return nil, err
		}
		asked[q] = true
		if !slices.Contains(names, q.Range) {
			names = append(names, q.Range)
		}
	}
	if len(asked) < expectFrom {
		return nil, nil
	}
	return names, nil
}

// ExpectTasks says what will be asked for: where many matrices are missing, all hands are counted at once
// when the first is asked for.
func (in *Instances) ExpectTasks(tasks []question.Question) error {
	var missing []question.Question
	seen := map[store.Key]bool{}
	for _, t := range tasks {
		key, err := Key(t.Hand, t.Range)
		if err != nil {
			return err
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		if _, err := in.store.Get(key); err != nil { // what is wrong with it shows when it is asked for
			missing = append(missing, t)
		}
	}
	names, err := ManyRanges(missing)
	if err != nil {
		return err
	}
	return in.Expect(names)
}

// Expect says that matrices of many hands against some ranges will be asked for: all hands are counted
// at once against each four of them, in some seconds where matrices one by one take two CPU-seconds each.
// Of more than sixteen ranges, and of those that tell suits apart, each is counted alone.
func (in *Instances) Expect(names []string) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	var opponents []*ranges.Range
	for _, name := range names {
		r, err := ranges.Parse(name)
		if err != nil {
			return err
		}
		if g, _ := in.groupOf(r.String()); g == nil && r.SuitSymmetric() {
			opponents = append(opponents, r)
		}
	}
	for some := range slices.Chunk(opponents, groupRanges) {
		if len(in.groups) < mostGroups {
			in.groups = append(in.groups, &group{opponents: some})
		}
	}
	return nil
}

// groupOf returns the group of a range and its place there; nil if it is in none.
func (in *Instances) groupOf(rng string) (*group, int) {
	for _, g := range in.groups {
		if at := slices.IndexFunc(g.opponents, func(r *ranges.Range) bool { return r.String() == rng }); at >= 0 {
			return g, at
		}
	}
	return nil, 0
}

// build makes the matrix of a hand and a range.
func (in *Instances) build(ctx context.Context, q subject) (*matrix.Matrix, error) {
	in.mu.Lock()
	g, at := in.groupOf(q.Range)
	in.mu.Unlock()
	if g == nil {
		return matrix.Build(ctx, q.Hand, q.Range, in.workers)
	}
	table, err := g.count(ctx, in.workers)
	if err != nil {
		return nil, err
	}
	h, err := ranges.ParseHand(q.Hand)
	if err != nil {
		return nil, err
	}
	flops := table.Flops(h.Combo, at)
	if slices.ContainsFunc(flops, func(f equity.Flop) bool { return f.Combos == 0 }) {
		return matrix.Build(ctx, q.Hand, q.Range, in.workers) // which says what is wrong
	}
	return matrix.Of(q.Hand, q.Range, flops)
}

// count counts all hands; others wait for the first who asks.
func (g *group) count(ctx context.Context, workers int) (*equity.FlopTable, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.table != nil {
		return g.table, nil
	}
	table, err := equity.AllFlops(ctx, g.opponents, workers, nil)
	if err == nil {
		g.table = table
	}
	return table, err
}
