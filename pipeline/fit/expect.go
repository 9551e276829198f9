package fit

import (
	"context"
	"slices"
	"sync"

	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	"feltlab/model/ranges"
	"feltlab/pipeline/known"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

const (
	// expectFrom is the number of matrices from which counting all hands is faster: it takes as long as
	// two or three of them.
	expectFrom = 4
	// groupRanges is the number of ranges that equity.AllFlops counts at once, and mostGroups the number
	// of such counts in memory: 75 MB each, or up to four times that where combos have weights.
	groupRanges, mostGroups = 4, 4
)

// group is a set of ranges against which all hands are counted when the first matrix is missing.
type group struct {
	opponents []question.Range
	mu        sync.Mutex
	table     *equity.FlopTable
}

// ManyRanges lists the ranges of questions about so many subjects that counting all hands is faster;
// otherwise it returns nil.
func ManyRanges(questions []question.Question) []question.Range {
	asked := map[string]bool{}
	var opponents []question.Range
	for _, q := range questions {
		asked[q.Subject.Key()] = true
		if !slices.Contains(opponents, q.Range) {
			opponents = append(opponents, q.Range)
		}
	}
	if len(asked) < expectFrom {
		return nil
	}
	return opponents
}

// ExpectQuestions announces questions: where many of their matrices are missing, the first call for
// one counts all hands at once.
func (in *Instances) ExpectQuestions(questions []question.Question) error {
	var missing []question.Question
	seen := map[store.Key]bool{}
	for _, q := range questions {
		key, err := known.MatrixKey(q.Subject)
		if err != nil {
			return err
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		if _, err := in.store.Get(key); err != nil { // Matrix reports what is wrong
			missing = append(missing, q)
		}
	}
	in.Expect(ManyRanges(missing))
	return nil
}

// Expect announces matrices of many hands against the ranges. All hands are then counted at once
// against four ranges at a time: this takes some seconds, a single matrix two CPU-seconds. Matrices
// are counted one by one for more than sixteen ranges and for those that tell suits apart.
func (in *Instances) Expect(opponents []question.Range) {
	in.mu.Lock()
	defer in.mu.Unlock()
	fresh := slices.DeleteFunc(slices.Clone(opponents), func(r question.Range) bool {
		g, _ := in.groupOf(r)
		return g != nil || !r.SuitSymmetric()
	})
	for some := range slices.Chunk(fresh, groupRanges) {
		if len(in.groups) < mostGroups {
			in.groups = append(in.groups, &group{opponents: some})
		}
	}
}

// groupOf returns the group of a range and its index there, nil if no group has it.
func (in *Instances) groupOf(r question.Range) (*group, int) {
	for _, g := range in.groups {
		if at := slices.Index(g.opponents, r); at >= 0 {
			return g, at
		}
	}
	return nil, 0
}

// build makes the matrix of a subject.
func (in *Instances) build(ctx context.Context, s question.Subject) (*matrix.Matrix, error) {
	in.mu.Lock()
	g, at := in.groupOf(s.Range)
	in.mu.Unlock()
	if g == nil {
		return matrix.Build(ctx, s.Hand.Text, s.Range.String(), in.workers)
	}
	table, err := g.count(ctx, in.workers)
	if err != nil {
		return nil, err
	}
	flops := table.Flops(s.Hand.Combo, at)
	if slices.ContainsFunc(flops, func(f equity.Flop) bool { return f.Combos == 0 }) {
		return matrix.Build(ctx, s.Hand.Text, s.Range.String(), in.workers) // reports the empty range
	}
	return matrix.Of(s.Hand.Text, s.Range.String(), flops)
}

// count counts all hands once; concurrent callers wait for the first.
func (g *group) count(ctx context.Context, workers int) (*equity.FlopTable, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.table != nil {
		return g.table, nil
	}
	opponents := make([]*ranges.Range, len(g.opponents))
	for i, r := range g.opponents {
		opponents[i] = r.Range
	}
	table, err := equity.AllFlops(ctx, opponents, workers, nil)
	if err == nil {
		g.table = table
	}
	return table, err
}
