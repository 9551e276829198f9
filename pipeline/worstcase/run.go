package worstcase

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"feltlab/internal/progress"
	"feltlab/model/game"
	"feltlab/pipeline/store"
	"feltlab/pipeline/work"
	"feltlab/solvers/limitholdem"
)

// Options define the computation; the zero value computes everything and stores nothing.
type Options struct {
	Flops int // size of a random sample of flops; 0 means all
	// Turns and Rivers, in a sample of flops, are the numbers of turns of a flop and rivers of a turn that are drawn;
	// 0 means all. See limitholdem.Options.
	Turns, Rivers int
	// Seed of the sample, and of the permutations that test the policy for symmetry.
	Seed uint64
	// Store keeps finished items, from which a stopped run resumes; nil keeps nothing.
	Store *store.Store
	// Fresh computes the items that the store has again, and replaces them.
	Fresh   bool
	Workers int // number of goroutines; below 1: one for each processor
	// Pool computes items; nil means this process, with Workers.
	Pool work.Pool
	// ByRound splits the loss by betting round.
	ByRound bool
	// Progress gets a bar if it is a terminal; it may be nil.
	Progress io.Writer
}

var (
	ErrSample     = errors.New("bad size of a sample")
	ErrUnfinished = errors.New("the sample is not finished")
)

// leastFlops is the size of the smallest sample with a standard error.
const leastFlops = 2

// Result is the answer so far.
type Result struct {
	*limitholdem.Result
	Items []*limitholdem.Item // items so far
	// Solver computed them.
	Solver *limitholdem.Solver
	// Drawn reports whether turns or rivers were drawn: then only Estimate has a meaning, and intervals have none.
	Drawn bool
	// Cached is the number of items that the store had.
	Cached int
	Tasks  int   // number of items of the computation
	sample []int // flops, with repetitions; nil for all

	turns, rivers int // drawn of each flop and turn; 0 for all
}

// Names of the computations in the keys of items.
const (
	bestResponses = "limit-holdem best response"
	matches       = "limit-holdem match"
)

// BestResponse computes best responses from both seats to a policy. The digest identifies the policy in the
// store (see strategy.Digest). If the context ends, BestResponse returns the result so far and the context's
// error. Other errors are ErrSample, and those of limitholdem.New, the policy and the store.
func BestResponse(ctx context.Context, p game.Policy, digest string, o Options) (*Result, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	solver, err := limitholdem.New(p, o.solver())
	if err != nil {
		return nil, err
	}
	return run(ctx, o.computation(solver, bestResponses, digest, p))
}

// Match computes the winnings of one policy against another from both seats. All else is as for BestResponse.
func Match(ctx context.Context, ours, theirs game.Policy, digests [2]string, o Options) (*Result, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o.ByRound = false
	solver, err := limitholdem.NewMatch(ours, theirs, o.solver())
	if err != nil {
		return nil, err
	}
	return run(ctx, o.computation(solver, matches, digests[0]+" against "+digests[1], ours, theirs))
}

// Check returns the error that BestResponse would return for options, ErrSample, before there is a policy.
func (o *Options) Check() error {
	if o.Flops != 0 && (o.Flops < leastFlops || o.Flops > limitholdem.NumFlops) {
		return fmt.Errorf("%w: %d, want %d to %d", ErrSample, o.Flops, leastFlops, limitholdem.NumFlops)
	}
	if o.Turns < 0 || o.Rivers < 0 || o.drawn() && o.Flops == 0 {
		return fmt.Errorf("%w: %d turns and %d rivers of %d flops", ErrSample, o.Turns, o.Rivers, o.Flops)
	}
	return nil
}

func (o *Options) drawn() bool { return o.Turns > 0 || o.Rivers > 0 }

func (o *Options) solver() limitholdem.Options {
	return limitholdem.Options{ByRound: o.ByRound, Seed: o.Seed, Turns: o.Turns, Rivers: o.Rivers}
}

func run(ctx context.Context, c *computation) (r *Result, err error) {
	o := c.options
	r = &Result{Solver: c.solver, Drawn: o.drawn(), turns: o.Turns, rivers: o.Rivers}
	tasks := r.tasks(o)
	for _, t := range tasks {
		if err := c.find(t); err != nil {
			return nil, err
		}
	}
	r.Cached = len(c.items)
	c.bar = progress.Start(o.Progress, strings.TrimPrefix(c.kind, "limit-holdem "), len(tasks))
	defer c.bar.Close()
	c.bar.Set(len(c.items))
	r.Tasks = len(tasks)
	left := c.missing(tasks)
	if r.sample != nil { // a sample lists similar flops next to one another: those that are done before a stop are any
		place := rand.New(rand.NewPCG(o.Seed, 1)).Perm(limitholdem.NumFlops)
		slices.SortStableFunc(left, func(a, b limitholdem.Task) int { return place[a.Flop] - place[b.Flop] })
	}
	defer c.watch(left)()
	stopped := c.work(ctx, left)
	switch {
	case errors.Is(stopped, ErrUnsteady):
		return nil, errors.Join(stopped, c.forget(left))
	case stopped != nil && ctx.Err() == nil:
		return nil, fmt.Errorf("%w; %s", stopped, o.left(len(c.items), len(tasks)))
	}
	for _, t := range tasks {
		if item := c.items[t]; item != nil {
			r.Items = append(r.Items, item)
		}
	}
	if r.Result, err = c.solver.Combine(r.Items); err != nil {
		return nil, err
	}
	return r, ctx.Err()
}

func (o *Options) left(items, tasks int) string {
	if o.Store == nil {
		return fmt.Sprintf("%d of %d pieces of work were done; they are lost", items, tasks)
	}
	return fmt.Sprintf("%d of %d pieces of work are in the cache; the same command resumes from them", items, tasks)
}

// Flops returns the number of flops of the computation; flops that come twice in a sample count twice.
func (r *Result) Flops() int {
	if r.sample == nil {
		return limitholdem.NumFlops
	}
	return len(r.sample)
}

// done returns the result of a smaller sample, of the flops that are done for both seats, nil of fewer than a sample
// has.
func (r *Result) done() *Result {
	if r.sample == nil {
		return nil
	}
	seats := map[int]int{}
	for _, item := range r.Items {
		seats[item.Flop]++
	}
	part := *r
	part.sample = slices.DeleteFunc(slices.Clone(r.sample), func(flop int) bool { return seats[flop] < 2 })
	if len(slices.Compact(slices.Clone(part.sample))) < leastFlops {
		return nil
	}
	return &part
}

func (r *Result) tasks(o *Options) (tasks []limitholdem.Task) {
	if o.Flops == 0 {
		return limitholdem.Tasks()
	}
	r.sample = sample(r.Solver, o.Flops, o.Seed)
	for _, flop := range slices.Compact(slices.Clone(r.sample)) {
		tasks = append(tasks, limitholdem.Task{Flop: flop, Seat: 0}, limitholdem.Task{Flop: flop, Seat: 1})
	}
	return tasks
}
