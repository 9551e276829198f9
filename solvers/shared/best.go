package shared

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/features"
	"feltlab/solvers/lad"
)

const (
	// minGain is the least improvement, a fraction of 1, for which a set is preferred to another:
	// above the rounding of a fit, far below the last digit of any report.
	minGain = 1e-10
	// scrambled is how many features of the incumbent a restart throws away.
	scrambled = 4
	// batch is the number of sets that are refilled before the best find becomes the incumbent.
	batch = 8
)

var (
	// ErrCount marks a number of features below 1 or above features.Count.
	ErrCount = errors.New("shared: bad number of features")
	// ErrHands marks an empty list of problems, or problems of different losses.
	ErrHands = errors.New("shared: bad list of hands")
)

// Options tune a search. The zero value is ready to use.
type Options struct {
	Exchange int        // most features exchanged at once; 0 means 2
	Restarts int        // scrambled restarts; 0 means 10, negative none
	Seed     uint64     // of the scrambling
	Workers  int        // goroutines; 0 means one per CPU
	Improved func(*Fit) // called, never concurrently, whenever the incumbent gets better
}

// Fit is a set of features with the optimum of every hand on it.
type Fit struct {
	IDs   []int      // ascending
	Hands []*lad.Fit // in the order of the problems
	Error float64    // mean of the hands' errors, a fraction of 1
}

// search is one run.
type search struct {
	problems []*lad.Problem
	opts     Options
	same     [features.Count + 1]int // the smallest feature like each for all hands; 0: none
	groups   []*group                // one a worker
	best     *Fit
}

// Best returns the best set of at most n features it finds. On cancellation it returns the best
// so far, which may have fewer features, with the context's error. It fails with ErrCount or
// ErrHands.
func Best(ctx context.Context, problems []*lad.Problem, n int, opts Options) (*Fit, error) {
	if n < 1 || n > features.Count {
		return nil, fmt.Errorf("%w: %d, want 1..%d", ErrCount, n, features.Count)
	}
	if len(problems) == 0 {
		return nil, fmt.Errorf("%w: it is empty", ErrHands)
	}
	for _, p := range problems {
		if p.Loss() != problems[0].Loss() {
			return nil, fmt.Errorf("%w: different losses", ErrHands)
		}
	}
	if opts.Exchange <= 0 {
		opts.Exchange = 2
	}
	if opts.Restarts == 0 {
		opts.Restarts = 10
	}
	s := &search{problems: problems, opts: opts}
	for range parallel.Workers(opts.Workers) {
		s.groups = append(s.groups, newGroup(problems))
	}
	s.findDuplicates()
	err := s.run(ctx, n)
	return s.best, err
}

// findDuplicates finds the features that are the same for all hands.
func (s *search) findDuplicates() {
	var hands [][features.Count + 1]int
	for _, p := range s.problems {
		hands = append(hands, p.Patterns().Duplicates())
	}
	for id := range s.same {
		for slices.ContainsFunc(hands, func(same [features.Count + 1]int) bool { return same[id] != same[s.same[id]] }) {
			s.same[id]++
		}
	}
}

// candidates lists the features that may join a set: of duplicates the smallest, and the others
// beside it.
func (s *search) candidates(ids []int) []int {
	var list []int
	for id, same := range s.same {
		if same != 0 && !slices.Contains(ids, id) && (same == id || slices.Contains(ids, same)) {
			list = append(list, id)
		}
	}
	return list
}

// run searches from a greedy start and from scrambled ones: first with exchanges of one
// feature, then from the best end with larger ones.
func (s *search) run(ctx context.Context, n int) error {
	f, err := s.fit(nil, nil)
	if err != nil {
		return err
	}
	s.report(f)
	for len(f.IDs) < n {
		r := &refill{search: s, ctx: ctx, group: s.groups[0], error: math.Inf(1)}
		if err := s.groups[0].reset(f.IDs, f); err != nil {
			return err
		}
		if err := r.add(1, s.candidates(f.IDs), r.group.gains()); err != nil {
			return err
		}
		if r.found == nil {
			break
		}
		if f, err = s.fit(append(slices.Clone(f.IDs), r.found...), f); err != nil {
			return err
		}
		s.best = nil // a larger set replaces a smaller one
		s.report(f)
	}
	if err := s.exchange(ctx, f, 1); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(s.opts.Seed, 0))
	for range max(s.opts.Restarts, 0) {
		start, err := s.scramble(random)
		if err != nil {
			return err
		}
		if err := s.exchange(ctx, start, 1); err != nil {
			return err
		}
	}
	return s.exchange(ctx, s.best, s.opts.Exchange)
}

// report keeps a fit if it is the best so far, and tells.
func (s *search) report(f *Fit) {
	if s.best != nil && f.Error > s.best.Error-minGain {
		return
	}
	s.best = f
	if s.opts.Improved != nil {
		s.opts.Improved(f)
	}
}

// fit returns the optimum on a set.
func (s *search) fit(ids []int, from *Fit) (*Fit, error) {
	if err := s.groups[0].reset(ids, from); err != nil {
		return nil, err
	}
	return s.groups[0].fit(), nil
}

// scramble replaces some features of the incumbent by random ones.
func (s *search) scramble(random *rand.Rand) (*Fit, error) {
	ids := slices.Clone(s.best.IDs)
	random.Shuffle(len(ids), func(i, k int) { ids[i], ids[k] = ids[k], ids[i] })
	kept := slices.Clone(ids[:max(len(ids)-scrambled, 0)])
	list := s.candidates(kept)
	for _, k := range random.Perm(len(list)) {
		if len(kept) < len(ids) {
			kept = append(kept, list[k])
		}
	}
	return s.fit(kept, nil)
}
