package lattice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

const (
	MostFeatures = 64 // the largest number of features: the bits in the mask of a cell
	// roundings is the number of random roundings of the free weights that descents start from, after the nearest.
	roundings = 3
	scrambled = 3 // how many features of the incumbent a restart replaces
)

// ErrCount is wrapped by errors about a number of features outside 1..MostFeatures.
var ErrCount = errors.New("bad number of features")

// Options tune a search. The zero value is ready to use.
type Options struct {
	Starts   [][]int // sets of features to begin with, such as the best one with free weights
	Restarts int     // random restarts; 0 means 8, negative none
	Seed     uint64
	Target   float64 // error at which the search stops, a fraction of 1; 0 searches for the least
}

// Formula is a formula of multiples with its error, a fraction of 1.
type Formula struct {
	Terms regression.Formula // ascending ids, no zero weights
	Error float64            // average or largest, as the problem's loss says
}

// Fit returns the best multiples that it finds for a set of features, by descents from the rounded free weights.
func (p *Problem) Fit(ids []int) (*Formula, error) {
	f, err := p.free.Fit(ids)
	if err != nil {
		return nil, err
	}
	if len(ids) > MostFeatures {
		return nil, fmt.Errorf("%w: %d, want at most %d", ErrCount, len(ids), MostFeatures)
	}
	return p.report(p.fit(f, nil, rand.New(rand.NewPCG(0, 0)))), nil
}

// Best searches for the best formula of at most n features. It is at least as good as the results for
// the sets of opts.Starts and for the step five times as coarse, if that divides 100. On cancellation
// it returns the best so far with the context's error; the first descent always happens.
func (p *Problem) Best(ctx context.Context, n int, opts Options) (*Formula, error) {
	if n < 1 || n > MostFeatures {
		return nil, fmt.Errorf("%w: %d, want 1 to %d", ErrCount, n, MostFeatures)
	}
	s := &search{
		Problem: p, n: n, stack: p.free.NewStack(), opts: opts,
		random: rand.New(rand.NewPCG(opts.Seed, 0)), seen: map[proof.Vector]bool{},
	}
	if err := s.coarse(ctx); err != nil {
		return nil, err
	}
	err := s.run(ctx)
	if s.best == nil {
		return nil, err
	}
	return p.report(s.best), err
}

type choice struct {
	ids, multiples []int
	value          float64
}

func (p *Problem) report(c *choice) *Formula {
	cells := p.cellsOf(c.ids)
	cells.tie = 0
	d := cells.at(c.multiples)
	return &Formula{Terms: p.formula(c.ids, c.multiples), Error: d.value}
}

type search struct {
	*Problem
	n      int
	opts   Options
	stack  *lad.Stack
	random *rand.Rand
	seen   map[proof.Vector]bool // sets that were tried
	best   *choice
}

// coarse makes the best formula of a coarser step the first incumbent.
func (s *search) coarse(ctx context.Context) error {
	const factor = 5
	if CheckStep(factor*s.step) != nil {
		return nil
	}
	coarser, err := New(s.free, factor*s.step)
	if err != nil {
		return err
	}
	opts := s.opts
	opts.Restarts = -1
	f, err := coarser.Best(ctx, s.n, opts)
	if f == nil {
		return err
	}
	c := &choice{}
	for _, t := range f.Terms {
		c.ids = append(c.ids, t.ID)
		c.multiples = append(c.multiples, int(math.Round(t.Weight*whole))/s.step)
	}
	d := s.cellsOf(c.ids).descend(s.limit, c.multiples, mostEntries)
	c.value = d.value
	s.best = c
	return nil
}

func (s *search) run(ctx context.Context) error {
	starts := slices.Clone(s.opts.Starts)
	if s.best != nil {
		starts = append(starts, s.best.ids)
	}
	if len(s.opts.Starts) == 0 {
		starts = append(starts, nil) // exchanges add features
	}
	for _, ids := range starts {
		if err := s.exchange(ctx, ids); err != nil {
			return err
		}
	}
	for range max(cmp.Or(s.opts.Restarts, 8), 0) {
		if err := s.exchange(ctx, s.scramble()); err != nil {
			return err
		}
	}
	return nil
}

func (s *search) exchange(ctx context.Context, ids []int) error {
	here, err := s.try(ids)
	for err == nil && here != nil {
		if s.best.value <= s.opts.Target {
			return nil
		}
		if err = ctx.Err(); err == nil {
			here, err = s.exchangeOnce(ctx, here)
		}
	}
	return err
}

// try descends from the free weights of a new set and keeps the result if it is the best so far.
func (s *search) try(ids []int) (*choice, error) {
	if len(ids) > s.n || s.seen[proof.VectorOf(ids...)] {
		return nil, nil
	}
	s.seen[proof.VectorOf(ids...)] = true
	f, err := s.free.Fit(ids)
	if err != nil {
		return nil, err
	}
	c := s.fit(f, s.best, s.random)
	if s.best == nil || c.value < s.best.value-minGain {
		s.best = c
	}
	return c, nil
}

// neighbour is a set that differs from another in one feature, with its error for free weights.
type neighbour struct {
	ids   []int
	error float64
}

// exchangeOnce returns the first better choice among the neighbours of a set, nil if there is none. A
// set whose free weights are no better cannot be better with the step.
func (s *search) exchangeOnce(ctx context.Context, from *choice) (*choice, error) {
	var list []neighbour
	add := func(rest []int) error {
		if err := s.stack.Reset(rest, nil); err != nil {
			return err
		}
		g := make([]float64, s.free.Columns()+1)
		s.stack.Gradients(g)
		for id := 1; id <= s.free.Columns(); id++ {
			if slices.Contains(from.ids, id) || s.stack.Error()-math.Abs(g[id]) >= from.value-minGain {
				continue
			}
			if err := s.stack.Push(id); err != nil {
				return err
			}
			if e := s.stack.Error(); e < from.value-minGain {
				list = append(list, neighbour{append(slices.Clone(rest), id), e})
			}
			s.stack.Pop()
		}
		return ctx.Err()
	}
	for i := range from.ids {
		if err := add(slices.Delete(slices.Clone(from.ids), i, i+1)); err != nil {
			return nil, err
		}
	}
	if len(from.ids) < s.n {
		if err := add(from.ids); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(list, func(a, b neighbour) int { return cmp.Compare(a.error, b.error) })
	for _, next := range list {
		c, err := s.try(next.ids)
		if err != nil {
			return nil, err
		}
		if c != nil && c.value < from.value-minGain {
			return c, ctx.Err()
		}
	}
	return nil, ctx.Err()
}

// fit descends from the rounded weights of a fit, and from random roundings of them while the results
// are near the best value so far.
func (p *Problem) fit(f *lad.Fit, best *choice, random *rand.Rand) *choice {
	const near = 1.01
	cells := p.cellsOf(f.IDs)
	end := &choice{ids: f.IDs, value: math.Inf(1)}
	for k := range roundings + 1 {
		multiples := make([]int, len(f.IDs))
		for j, w := range f.Weights {
			exact := w * whole / float64(p.step)
			multiples[j] = int(math.Round(exact))
			if k > 0 {
				multiples[j] = max(-p.limit, min(int(math.Floor(exact+random.Float64())), p.limit))
			}
		}
		d := cells.descend(p.limit, multiples, mostEntries-1)
		promising := best == nil || d.value <= near*best.value
		if promising {
			d.polish(mostEntries) // most of the directions, and of the cost
		}
		if d.value < end.value-minGain {
			end.multiples, end.value = d.multiples, d.value
		}
		if !promising {
			break
		}
	}
	return end
}

func (s *search) scramble() []int {
	ids := slices.Clone(s.best.ids)
	s.random.Shuffle(len(ids), func(i, k int) { ids[i], ids[k] = ids[k], ids[i] })
	kept := ids[:max(len(ids)-scrambled, 0)]
	in := proof.VectorOf(kept...)
	for _, k := range s.random.Perm(s.free.Columns()) {
		if len(kept) < s.n && !in.Has(k+1) {
			kept = append(kept, k+1)
		}
	}
	return kept
}
